// @module-tag extended
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer as createRelay } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { editErrors, editFields, editResponses } from '../../../reference-server/changes/edits.ts';
import { withoutHeader } from '../../../reference-server/changes/headers.ts';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import { checkNewCategory } from '../../../reference-server/new-category.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { example } from '../markdown.ts';
import { installShim } from '../workspace.ts';

const key = 'staging-Key_0123456789-xyz';
const day = 86_400_000;

let folder = '';
let server: ReferenceServer;
/**
 * Whether another client uses the key tonight. The other client sends ten requests after every eighth request of the kit.
 */
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
/** The number of the night, counted from 1. The kit, `date` and the server share it. */
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
    // The window is short, so that a full run need not wait for a minute.
    minuteMs: 4_000,
    // Each night has a new window, so no run waits.
    clock: { now: () => Date.now() + night * day },
    change: [
      editFields((fields) =>
        broken.has('names') && typeof fields['name'] === 'number'
          ? checkNewCategory({ ...fields, name: String(fields['name']) })
          : undefined,
      ),
      editErrors([401], (error) => (broken.has('errors') ? { ...error, status: 400 } : { ...error })),
      editResponses(
        ({ status }) => status === 429 && broken.has('limited'),
        (response) => withoutHeader(response, 'X-RateLimit-Limit'),
      ),
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

/** Runs the script on one night. If staging is `down`, it refuses connections. */
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
      // Only a run depends on the date. On the fourth night, each command has its own process, as on a real machine.
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
const file = (name: string) => join(folder, 'nightly', name);
const read = (name: string) => readFile(file(name), 'utf8');

const reportOf = async (next: number): Promise<Report> =>
  JSON.parse(await read(`${dateOf(next)}/report.json`));
/** Returns the part of a chat line that follows the night and the build. */
const wordsOf = (line = '') => /, build [\d.]+: (.*)$/.exec(line)?.[1];
const changePattern = /\d+ (?:new|fixed|no longer accepted): [^;]*?(?=[;.] ?)/g;

/** Expects `diff`, the table and the page to say the same about a night as the chat line. Returns what the line says. */
async function expectAgreement(next: number, line = ''): Promise<string | undefined> {
  const words = wordsOf(line);
  const changes = words?.startsWith('First') ? [] : (words?.match(changePattern) ?? []);
  const table = (await read('matrix.txt')).replaceAll(/\n│ /g, ' ');
  for (const change of changes) {
    expect(table).toContain(change);
    expect(await read('index.html')).toContain(change);
    expect(await read(`${dateOf(next)}/changes.txt`)).toContain(change);
  }
  return words;
}

it('the script runs for seven nights, and fails only for new failures', {
  timeout: 300_000,
}, async () => {
  const nights: readonly (readonly [
    breaks: readonly string[],
    status: number,
    words: unknown,
    down?: boolean,
  ])[] = [
    [['errors'], 1, `First report, 1 failing: errors.status. See nightly/${dateOf(1)}/report.html`],
    [['names'], 1, `1 new: invalid.name-type; 1 fixed: errors.status. See nightly/${dateOf(2)}/report.html`],
    [['names'], 0, 'Nothing new; 1 still failing.'],
    [['names', 'errors'], 1, expect.stringMatching(/^1 new: errors\.status; 1 still failing\. See /)],
    [['errors'], 0, '1 fixed: invalid.name-type; 1 still failing.'],
    [['errors'], 3, expect.stringMatching(/^NO VERDICT http:.* See the log$/), true],
    [[], 0, '1 fixed: errors.status.'],
  ];
  for (const [index, [breaks, expected, words, down]] of nights.entries()) {
    const { status, line, output } = await spend(index + 1, breaks, definedDown(down));
    expect([status, await expectAgreement(index + 1, line)], output).toEqual([expected, words]);
    expect(line).toContain(`${dateOf(index + 1)}, build 1.4.${index + 1}: `);
  }
  expect(messages).toHaveLength(7);

  const days = nights.map((_, index) => dateOf(index + 1));
  const reports = await Promise.all(days.map((_, index) => reportOf(index + 1)));
  expect(reports.map(({ startedAt }) => startedAt.slice(0, 10))).toEqual(days);
  expect(reports.map(({ configuration }) => configuration.seed)).toEqual(
    days.map((one) => Number(one.replaceAll('-', ''))),
  );

  const matrix = await read('matrix.txt');
  expect(matrix).toMatch(/│ invalid\.name-type +· - · [FA] [FA] F ·/);
  expect(matrix).toMatch(/│ errors\.status +P - [FA] F P P F/);
  const html = await read('index.html');
  for (const one of days.filter((_, index) => index !== 5))
    expect(html).toContain(`href="${one}/report.html"`);

  // The recipe for leftovers prints the ids of all nights.
  const last = JSON.parse(await read('last.json')) as Report;
  const ids = [...last.leftovers.map(({ id }) => id), ...(last.earlierLeftovers?.ids ?? [])];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(last.leftovers.length);
  // Nothing was sent while the limit was used up.
  expect(server.stats().limited).toBe(0);
});

it('the report of a night during which another client used the key says so', {
  timeout: 300_000,
}, async () => {
  await spend(9, ['errors']);
  isShared = true;
  const shared = await spend(10, []);
  isShared = false;
  expect([shared.status, await expectAgreement(10, shared.line)]).toEqual([0, '1 fixed: errors.status.']);
  expect((await reportOf(10)).verdict.sentence).toContain('Another client probably used the key');
});

it('a full run once a week tests the 429, and the script knows the newest result of each requirement', {
  timeout: 300_000,
}, async () => {
  const more = { FULL_RUN: '7' };
  const nights = [
    // Only a full run can see a 429.
    [['limited'], 1, expect.stringMatching(/^1 new: headers\.present\. See /), more],
    [['limited', 'names'], 1, expect.stringMatching(/^1 new: invalid\.name-type\. See /), {}],
    [['limited', 'names'], 0, 'Nothing new; 2 still failing.', more],
    [['names'], 0, 'Nothing new; 1 still failing.', {}],
    [[], 0, '2 fixed: invalid.name-type, headers.present.', more],
  ] as const;
  for (const [index, [breaks, expected, words, variables]] of nights.entries()) {
    const { status, output, line } = await spend(11 + index, breaks, { more: variables });
    expect([status, await expectAgreement(11 + index, line)], output).toEqual([expected, words]);
  }
  const verdictOf = ({ requirements }: Report) =>
    requirements.find(({ id }) => id === 'limit.enforced')?.verdict;
  expect(verdictOf(await reportOf(11))).toBe('pass');
  expect(verdictOf(await reportOf(12))).toBe('not selected');
});

it('the script survives a missing key and broken files, and its line says if the command or the comparison failed', {
  timeout: 300_000,
}, async () => {
  const more = { REPORT_URL: 'https://ci.example/runs/42' };
  const noKey = await spend(16, [], { withKey: false, more });
  expect([noKey.status, noKey.line]).toEqual([
    2,
    `Pet Store staging, ${dateOf(16)}, build 1.4.16: COMMAND WRONG. See ${more.REPORT_URL}`,
  ]);

  // Cut the file short, as a full disk would.
  await writeFile(file('last.json'), '{"format":"petstore-conf');
  const broken = await spend(17, [], { more });
  expect([broken.status, broken.line]).toEqual([0, expect.stringMatching(/: First report, 0 failing\.$/)]);
  expect(broken.output).toMatch(/last\.json": it is not valid JSON/);

  await writeFile(file(`${dateOf(17)}/report.json`), '{"format":"petstore-conf');
  const uncompared = await spend(18, []);
  expect([uncompared.status, uncompared.line]).toEqual([
    2,
    expect.stringContaining(': COMPARISON FAILED. The run: Nothing new. See the log'),
  ]);
  expect(uncompared.output).toContain(`${dateOf(17)}/report.json": it is not valid JSON`);
  await rm(file(dateOf(17)), { recursive: true });
});

it('the script keeps the reports of sixty nights, and dates no failure before them', {
  timeout: 300_000,
}, async () => {
  const broken = await spend(20, ['errors']);
  expect(broken.status, broken.output).toBe(1);
  const report = await reportOf(20);
  // The requirement has been failing for longer than the script keeps reports.
  for (let earlier = 20 - 70; earlier < 20; earlier++) {
    const startedAt = new Date(Date.parse(report.startedAt) + (earlier - 20) * day).toISOString();
    await mkdir(file(dateOf(earlier)), { recursive: true });
    await writeFile(file(`${dateOf(earlier)}/report.json`), JSON.stringify({ ...report, startedAt }));
  }
  const fixed = await spend(21, []);
  expect(fixed.status, fixed.output).toBe(0);
  const kept = async () => (await readdir(file(''))).filter((name) => name.startsWith('20')).sort();
  const days = Array.from({ length: 60 }, (_, index) => dateOf(21 - 59 + index));
  expect(await kept()).toEqual(days);
  await rm(file(dateOf(21)), { recursive: true });
  // The table shows only requirements whose results differ. A night without a result counts as a difference.
  const down = await spend(21, [], { down: true });
  expect(down.status, down.output).toBe(3);
  expect((await read('matrix.txt')).replaceAll(/\n│ +(?:· )?/g, ' ')).toContain(
    `failed ${days[0]} (build 1.4.20) or earlier, not tested again`,
  );
});

it('the script accepts the failures that a file names, and says when an entry has expired', {
  timeout: 300_000,
}, async () => {
  const path = join(folder, 'petstore-conformance.accepted.json');
  const entry = { requirement: 'errors.status', reason: 'x', owner: 'Ada', until: dateOf(22) };
  const document = { format: 'petstore-conformance/accepted', formatVersion: 1, accepted: [entry] };
  await writeFile(path, JSON.stringify(document));
  await rm(file(''), { recursive: true });
  const nights = [
    [['errors'], 0, 'First report, 0 failing.'],
    [['errors'], 1, expect.stringMatching(/^1 no longer accepted: errors\.status\. See /)],
    [['errors'], 1, expect.stringMatching(/^1 no longer accepted: errors\.status\. See /)],
    [[], 0, '1 fixed: errors.status.'],
  ] as const;
  for (const [index, [breaks, expected, words]] of nights.entries()) {
    const { status, output, line } = await spend(22 + index, breaks);
    expect([status, await expectAgreement(22 + index, line)], output).toEqual([expected, words]);
  }
  expect((await reportOf(23)).verdict.sentence).toContain('No longer accepted: errors.status.');
  await rm(path);
});

it('the script exits with status 3 if npx cannot install the kit, and changes nothing', async () => {
  const last = await read('last.json');
  await writeFile(join(folder, 'bin/npx'), '#!/bin/sh\necho "npm error code ENOTFOUND" >&2\nexit 1\n');
  const { status, line, output } = await spend(20, []);
  expect([status, line]).toEqual([3, expect.stringMatching(/1\.4\.20: NO RESULT: .* See the log$/)]);
  expect(messages.at(-1)).toBe(line);
  // The log shows the reason, and nothing else failed.
  expect(output.match(/^npm error .*/gm), output).toEqual(['npm error code ENOTFOUND']);
  expect(await read('last.json')).toBe(last);
});

function definedDown(down: boolean | undefined) {
  return down === undefined ? {} : { down };
}
