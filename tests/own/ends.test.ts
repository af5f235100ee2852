import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { start, temporaryFolder } from '../cli/command.ts';

const root = resolve(import.meta.dirname, '../..');

/** The real command with a file of one check that does this, and its report where there is one. */
async function runWithCheck(
  act: { readonly inCheck?: string; readonly atLoad?: string; readonly rule?: string },
  ...more: string[]
) {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'node_modules'));
  await symlink(root, join(cwd, 'node_modules/petstore-conformance'), 'junction');
  await writeFile(
    join(cwd, 'guide.mjs'),
    `import { exit } from 'node:process';
     import { check, defineChecks, everyResponse, get, isList, listCategories } from 'petstore-conformance/check';
     ${act.atLoad ?? ''}
     export default defineChecks({
       section: 'Our API guide',
       requirements: [{ id: 'guide.row', level: 'required', title: 'a row', means: 'm', mend: 'f' }],
       members: [
         check('guide.row', 'a check', { withKey: 2 }, async ({ send, wait }) => {
           await send(() => get(listCategories));
           ${act.inCheck ?? ''}
         }),
         everyResponse('guide.row', 'a rule', isList, () => { ${act.rule ?? ''} }),
       ],
     });`,
  );
  const args = ['run', '--check', 'guide.mjs', '--only', 'guide.*', '--no-exhaust', ...more];
  const started = start(args, { cwd });
  const report = async (): Promise<Report> =>
    JSON.parse(await readFile(join(cwd, 'reports', 'report.json'), 'utf8'));
  return { ...started, report };
}

describe('a file of checks cannot end the command with a status of its own', () => {
  it.each([
    ['process.exit in a check', 'process.exit(0);'],
    ['the exit of node:process', 'exit(0);'],
    ['process.exit in a timer', 'setTimeout(() => process.exit(0)); await wait(1_000, "a while");'],
    ['a rejection that nobody catches', 'Promise.reject(new Error("stray")); await wait(1_000, "a while");'],
    ['a throw in a timer', 'setTimeout(() => { throw new Error("stray") }); await wait(1_000, "a while");'],
    ['a rejection with no Error', 'Promise.reject("stray"); await wait(1_000, "a while");'],
  ])('%s: a report that blames the file, and status 3', async (_what, inCheck) => {
    const { ended, report } = await runWithCheck({ inCheck });
    const { status, stderr } = await ended;
    expect(status, stderr).toBe(3);
    const { checkFaults = [], kitFaults, verdict } = await report();
    expect(kitFaults).toEqual([]);
    expect(checkFaults[0]).toMatch(/guide\.mjs.*(stray|process\.exit)/);
    expect(verdict).toMatchObject({ outcome: 'could not be tested', exitStatus: 3 });
  });

  it('a loop without an end: given up after ten seconds, with a report that blames the file', async () => {
    const { ended, report } = await runWithCheck({ rule: 'for (;;);' });
    expect((await ended).status).toBe(3);
    expect((await report()).checkFaults?.[0]).toMatch(/guide\.mjs.*did not come back within 10 s/);
  });

  it('a loop without an end at Ctrl-C: a report within a second, and status 130', async () => {
    const { child, ended, saw, report } = await runWithCheck({
      rule: 'process.stderr.write("looping\\n"); for (;;);',
    });
    await saw(/looping/, 'stderr');
    const sent = performance.now();
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    expect(performance.now() - sent).toBeLessThan(1_000);
    expect((await report()).verdict.outcome).toBe('interrupted');
  });

  it('process.reallyExit, which no report survives: status 3', async () => {
    const { ended } = await runWithCheck({ inCheck: 'process.reallyExit(0);' });
    expect((await ended).status).toBe(3);
  });

  it('process.exit while it is loaded: refused', async () => {
    const { ended } = await runWithCheck({ atLoad: 'process.exit(0);' });
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/guide\.mjs threw Error while it was loaded: process\.exit\(0\) was called/);
  });
});
