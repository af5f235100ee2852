import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { subjectOf } from './subjects.mjs';

/**
 * A mutant and what became of it: a status of Stryker, `NotRun`, or `UnitsLeft`:
 * the unit tests leave it alive, and the gallery has not been run. `code` is what it stands in place of,
 * `fileName` is relative to the project.
 * @typedef {{ fileName: string, line: number, column: number, code: string, replacement: string, status: string }} Mutant
 */

/**
 * Where results are kept, one a line, as soon as they are known: a run that is cut short loses none, and what
 * the unit tests left, or a part of it, can be run later.
 */
const file = resolve(import.meta.dirname, '../../reports/mutation.jsonl');

/** @returns {readonly Mutant[]} what is kept; nothing before the first run */
export function keptMutants() {
  if (!existsSync(file)) return [];
  const newest = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const mutant = JSON.parse(line);
    const known = newest.get(keyOf(mutant));
    const tellsMore = known === undefined || (mutant.status !== 'NotRun' && !isKilled(known));
    if (tellsMore) newest.set(keyOf(mutant), mutant);
  }
  return [...newest.values()];
}

/** @param {Mutant} mutant */
export function keep(mutant) {
  appendFileSync(file, `${JSON.stringify(mutant)}\n`);
}

/**
 * Drops what is kept of these subjects.
 * @param {readonly string[]} names
 */
export function forget(names) {
  const others = keptMutants().filter(({ fileName }) => !names.includes(subjectOf(fileName)));
  writeFileSync(file, others.map((mutant) => `${JSON.stringify(mutant)}\n`).join(''));
}

/** The keys of the mutants that need no other test. */
export function killedBefore() {
  return new Set(keptMutants().filter(isKilled).map(keyOf));
}

/** What tells a mutant from all others. */
export function keyOf({ fileName, line, column, replacement }) {
  return JSON.stringify([fileName, line, column, replacement]);
}

function isKilled({ status }) {
  return ['Killed', 'Timeout', 'RuntimeError'].includes(status);
}
