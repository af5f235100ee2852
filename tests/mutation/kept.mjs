import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { subjectOf } from './subjects.mjs';

/**
 * A mutant and its result: a Stryker status, `NotRun`, or `UnitsLeft` (it survived the unit tests, and the gallery has not
 * run). `code` is the code that it replaces; `fileName` is relative to the project.
 * @typedef {{ fileName: string, line: number, column: number, code: string, replacement: string, status: string }} Mutant
 */

const root = resolve(import.meta.dirname, '../..');

/**
 * The file of results, one per line, written as soon as they are known. So an interrupted run loses none, and the mutants
 * that the unit tests left can run later.
 */
const file = resolve(root, 'reports/mutation.jsonl');

/** @returns {readonly Mutant[]} the recorded mutants of the current code; empty before the first run */
export function keptMutants() {
  if (!existsSync(file)) return [];
  const newest = new Map();
  const sources = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const mutant = JSON.parse(line);
    if (!isCurrent(mutant, sources)) continue;
    const known = newest.get(keyOf(mutant));
    if (known === undefined || isBetter(mutant, known)) newest.set(keyOf(mutant), mutant);
  }
  return [...newest.values()];
}

/** Returns whether a result is more informative. A survivor of the gallery stays one unless the unit tests kill it. */
function isBetter({ status }, known) {
  const isNew = status !== 'NotRun' && !(status === 'UnitsLeft' && known.status === 'Survived');
  return isNew && !isKilled(known);
}

/**
 * Returns whether the code that a mutant replaces is still in the same place; moved code gives another mutant.
 * @param {Mutant} mutant
 * @param {Map<string, readonly string[]>} sources lines of the files read so far
 */
function isCurrent({ fileName, line, column, code }, sources) {
  const path = resolve(root, fileName);
  if (!sources.has(path)) sources.set(path, existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
  const lines = sources.get(path).slice(line - 1, line - 1 + code.split('\n').length);
  return lines.join('\n').startsWith(code, column - 1);
}

/** @param {Mutant} mutant */
export function keep(mutant) {
  appendFileSync(file, `${JSON.stringify(mutant)}\n`);
}

/**
 * Deletes the results of these subjects.
 * @param {readonly string[]} names
 */
export function forget(names) {
  const others = keptMutants().filter(({ fileName }) => !names.includes(subjectOf(fileName)));
  writeFileSync(file, others.map((mutant) => `${JSON.stringify(mutant)}\n`).join(''));
}

/** Returns the keys of the mutants that need no further test. */
export function killedBefore() {
  return new Set(keptMutants().filter(isKilled).map(keyOf));
}

/** Returns a string that identifies a mutant. */
export function keyOf({ fileName, line, column, replacement }) {
  return JSON.stringify([fileName, line, column, replacement]);
}

function isKilled({ status }) {
  return ['Killed', 'Timeout', 'RuntimeError'].includes(status);
}
