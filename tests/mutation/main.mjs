import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { pageOf } from './page.mjs';
import { isFirstPart, selectPart, selectUnits } from './selection.mjs';
import { removeStored, storedMutants } from './stored.mjs';
import { subjects } from './subjects.mjs';

/**
 * `npm run mutation` mutates everything that judges and writes docs/mutation.md. `npm run mutation -- src/engine suites`
 * mutates only these subjects. All mutants run against the unit tests, and survivors run against the gallery.
 *
 * - `--units` leaves out the gallery.
 * - `--part 2/4` takes only every fourth mutant, starting with the second.
 * - `--keep` does not repeat mutants that were killed before and have not moved.
 * - `--page` runs nothing and writes the page from stored results.
 *
 * Exits with 1 if less than 90 % is killed, or if a reason explains nothing.
 */

/** The share of mutants that must be killed. */
const leastKilled = 0.9;

const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
const asked = process.argv.slice(2);
const pageAlone = asked.includes('--page');
const inParts = asked.includes('--part');
if (inParts && !selectPart(asked[asked.indexOf('--part') + 1] ?? ''))
  refuse('--part takes a fraction such as 1/4.');
const names = asked.filter((word) => !word.startsWith('--') && !/^\d+\/\d+$/.test(word));
const unknown = names.filter((name) => !subjects.some((one) => one.name === name));
if (unknown.length > 0)
  refuse(
    `Unknown subject: ${unknown.join(', ')}. Use one of ${subjects.map(({ name }) => name).join(', ')}.`,
  );

if (!pageAlone) {
  const chosen = names.length === 0 ? subjects : subjects.filter(({ name }) => names.includes(name));
  const patterns = chosen.flatMap((subject) => subject.mutate);
  if (!asked.includes('--keep') && (!inParts || isFirstPart())) removeStored(chosen.map(({ name }) => name));
  selectUnits(true);
  await mutate(patterns);
  selectUnits(false);
  if (!asked.includes('--units')) await mutate(patterns);
}
const { text, list, killed, idle } = pageOf(storedMutants());
writeFileSync('docs/mutation.md', text);
writeFileSync('docs/data/mutants.csv', list);
console.log(`Wrote docs/mutation.md: ${(100 * killed).toFixed(1)} % killed.`);
for (const { file, code, mutant } of idle)
  console.error(`No survivor needs this reason anymore: ${file}, ${code} => ${mutant}`);
if (killed < leastKilled || idle.length > 0) process.exitCode = 1;

function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

/** @param {readonly string[]} patterns the files to mutate */
function mutate(patterns) {
  return new Stryker({
    mutate: patterns,
    testRunner: 'gallery',
    plugins: ['runner.mjs', 'result-store.mjs'].map((file) => resolve(import.meta.dirname, file)),
    buildCommand: 'npx tsc -p tests/mutation/tsconfig.json',
    // Stryker reads this file through an interface that TypeScript 7 does not have. It ignores a missing file.
    tsconfigFile: 'no-tsconfig-for-stryker.json',
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    // Code that runs once, when a file is loaded, would need a new process for each mutant.
    ignoreStatic: true,
    // The mutated copy is in reports/, which no other tool reads.
    tempDirName: 'reports/mutation',
    cleanTempDir: 'always',
    ignorePatterns: ['build', 'dist', 'reports', 'docs', 'bench'],
    concurrency: 2,
    dryRunTimeoutMinutes: 60,
    timeoutFactor: 5,
    timeoutMS: 60_000,
    allowConsoleColors: false,
    reporters: ['progress-append-only', 'result-store'],
  }).runMutationTest();
}
