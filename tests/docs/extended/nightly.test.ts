// @module-tag extended
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { editErrors, editFields } from '../../../reference-server/edits.ts';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import { checkNewCategory } from '../../../reference-server/new-category.ts';
import { readHistory } from '../../../src/report/compare/run-summary.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { blocks, page } from '../markdown.ts';
import { installShim } from '../workspace.ts';

const key = 'staging-Key_0123456789-xyz';
const day = 86_400_000;

let folder = '';
let server: ReferenceServer;
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
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  await installShim(folder);
  const text = await page('docs/nightly.md');
  const [script = ''] = blocks(text, 'bash');
  await writeFile(join(folder, 'nightly.sh'), script);
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
  await rm(folder, { recursive: true, force: true });
});

/** Runs the script of the page in one night; `down` names a port without a server. */
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
      STAGING_URL: down ? 'http://127.0.0.1:9/v1' : server.url,
      STAGING_BUILD: `1.4.${next}`,
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
  return { status, output, line: output.split('\n').find((text) => text.startsWith('Pet Store staging')) };
}

const dateOf = (next: number) => new Date(Date.now() + next * day).toISOString().slice(0, 10);
const read = (name: string) => readFile(join(folder, 'nightly', name), 'utf8');

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
    [3, about('1.4.6: COULD NOT BE TESTED (exit status 3)')],
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
  expect(matrix).toMatch(/│ invalid\.name-type +P F F F P - P/);
  expect(matrix).toMatch(/│ errors\.status +P P P F F - P/);
  const html = await read('index.html');
  for (const one of days.filter((_, index) => index !== 5))
    expect(html).toContain(`href="${one}/report.html"`);

  // The recipe for leftovers prints as many ids as the history counts.
  const last = JSON.parse(await read('last.json')) as Report;
  const ids = [...last.leftovers.map(({ id }) => id), ...(last.earlierLeftovers?.ids ?? [])];
  expect(matrix).toContain(`in all ${ids.length} by the kit`);
  expect(new Set(ids).size).toBe(ids.length);
  // Nothing was sent while the limit was used up.
  expect(server.stats().limited).toBe(0);
});

it('the script survives a missing key, broken files and an expired waiver, and its line has its own status', {
  timeout: 300_000,
}, async () => {
  const file = (name: string) => join(folder, 'nightly', name);
  const more = { REPORT_URL: 'https://ci.example/runs/42' };
  const noKey = await spend(8, [], { withKey: false, more });
  expect([noKey.status, noKey.line]).toEqual([
    2,
    `Pet Store staging, ${dateOf(8)}, build 1.4.8: COMMAND WRONG (exit status 2), see the log ${more.REPORT_URL}`,
  ]);

  // A full disk cut both files.
  await writeFile(file('last.json'), '{"format":"petstore-conf');
  await writeFile(
    file('history.jsonl'),
    `${await read('history.jsonl')}{"format":"petstore-conformance/run","for`,
  );
  const broken = await spend(9, [], { more });
  expect([broken.status, broken.line]).toEqual([0, expect.stringMatching(/: PASSED, .* \(exit status 0\) /)]);
  expect(broken.output).toMatch(/last\.json": it is truncated/);
  expect(broken.output).toMatch(/^Skipped: "nightly\/history\.jsonl": line 8: it is not valid JSON/m);
  expect(readHistory(await read('history.jsonl'), () => {})).toHaveLength(8);

  const waiver = { requirement: 'invalid.name-type', reason: 'replaced soon', owner: 'Ada' };
  const path = join(folder, 'petstore-conformance.waivers.json');
  const waivers = [{ ...waiver, expires: dateOf(9) }];
  await writeFile(path, JSON.stringify({ formatVersion: 1, waivers }));
  const expired = await spend(10, [], { more });
  await rm(path);
  expect([expired.status, expired.line]).toEqual([
    1,
    expect.stringMatching(
      /WAIVERS OUT OF DATE \(exit status 1\) The waiver of invalid\.name-type expired on .* \(Ada: replaced soon\)\. 1 waiver expired: invalid\.name-type\. /,
    ),
  ]);
  expect(await read(`${dateOf(10)}/junit.xml`)).toContain('failures="1"');

  await rm(file('index.html'));
  await mkdir(file('index.html'));
  const uncompared = await spend(11, []);
  expect([uncompared.status, uncompared.line]).toEqual([
    2,
    expect.stringMatching(/COMPARISON FAILED \(exit status 2\), see the log\. The run: PASSED, /),
  ]);
});

function definedDown(down: boolean | undefined) {
  return down === undefined ? {} : { down };
}
