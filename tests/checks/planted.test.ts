import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { temporaryFolder } from '../cli/command.ts';
import { carryOutAsBuilt } from '../cli/in-process.ts';
import { codings, leaksOf } from '../support/echoes.ts';
import { inTiers } from '../support/tiers.ts';

const root = resolve(import.meta.dirname, '../..');
const key = `${randomBytes(15).toString('base64url')}.Zq~7`;

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
});
afterAll(() => server.close());

/** Returns a file of checks that puts `echo`, the key in some form, into every string of a report or request. */
function checksWith(echo: string): string {
  return `
  import { check, conclusion, everyResponse, get, isList, notTested, post, probe, requirement, suite, unmet } from 'petstore-conformance/check';
  const echo = ${JSON.stringify(echo)};
  const inPath = encodeURIComponent(echo);
  const added = (id, level = 'required') => requirement({
    id, level, title: 'title ' + echo, source: 'source ' + echo, sentence: 'sentence ' + echo, asks: 'asks ' + echo,
    impact: 'impact ' + echo, fix: 'fix ' + echo,
  });
  const found = (exchange) => unmet('expected ' + echo, 'received ' + echo, 'cause ' + echo);
  class Odd extends Error { name = 'Odd' + echo; }
  export default suite('Section ' + echo, [
      ...['rule', 'sent', 'thrown', 'text', 'left', 'end', 'waits', 'probed'].map((id) => added('guide.' + id)),
      added('guide.warned', 'advisory'),
      added('guide.seen', 'observed'),
      everyResponse('guide.rule', 'rule ' + echo, isList, found),
      everyResponse('guide.warned', 'warning ' + echo, isList, found),
      check('guide.sent', 'check ' + echo, {}, async ({ send }) => {
        await send(() => get('/pets/' + inPath));
        await send(() => post({ name: 7, description: echo }));
        found();
      }),
      check('guide.thrown', 'throws ' + echo, {}, async () => { throw new Odd('thrown ' + echo); }),
      check('guide.text', 'throws a string ' + echo, {}, async () => { throw 'text ' + echo; }),
      check('guide.left', 'leaves ' + echo, {}, async () => notTested('reason ' + echo)),
      check('guide.waits', 'waits ' + echo, {}, async ({ wait }) => { await wait(1, 'wait ' + echo); found(); }),
      probe('guide.probed', 'probe ' + echo, {}, () => get('/orders/' + inPath)),
      check('guide.probed', 'bad request ' + echo, {}, async ({ send }) => { await send(() => get(echo)); }),
      conclusion('guide.end', 'end ' + echo, () => ({ tested: 1, occurrences: [
        { expected: 'e ' + echo, received: 'r ' + echo, cause: 'c ' + echo, instance: 'i ' + echo }], seen: 's ' + echo })),
      conclusion('guide.seen', 'seen ' + echo, () => ({ tested: 1, seen: 'seen ' + echo })),
  ]);
`;
}

/** A custom reporter that writes the whole report. */
const reporter = `export default { name: 'mine', file: 'mine.txt', render: (report) => JSON.stringify(report) };`;

async function project(echo: string): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/petstore-conformance'), 'junction');
  await writeFile(join(folder, 'guide.mjs'), checksWith(echo));
  await writeFile(join(folder, 'mine.mjs'), reporter);
  return folder;
}

/** Runs a command and returns everything it wrote, by stream and file. */
async function written(cwd: string, args: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { stdout, stderr } = await carryOutAsBuilt(args, {
    cwd,
    env: { PETSTORE_API_KEY: key, GITHUB_STEP_SUMMARY: join(cwd, 'step.md'), GITHUB_ACTIONS: 'true' },
  });
  const folder = join(cwd, 'reports');
  const files = existsSync(folder) ? (await readdir(folder)).map((name) => join(folder, name)) : [];
  const paths = [...files, join(cwd, 'step.md')].filter((path) => existsSync(path));
  return new Map([
    ['stdout', stdout],
    ['stderr', stderr],
    ...(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const))),
  ]);
}

function expectNone(outputs: ReadonlyMap<string, string>): void {
  for (const [name, text] of outputs) expect(leaksOf(key, text), name).toEqual([]);
}

const all = 'terminal,json,html,junit,markdown,har,github,./mine.mjs';

describe('the key in the strings of a file of checks', () => {
  // The tests of the redactor cover all forms of the key, and this test covers all outputs.
  const sample = codings.filter((_coding, index) => index % 6 === 0);
  for (const { rows, options } of inTiers(
    sample.map(({ id, write }) => [id, write] as const),
    sample.length,
  ))
    it.each(rows)('appears in no output: %s', options, async (_id, write) => {
      const cwd = await project(write(key, Math.random));
      const checks = ['--check', 'guide.mjs', '--only', 'guide.*'];
      const run = await written(cwd, ['run', '--base-url', server.url, ...checks, '--reporter', all]);
      expectNone(run);
      expect(run.size, run.get('stderr')).toBe(9);
      const report = JSON.parse(run.get(join(cwd, 'reports/report.json')) ?? '');
      expect(report.findings.length).toBeGreaterThan(3);
      expect(report.checkFaults.length).toBeGreaterThan(1);
      const file = 'reports/report.json';
      for (const args of [
        ['run', '--base-url', server.url, ...checks, '--dry-run'],
        ['list', '--check', 'guide.mjs'],
        ['list', '--check', 'guide.mjs', '--json'],
        ['explain', 'guide.rule', '--check', 'guide.mjs'],
        ['explain', 'guide.rule', '--check', 'guide.mjs', '--json'],
        ['replay', file, '--finding', 'guide.rule', '--check', 'guide.mjs'],
        ['replay', file, '--finding', 'guide.sent', '--check', 'guide.mjs'],
        ['judge', 'reports/exchanges.har', '--check', 'guide.mjs', '--reporter', all],
      ])
        expectNone(await written(cwd, args));
    });
});
