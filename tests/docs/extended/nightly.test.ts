// @module-tag extended
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer as createRelay } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { editErrors, editFields } from '../../../reference-server/changes/edits.ts';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import { checkNewCategory } from '../../../reference-server/new-category.ts';
import { readHistory } from '../../../src/report/compare/runs.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { carryOut } from '../../cli/in-process.ts';
import { example } from '../markdown.ts';
import { installShim } from '../workspace.ts';

const key = 'staging-Key_0123456789-xyz';
const day = 86_400_000;

let folder = '';
let server: ReferenceServer;
/** Whether another client uses the key tonight: ten requests after every eighth of the kit. */
let isShared = false;
let relayed = 0;
const useKeyElsewhere = () =>
  Promise.allSettled(
    Array.from({ length: 10 }, () =>
      fetch(`${server.url}/categories`, { headers: { Authorization: `Bearer ${key}` } }),
    ),
  );
/** Staging, which keeps its address while it is down. */
const relay = createRelay((socket) => {
  socket.on('data', () => {
    if (isShared && ++relayed % 8 === 0) void useKeyElsewhere();
  });
  const other = connect(Number(new URL(server.url).port), '127.0.0.1');
  for (const [from, to] of [
    [socket, other],
    [other, socket],
  ] as const)
    from.on('error', () => to.destroy()).pipe(to);
});
let staging = '';
const listen = (port = 0) => new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve));
/** The night, from 1: the kit, `date` and the server share it. */
let night = 0;
/** What is broken tonight. */
let broken: ReadonlySet<string> = new Set();
const messages: string[] = [];
const chat = createServer((request, response) => {
  let text = '';
  request.on('data', (piece) => {
    text += piece;
  });
  request.on('end', () => {
    messages.push(JSON.parse(text).text);
    response.end();
  });
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-nights-'));
  server = await startReferenceServer({
    keys: [{ key, plan: 'free' }],
    // Short, so that a full run need not wait for a minute.
    minuteMs: 4_000,
    // Each night is a new window, so no run waits.
    clock: { now: () => Date.now() + night * day },
    change: [
      editFields((fields) =>
        broken.has('names') && typeof fields['name'] === 'number'
          ? checkNewCategory({ ...fields, name: String(fields['name']) })
          : undefined,
      ),
      editErrors([401], (error) => (broken.has('errors') ? { ...error, status: 400 } : { ...error })),
    ],
  });
  await listen();
  staging = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/v1`;
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  await installShim(folder);
  await writeFile(join(folder, 'nightly.sh'), example('nightly.sh'));
  await writeFile(
    join(folder, 'shift.mjs'),
    `const Real = Date;
const ahead = Number(process.env.NIGHT) * ${day};
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead);
    else super(...given);
  }
  static now() {
    return Real.now() + ahead;
  }
};
`,
  );
  await writeFile(
    join(folder, 'bin/date'),
    '#!/bin/sh\nPATH=/usr/bin:/bin\nexec date -d "+$NIGHT days" "$@"\n',
  );
  await chmod(join(folder, 'bin/date'), 0o755);
});

afterAll(async () => {
  await server.close();
  chat.close();
  relay.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the script in one night; while it is `down`, staging refuses connections. */
async function spend(
  next: number,
  breaks: readonly string[],
  {
    down = false,
    withKey = true,
    more = {},
  }: { readonly down?: boolean; readonly withKey?: boolean; readonly more?: object } = {},
) {
  night = next;
  broken = new Set(breaks);
  if (down) relay.close();
  const child = spawn('bash', ['nightly.sh'], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: folder,
      NIGHT: String(next),
      // Only a run depends on the date. In the fourth night, everything has its own process, as on a server.
      CARRIED_OUT: next === 4 ? 'process' : 'here',
      APART: 'run',
      NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'shift.mjs')).href}`,
      ...(withKey ? { PETSTORE_API_KEY: key } : {}),
      STAGING_URL: staging,
      STAGING_BUILD: `1.4.${next}`,
      FULL_RUN: 'no',
      ...more,
      CHAT_WEBHOOK: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (down) await listen(Number(new URL(staging).port));
  return { status, output, line: output.split('\n').find((text) => text.startsWith('Pet Store staging')) };
}

const dateOf = (next: number) => new Date(Date.now() + next * day).toISOString().slice(0, 10);
const read = (name: string) => readFile(join(folder, 'nightly', name), 'utf8');

/** Expects the chat line, `diff` and the first screen of `compare` to say the same of a night. */
async function expectAgreement(next: number, line = '') {
  const matrix = (await read('matrix.txt')).split('\n\n')[0]?.replaceAll(/\n│ {5,}/g, ' ') ?? '';
  const html = (await read('index.html')).replaceAll('&#39;', "'").replaceAll('&quot;', '"');
  const report = JSON.parse(await read(`${dateOf(next)}/report.json`)) as Report;
  const [, since] = /· Since \S+ \([^)]+\): (.*)/.exec(matrix) ?? [];
  if (since === undefined) {
    // A night without a verdict says why, and the first night has nothing to be compared with.
    const [first = ''] = report.verdict.sentence.split(/(?<=\.) /);
    expect(matrix).toContain(first);
    if (report.verdict.exitStatus === 3) expect(line).toContain(first);
    return;
  }
  expect(line).toContain(` ${since} `);
  expect(html).toContain(since);
  const changes = await read(`${dateOf(next)}/changes.txt`);
  for (const [id] of since.matchAll(/[a-z]+\.[a-z-]+/g)) expect(changes).toContain(id);
}

