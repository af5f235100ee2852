import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** Strict settings that careful users choose. The kit's types must compile with them. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  outDir: 'out',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
};

export interface UserProject {
  readonly folder: string;
  /** Compiles the named files. Rejects with the compiler's output if they do not compile. */
  readonly compile: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** Runs a compiled file with only the given environment variables. */
  readonly node: (name: string, env: Readonly<Record<string, string>>) => Promise<Ran>;
  readonly remove: () => Promise<void>;
}

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates a user's project in which only the built package and the types of Node.js are installed. */
export async function createUserProject(): Promise<UserProject> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-user-'));
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  await symlink(root, join(folder, 'node_modules/petstore-conformance'));
  await symlink(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  return {
    folder,
    async compile(files) {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      await execute(process.execPath, [compiler, '-p', '.'], { cwd: folder }).catch(
        ({ stdout, message }: { stdout?: string; message: string }) => {
          throw new Error(stdout || message);
        },
      );
    },
    node: (name, env) =>
      new Promise((resolve) => {
        const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env }, timeout: 50_000 };
        execFile(process.execPath, [join('out', name)], options, (error, stdout, stderr) =>
          resolve({
            status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
            stdout,
            stderr,
          }),
        );
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
