// Copies to dist/ the declarations that an entry of the package leads to: nobody can import another one, and all of them
// together would be a sixth of what is installed.
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const copied = new Set();
for (const { types } of Object.values(exports))
  if (types !== undefined) copy(types.replace(/^\.\/dist\//, ''));

/** Takes the path of a declaration inside build/, which is that inside dist/. */
function copy(path) {
  if (copied.has(path)) return;
  copied.add(path);
  const file = join(root, 'build', path);
  cpSync(file, join(root, 'dist', path));
  // As the compiler writes it: `from './a.ts'` and `import('./a.ts').A`, of the package itself with a dot in front.
  for (const [, imported] of readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom |\bimport\()['"](\.[^'"]+)\.[jt]sx?['"]/g,
  ))
    copy(join(dirname(path), `${imported}.d.ts`));
}
