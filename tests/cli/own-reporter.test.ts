import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../report/sample-report.ts';
import { command, temporaryFolder } from './command.ts';
import { carryOutAsBuilt } from './in-process.ts';
import { expectRefused, runInto, startService } from './services.ts';

/** Creates a folder with a report and a reporter module. */
async function folderWith(module: string, name = 'mine.mjs'): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'in.json'), JSON.stringify(sampleReport));
  await writeFile(join(cwd, name), module);
  return cwd;
}

const counting = `export default {
  name: 'counting', file: 'count.txt', render: ({ findings }) => findings.length + ' findings\\n',
};`;
const counted = `${sampleReport.findings.length} findings\n`;

describe('a custom reporter in --reporter', () => {
  it('writes its file into the reports folder, or to a given path', async () => {
    const cwd = await folderWith(counting);
    await carryOutAsBuilt(['report', 'in.json', '--reporter', './mine.mjs', '--reports', 'out'], { cwd });
    await command(['report', 'in.json', '--reporter', 'json=copy.json,./mine.mjs=other/mine.txt'], { cwd });
    expect(readFileSync(join(cwd, 'out/count.txt'), 'utf8')).toBe(counted);
    expect(readFileSync(join(cwd, 'other/mine.txt'), 'utf8')).toBe(counted);
  });

  it('prints to stdout if it has no file', async () => {
    const cwd = await folderWith(counting.replace("file: 'count.txt',", ''));
    const { stdout, status } = await carryOutAsBuilt(['report', 'in.json', '--reporter', 'mine.mjs'], {
      cwd,
    });
    expect([stdout, status]).toEqual([counted, 0]);
  });

  it('works in a run', async () => {
    const cwd = await folderWith(counting);
    const reporter = ['--reporter', 'json,./mine.mjs=count.txt', '--only', 'list.*'];
    const { status } = await runInto(cwd, await startService(), ...reporter);
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'count.txt'), 'utf8')).toBe('0 findings\n');
  });

  it.each([
    ['throws', "() => { throw new Error('no ink'); }", /: no ink\.$/m],
    ['rejects with a value that is not an Error', "() => Promise.reject('late')", /: late\.$/m],
  ])(
    'that %s is named in the error and fails the command, but the other reporter still writes its file',
    async (_what, render, says) => {
      const cwd = await folderWith(`export default { name: 'mine', file: 'x.txt', render: ${render} };`);
      const { status, stderr } = await carryOutAsBuilt(
        ['report', 'in.json', '--reporter', './mine.mjs,junit'],
        {
          cwd,
        },
      );
      expect(status).toBe(3);
      expect(stderr).toMatch(/^petstore-conformance: the mine report could not be written to /);
      expect(stderr).toMatch(says);
      expect(readdirSync(cwd).sort()).toEqual(['in.json', 'junit.xml', 'mine.mjs']);
    },
  );

  it.each([
    ['does not exist', './gone.mjs', counting, /"\.\/gone\.mjs" does not exist, or is not a file\./],
    ['does not parse', './mine.mjs', 'export default {', /"\.\/mine\.mjs" does not parse: /],
    [
      'throws while it is loaded',
      './mine.mjs',
      "throw new Error('early')",
      /threw Error while loading: early/,
    ],
    ['exports nothing', './mine.mjs', 'export const x = 1;', /has no default export/],
    [
      'exports something that is not a reporter',
      './mine.mjs',
      'export default { name: 1 };',
      /its default export needs a name of letters, digits and \. _ -\.\n {2}A reporter is/,
    ],
    [
      'uses a built-in name',
      './mine.mjs',
      "export default { name: 'json', render: () => '' };",
      /its default export has the name of a built-in reporter, json\./,
    ],
    ['is followed by "=" without a file name', './mine.mjs=', counting, /needs a file name/],
    [
      'writes to the same file as another reporter',
      'junit=count.txt,./mine.mjs=count.txt',
      counting,
      /count\.txt" twice/,
    ],
  ])('that %s is rejected, and nothing is written', async (_what, asked, module, says) => {
    const cwd = await folderWith(module);
    expectRefused(await carryOutAsBuilt(['report', 'in.json', '--reporter', asked], { cwd }), says);
    expect(existsSync(join(cwd, 'count.txt'))).toBe(false);
  });
});