it('the script of the page runs for seven nights, and fails only for what is new', {
  timeout: 300_000,
}, async () => {
  const seen: (readonly [number | null, string | undefined])[] = [];
  const nights: readonly (readonly [breaks: readonly string[], down?: boolean])[] = [
    [[]],
    [['names']],
    [['names']],
    [['names', 'errors']],
    [['errors']],
    [['errors'], true],
    [[]],
  ];
  for (const [index, [breaks, down]] of nights.entries()) {
    const { status, line, output } = await spend(index + 1, breaks, definedDown(down));
    seen.push([status, line?.replace(/^.*?, build /, '')]);
    expect(line, output).toContain(dateOf(index + 1));
    await expectAgreement(index + 1, line);
  }
  const about = (text: string) => expect.stringContaining(text);
  expect(seen).toEqual([
    [0, about('1.4.1: PASSED, ')],
    [1, about('1.4.2: DOES NOT CONFORM (exit status 1) 1 new failure: invalid.name-type. ')],
    [
      0,
      // Each accepted body counts as a creation, so a gentle run leaves some requirements out.
      expect.stringMatching(
        /^1\.4\.3: NOTHING NEW, \d\d of 46 required requirements selected \(1 known\) \(exit status 0\) 1 still failing: invalid\.name-type\. /,
      ),
    ],
    [
      1,
      about(
        '1.4.4: DOES NOT CONFORM (exit status 1) 1 new failure: errors.status; 1 still failing: invalid.name-type. ',
      ),
    ],
    [
      0,
      about(
        '1.4.5: NOTHING NEW, 35 of 46 required requirements selected (1 known) (exit status 0) 1 fixed: invalid.name-type; 1 still failing: errors.status. ',
      ),
    ],
    [
      3,
      expect.stringMatching(/^1\.4\.6: COULD NOT BE TESTED \(exit status 3\) \S+: Cannot reach the target: /),
    ],
    [
      0,
      expect.stringMatching(
        /^1\.4\.7: PASSED, 35 of 46 .* \(exit status 0\) 1 fixed: errors\.status\. \d+ requests, \d categories left\.$/,
      ),
    ],
  ]);
  expect(messages).toHaveLength(7);

  const history = readHistory(await read('history.jsonl'));
  const days = nights.map((_, index) => dateOf(index + 1));
  expect(history.map(({ startedAt }) => startedAt.slice(0, 10))).toEqual(days);
  expect(history.map(({ seed }) => seed)).toEqual(days.map((one) => Number(one.replaceAll('-', ''))));
  expect(history.map(({ labels }) => labels['build'])).toEqual(days.map((_, index) => `1.4.${index + 1}`));

  const matrix = await read('matrix.txt');
  expect(matrix).toMatch(/│ invalid\.name-type +P - P F F F P/);
  expect(matrix).toMatch(/│ errors\.status +P - F F P P P/);
  const html = await read('index.html');
  for (const one of days.filter((_, index) => index !== 5))
    expect(html).toContain(`href="${one}/report.html"`);

  // The recipe for leftovers prints as many ids as the history counts.
  const last = JSON.parse(await read('last.json')) as Report;
  const ids = [...last.leftovers.map(({ id }) => id), ...(last.earlierLeftovers?.ids ?? [])];
  expect(matrix.replaceAll(/\n│ +/g, ' ')).toContain(`in all ${ids.length} by the kit`);
  expect(new Set(ids).size).toBe(ids.length);
  // Nothing was sent while the limit was used up.
  expect(server.stats().limited).toBe(0);
});

