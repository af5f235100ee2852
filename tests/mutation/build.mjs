import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Builds the mutated copy of the project, with vitest.ts in place of vitest: loader hooks would slow each worker down. */

execFileSync('npx', ['tsc', '-p', 'tests/mutation/tsconfig.json']);

const folder = 'dist/tests';
const substitute = join(folder, 'mutation/vitest.js');
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const file = join(folder, name);
  if (!name.endsWith('.js') || file === substitute) continue;
  const text = readFileSync(file, 'utf8');
  const path = relative(dirname(file), substitute);
  writeFileSync(
    file,
    text.replaceAll("from 'vitest'", `from '${path.startsWith('.') ? path : `./${path}`}'`),
  );
}
