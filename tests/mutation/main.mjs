import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { isFirstPart, takePart, takeUnits } from './asked.mjs';
import { forget, keptMutants } from './kept.mjs';
import { pageOf } from './page.mjs';
import { subjects } from './subjects.mjs';

/**
 * `npm run mutation` mutates everything that judges and writes docs/mutation.md. With names of subjects,
 * `npm run mutation -- src/engine suites`, only those are mutated. All of them meet the unit tests, and what is
 * left meets the gallery; with `--units` it does not. With `--part 2/4` only every fourth mutant is taken, beside what
 * the part before it took. With `--keep` what was killed before, and stands where it stood, is not run again. With
 * `--page` nothing is run, and the page is made of what was kept. Exits with 1 where less than 90 % is killed, or
 * where a reason explains nothing.
 */

/** The share of the mutants that must be killed. */
const leastKilled = 0.9;

const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
const asked = process.argv.slice(2);
const pageAlone = asked.includes('--page');
const inParts = asked.includes('--part');
if (inParts && !takePart(asked[asked.indexOf('--part') + 1] ?? ''))
  refuse('--part takes a number of so many, as 1/4.');
const names = asked.filter((word) => !word.startsWith('--') && !/^\d+\/\d+$/.test(word));
const unknown = names.filter((name) => !subjects.some((one) => one.name === name));
if (unknown.length > 0)
  refuse(
    `There is nothing to mutate named ${unknown.join(', ')}. Known: ${subjects.map(({ name }) => name).join(', ')}.`,
  );

if (!pageAlone) {
  const chosen = names.length === 0 ? subjects : subjects.filter(({ name }) => names.includes(name));
  const patterns = chosen.flatMap((subject) => subject.mutate);
  if (!asked.includes('--keep') && (!inParts || isFirstPart())) forget(chosen.map(({ name }) => name));
  takeUnits(true);
  await mutate(patterns);
  takeUnits(false);
  if (!asked.includes('--units')) await mutate(patterns);
}
const { text, killed, idle } = pageOf(keptMutants());
writeFileSync('docs/mutation.md', text);
console.log(`docs/mutation.md is written: ${(100 * killed).toFixed(1)} % killed.`);
for (const { file, code, mutant } of idle)
  console.error(`No survivor needs this reason any more: ${file}, ${code} => ${mutant}`);
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
    plugins: ['runner.mjs', 'keeper.mjs'].map((file) => resolve(import.meta.dirname, file)),
    buildCommand: 'npx tsc -p tests/mutation/tsconfig.json',
    // Stryker asks the compiler's old interface for this file, which TypeScript 7 has no more; a missing one it leaves alone.
    tsconfigFile: 'no-tsconfig-for-stryker.json',
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    // What runs once, when a file is loaded, would take a new process for each mutant.
    ignoreStatic: true,
    // The copy that is mutated: inside reports/, which no other tool looks at, and without what it does not need.
    tempDirName: 'reports/mutation',
    cleanTempDir: 'always',
    ignorePatterns: ['build', 'dist', 'reports', 'docs', 'bench'],
    concurrency: 2,
    dryRunTimeoutMinutes: 60,
    timeoutFactor: 5,
    timeoutMS: 60_000,
    allowConsoleColors: false,
    reporters: ['progress-append-only', 'keeper'],
  }).runMutationTest();
}
