import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The last dry run: which tests reach which mutants. Valid until a file changes. */
const file = resolve(import.meta.dirname, '../../reports/mutation-dry-run.json');

/**
 * Returns the result of the last dry run if the code is the same, and otherwise that of `make`.
 * @template Result
 * @param {string} folder the built code, instrumented
 * @param {() => Promise<Result>} make
 * @returns {Promise<Result>}
 */
export async function dryRunOf(folder, make) {
  const code = hashOf(folder);
  const last = lastDryRun();
  if (last?.code === code) return last.result;
  const result = await make();
  // A failure may be that of the runner, which is not in the folder.
  if (result.tests.every(({ status }) => status === 0)) writeFileSync(file, JSON.stringify({ code, result }));
  return result;
}

/**
 * Returns what the last dry run found out.
 * @returns {{ times: ReadonlyMap<string, number>, reaching: (mutant: string) => ReadonlySet<string> }} the milliseconds of
 *   each test, and the tests that reach a mutant after their file is loaded
 */
export function testFacts() {
  const { tests, mutantCoverage } = lastDryRun()?.result ?? { tests: [], mutantCoverage: { perTest: {} } };
  const coverage = Object.entries(mutantCoverage.perTest);
  return {
    times: new Map(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs])),
    reaching: (mutant) => new Set(coverage.filter(([, hits]) => hits[mutant] > 0).map(([id]) => id)),
  };
}

function lastDryRun() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function hashOf(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.js')) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
