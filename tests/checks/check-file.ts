import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Report } from '../../src/report/model/report.ts';
import { start, temporaryFolder } from '../cli/command.ts';

const root = resolve(import.meta.dirname, '../..');

/** Code to insert into a file of checks. */
export interface InsertedCode {
  /** Runs inside the check, after its request. */
  readonly inCheck?: string;
  /** Runs while the file is loaded. */
  readonly atLoad?: string;
  /** The body of the rule. */
  readonly rule?: string;
}

/** Creates a folder with `guide.mjs`, a file with one check and one rule. */
async function folderWithChecks(code: InsertedCode): Promise<string> {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'node_modules'));
  await symlink(root, join(cwd, 'node_modules/petstore-conformance'), 'junction');
  await writeChecks(cwd, code);
  return cwd;
}

function writeChecks(folder: string, { inCheck = '', atLoad = '', rule = '' }: InsertedCode): Promise<void> {
  return writeFile(
    join(folder, 'guide.mjs'),
    `import { exit } from 'node:process';
     import { check, everyResponse, get, isList, listCategories, requirement, suite, unmet } from 'petstore-conformance/check';
     ${atLoad}
     export default suite('Our API guide', [
       requirement({ id: 'guide.etag', level: 'required', title: 'a title', impact: 'i', fix: 'f' }),
       check('guide.etag', 'a check', { withKey: 2 }, async ({ send, wait }) => {
         await send(() => get(listCategories));
         ${inCheck}
       }),
       everyResponse('guide.etag', 'a rule', isList, () => { ${rule} }),
     ]);`,
  );
}

async function readReport(folder: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, 'reports', 'report.json'), 'utf8'));
}

/** Starts the built command with a file of checks; `report` reads the report that the command has written. */
export async function runWithCheck(code: InsertedCode, ...more: string[]) {
  const cwd = await folderWithChecks(code);
  const args = ['run', '--check', 'guide.mjs', '--only', 'guide.*', '--no-exhaust', ...more];
  return { ...start(args, { cwd }), report: () => readReport(cwd) };
}
