import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unitsOnly } from './selection.mjs';

/** The last dry run: which tests reach which mutants. Valid for the same tests until a file changes. */
const file = resolve(import.meta.dirname, '../../reports/mutation-dry-run.json');

/**
 * Returns the result of the last dry run if the code is the same, and otherwise that of `make`.
 * @template Result
 * @param {string} folder the built code, instrumented
 * @param {() => Promise<Result>} make
 * @returns {Promise<Result>}
 */
export async function dryRunOf(folder, make) {
  const code = `${unitsOnly() ? 'units' : 'all'} ${hashOf(folder)}`;
  const last = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (last?.code === code) return last.result;
  const result = await make();
  writeFileSync(file, JSON.stringify({ code, result }));
  return result;
}

function hashOf(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.js')) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
