// Removes from dist/ each declaration that no entry of the package leads to: nobody can import it, and all of them together
// would be a sixth of what is installed.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const reached = new Set();
for (const { types } of Object.values(exports)) if (types !== undefined) reach(join(root, types));

function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  // As the compiler writes it: `from './a.ts'` and `import('./a.ts').A`, of the package itself with a dot in front.
  for (const [, path] of readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom |\bimport\()['"](\.[^'"]+)\.[jt]s['"]/g,
  ))
    reach(resolve(dirname(file), `${path}.d.ts`));
}

for (const name of readdirSync(join(root, 'dist'), { recursive: true })) {
  const file = join(root, 'dist', name);
  if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}