it('three more nights: an expired waiver, a renewed one, and a shared key', {
  timeout: 300_000,
}, async () => {
  const waivers = join(folder, 'petstore-conformance.waivers.json');
  const waiver = { requirement: 'errors.status', reason: 'a new gateway', owner: 'Ada', expires: dateOf(7) };
  await writeFile(waivers, JSON.stringify({ formatVersion: 1, waivers: [waiver] }));
  const expired = await spend(8, ['errors']);
  await expectAgreement(8, expired.line);
  expect([expired.status, expired.line]).toEqual([
    1,
    expect.stringContaining('DOES NOT CONFORM (exit status 1) 1 new failure: errors.status. '),
  ]);
  const run = await read(`${dateOf(8)}/run.txt`);
  expect(run.replaceAll(/\n│ +/g, ' ')).toContain(
    `The waiver of errors.status expired on ${dateOf(7)} (Ada: a new gateway). Fix what fails, or renew the waiver: petstore-conformance waive --renew --expires YYYY-MM-DD`,
  );

  await writeFile(
    waivers,
    JSON.stringify({ formatVersion: 1, waivers: [{ ...waiver, expires: dateOf(-1) }] }),
  );
  const renewed = await carryOut(['waive', '--renew', '--expires', dateOf(12)], { cwd: folder });
  expect(renewed.stdout).toContain('1 waiver renewed until');
  const waived = await spend(9, ['errors']);
  await expectAgreement(9, waived.line);
  expect([waived.status, waived.line]).toEqual([
    0,
    expect.stringMatching(/: NOTHING NEW, .* \(1 waived\) \(exit status 0\) 1 waived: errors\.status\. /),
  ]);

  isShared = true;
  const shared = await spend(10, []);
  isShared = false;
  await expectAgreement(10, shared.line);
  expect(shared.line).toContain('1 fixed: errors.status.');
  expect((JSON.parse(await read(`${dateOf(10)}/report.json`)) as Report).verdict.sentence).toContain(
    'Another client probably used the key during the run',
  );
  await rm(waivers);
});

it('a full run tests the 429 once a week, and has a baseline of its own', { timeout: 300_000 }, async () => {
  const { status, line, output } = await spend(11, [], { more: { FULL_RUN: '7' } });
  expect([status, line], output).toEqual([
    0,
    expect.stringContaining('CONFORMS (4 more need --description, 2 --plan)'),
  ]);
  const report = JSON.parse(await read('last-full.json')) as Report;
  expect(report.requirements.find(({ id }) => id === 'limit.enforced')?.verdict).toBe('pass');
  await expectAgreement(11, line);
  const gentle = JSON.parse(await read(`${dateOf(7)}/report.json`)) as Report;
  expect(gentle.verdict.sentence).toMatch(
    /not selected: .*limit\.enforced, limit\.retry-after, .*\(excluded by --profile gentle/,
  );
});

it('the script survives a missing key, broken files and an expired waiver, and its line has its own status', {
  timeout: 300_000,
}, async () => {
  const file = (name: string) => join(folder, 'nightly', name);
  const more = { REPORT_URL: 'https://ci.example/runs/42' };
  const noKey = await spend(12, [], { withKey: false, more });
  expect([noKey.status, noKey.line]).toEqual([
    2,
    `Pet Store staging, ${dateOf(12)}, build 1.4.12: COMMAND WRONG (exit status 2), see the log ${more.REPORT_URL}`,
  ]);

  // A full disk cut both files.
  await writeFile(file('last.json'), '{"format":"petstore-conf');
  await writeFile(
    file('history.jsonl'),
    `${await read('history.jsonl')}{"format":"petstore-conformance/run","for`,
  );
  const broken = await spend(13, [], { more });
  expect([broken.status, broken.line]).toEqual([0, expect.stringMatching(/: PASSED, .* \(exit status 0\) /)]);
  expect(broken.output).toMatch(/last\.json": it is not valid JSON/);
  expect(broken.output).toMatch(/^Skipped: "nightly\/history\.jsonl": line 12: it is not valid JSON/m);
  expect(readHistory(await read('history.jsonl'), () => {})).toHaveLength(12);

  const waiver = { requirement: 'invalid.name-type', reason: 'replaced soon', owner: 'Ada' };
  const path = join(folder, 'petstore-conformance.waivers.json');
  const waivers = [{ ...waiver, expires: dateOf(13) }];
  await writeFile(path, JSON.stringify({ formatVersion: 1, waivers }));
  const expired = await spend(14, [], { more });
  await rm(path);
  expect([expired.status, expired.line]).toEqual([
    1,
    expect.stringMatching(
      /WAIVERS OUT OF DATE \(exit status 1\) The waiver of invalid\.name-type expired on .* \(Ada: replaced soon\)\. 1 waiver expired: invalid\.name-type\. /,
    ),
  ]);
  expect(await read(`${dateOf(14)}/junit.xml`)).toContain('failures="1"');

  await rm(file('index.html'));
  await mkdir(file('index.html'));
  const uncompared = await spend(15, []);
  expect([uncompared.status, uncompared.line]).toEqual([
    2,
    expect.stringMatching(/COMPARISON FAILED \(exit status 2\), see the log\. The run: PASSED, /),
  ]);
});

it('the script ends with 3 if npx cannot install the kit, and changes nothing', async () => {
  const last = await read('last.json');
  await writeFile(join(folder, 'bin/npx'), '#!/bin/sh\necho "npm error code ENOTFOUND" >&2\nexit 1\n');
  const { status, line, output } = await spend(16, []);
  expect([status, line]).toEqual([3, expect.stringContaining('build 1.4.16: NO RESULT (exit status 3), ')]);
  expect(messages.at(-1)).toBe(line);
  // The log says why, and nothing else failed.
  expect(output.match(/^npm error .*/gm), output).toEqual(['npm error code ENOTFOUND']);
  expect(await read('last.json')).toBe(last);
});

function definedDown(down: boolean | undefined) {
  return down === undefined ? {} : { down };
}
