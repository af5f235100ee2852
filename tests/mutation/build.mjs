import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Builds the mutated copy of the project, with two changes that make it faster: vitest.ts is in place of vitest, because loader
 * hooks slow each worker down, and mutants that were passed once are counted no more.
 */

execFileSync('npx', ['tsc', '-p', 'tests/mutation/tsconfig.json']);

const folder = 'dist';
const substitute = join(folder, 'tests/mutation/vitest.js');
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const file = join(folder, name);
  if (!name.endsWith('.js') || file === substitute) continue;
  const text = readFileSync(file, 'utf8');
  const path = relative(dirname(file), substitute);
  writeFileSync(
    file,
    text
      .replace('var a = arguments;', '$& if (ns.isMeasured || c[a[0]] !== undefined) return;')
      .replaceAll("from 'vitest'", `from '${path.startsWith('.') ? path : `./${path}`}'`),
  );
}
