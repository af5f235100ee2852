import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Project } from './project.ts';

const root = resolve(import.meta.dirname, '../..');

/** A compiler and its module resolution, which works like that of Node.js or of bundlers. */
export interface Compilation {
  readonly compiler: 'TypeScript 5.9' | 'TypeScript 7';
  readonly moduleResolution: 'nodenext' | 'bundler';
}

/** The first two compilations cover each compiler and each resolution once. */
export const compilations = [
  { compiler: 'TypeScript 7', moduleResolution: 'nodenext' },
  { compiler: 'TypeScript 5.9', moduleResolution: 'bundler' },
  { compiler: 'TypeScript 7', moduleResolution: 'bundler' },
  { compiler: 'TypeScript 5.9', moduleResolution: 'nodenext' },
] as const satisfies readonly Compilation[];

/** The strictest options that users set. */
const options = [
  '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature --noImplicitOverride',
  '--verbatimModuleSyntax --isolatedModules --types node --target es2022 --lib es2023',
].flatMap((line) => line.split(' '));

/** Returns the path of a compiler: the newer one is the kit's own, and the older one is installed in the project. */
export function placeOf(compiler: Compilation['compiler']): string {
  const inProject = 'node_modules/typescript/bin/tsc';
  return compiler === 'TypeScript 5.9' ? inProject : join(root, inProject);
}

const files = ['own-checks.ts', 'library.ts', 'pet-store.test.ts'];

/**
 * Compiles a user's files into `out/` or the folder `into`, and resolves with the compiler's output, which is normally
 * empty. Unless `trusting` is set, the compiler also checks the kit's own types.
 */
export function compile(
  { folder }: Project,
  { compiler, moduleResolution }: Compilation,
  { trusting, into = 'out' }: { readonly trusting: boolean; readonly into?: string },
): Promise<string> {
  const module = moduleResolution === 'bundler' ? 'preserve' : 'nodenext';
  const how = ['--module', module, '--moduleResolution', moduleResolution, '--skipLibCheck', `${trusting}`];
  const where = ['--outDir', into];
  return new Promise((resolve) => {
    const args = [placeOf(compiler), ...options, ...how, ...where, ...files];
    execFile(process.execPath, args, { cwd: folder, timeout: 100_000 }, (error, stdout) =>
      resolve(error === null || stdout !== '' ? stdout : error.message),
    );
  });
}
