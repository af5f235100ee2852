import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { pageOf } from './page.mjs';
import { selectAll, selectNew, selectPart, selectPaths, selectQuick, selectUnits } from './selection.mjs';
import { storedMutants, storeResults } from './stored.mjs';
import { isIn, mutated, subjects } from './subjects.mjs';

/**
 * `npm run mutation` runs the mutants whose result is not known (results.txt) or that survived, and writes
 * reports/mutation.md. `npm run mutation -- src/engine/pacing suites` runs only those in these folders or files.
 *
 * - `--part 2/4` runs only every fourth mutant, starting with the second.
 * - `--new` leaves out those that survived, which take the longest.
 * - `--all` repeats those that were killed or endless before, too.
 * - `--units` runs only quick unit tests. The next run without it continues with the survivors.
 * - `--quick` runs the killed ones again, with the tests of `npm test` alone, and states how many those kill.
 * - `--processes 1` runs one process instead of two.
 * - `--page` runs nothing and writes the page from stored results.
 *
 * Exits with 1 if too few are killed, or if a reason explains nothing.
 */

/** The share of mutants that must be killed. */
const leastKilled = 0.99;

const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
const asked = process.argv.slice(2);
const wordAfter = (flag) => (asked.includes(flag) ? (asked[asked.indexOf(flag) + 1] ?? '') : undefined);
const [part, processes = '2'] = [wordAfter('--part'), wordAfter('--processes')];
if (part !== undefined && !selectPart(part)) refuse('--part takes a fraction such as 1/4.');
const names = asked.filter((word) => !word.startsWith('--') && word !== part && word !== processes);
const unknown = names.filter((name) => !existsSync(name) || !subjects.some((subject) => isIn(name, subject)));
if (unknown.length > 0)
  refuse(`Not mutated: ${unknown.join(', ')}. Use files or folders of ${subjects.join(', ')}.`);

selectPaths(names);
selectNew(asked.includes('--new'));
selectAll(asked.includes('--all'));
selectUnits(asked.includes('--units'));
selectQuick(asked.includes('--quick'));
if (!asked.includes('--page')) await mutate();
const mutants = storedMutants();
storeResults(mutants);
const { text, list, share, idle } = pageOf(mutants);
writeFileSync('reports/mutation.md', text);
writeFileSync('reports/mutants.csv', list);
console.log(`Wrote reports/mutation.md: ${(100 * share).toFixed(1)} % killed.`);
for (const { file, code, mutant } of idle)
  console.error(`No survivor needs this reason anymore: ${file}, ${code} => ${mutant}`);
if (share < leastKilled || idle.length > 0) process.exitCode = 1;

function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

function mutate() {
  return new Stryker({
    // Always all of them, so that one dry run serves all parts.
    mutate: mutated,
    testRunner: 'gallery',
    plugins: ['runner.mjs', 'result-store.mjs'].map((file) => resolve(import.meta.dirname, file)),
    buildCommand: 'node tests/mutation/build.mjs',
    // Stryker reads this file through an interface that TypeScript 7 does not have. It ignores a missing file.
    tsconfigFile: 'no-tsconfig-for-stryker.json',
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    // The mutated copy is in reports/, which no other tool reads.
    tempDirName: 'reports/mutation',
    cleanTempDir: 'always',
    ignorePatterns: ['build', 'dist', 'reports', 'bench'],
    concurrency: Number(processes),
    dryRunTimeoutMinutes: 60,
    timeoutFactor: 5,
    timeoutMS: 60_000,
    allowConsoleColors: false,
    warnings: { slow: false },
    reporters: ['progress-append-only', 'result-store'],
  }).runMutationTest();
}
