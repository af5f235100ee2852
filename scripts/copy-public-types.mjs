// Copies to dist/ only the declarations that a package entry reaches. Other declarations cannot be imported, and all
// declarations together would make up a sixth of the installed size.
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const copied = new Set();
for (const { types } of Object.values(exports))
  if (types !== undefined) copy(types.replace(/^\.\/dist\//, ''));

/** Copies a declaration and everything it imports; `path` is relative to build/ and to dist/. */
function copy(path) {
  if (copied.has(path)) return;
  copied.add(path);
  const file = join(root, 'build', path);
  cpSync(file, join(root, 'dist', path));
  // The compiler writes `from './a.ts'` and `import('./a.ts').A`; relative paths belong to this package.
  for (const [, imported] of readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom |\bimport\()['"](\.[^'"]+)\.[jt]sx?['"]/g,
  ))
    copy(join(dirname(path), `${imported}.d.ts`));
}
