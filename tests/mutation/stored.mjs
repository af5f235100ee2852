import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { subjectOf } from './subjects.mjs';

/**
 * A mutant and its outcome: a status of Stryker, `NotRun`, or `UnitsLeft` (it survives the unit tests, and the gallery
 * has not been run). `code` is what it replaces, and `fileName` is relative to the project.
 * @typedef {{ fileName: string, line: number, column: number, code: string, replacement: string, status: string }} Mutant
 */

const root = resolve(import.meta.dirname, '../..');

/** One result per line, written immediately, so that an interrupted run loses none and survivors can be run later. */
const file = resolve(root, 'reports/mutation.jsonl');

/** @returns {readonly Mutant[]} the stored results for the current code; none before the first run */
export function storedMutants() {
  if (!existsSync(file)) return [];
  const newest = new Map();
  const sources = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const mutant = JSON.parse(line);
    if (!isUnchanged(mutant, sources)) continue;
    const known = newest.get(keyOf(mutant));
    if (known === undefined || supersedes(mutant, known)) newest.set(keyOf(mutant), mutant);
  }
  return [...newest.values()];
}

/** Unit tests add nothing to a mutant that has run against the gallery, unless they kill it. */
function supersedes({ status }, known) {
  const isNew = status !== 'NotRun' && !(status === 'UnitsLeft' && known.status === 'Survived');
  return isNew && !isKilled(known);
}

/**
 * Returns whether the code that a mutant replaces is still in the same place. Moved code is another mutant.
 * @param {Mutant} mutant
 * @param {Map<string, readonly string[]>} sources lines of the files that were read so far
 */
function isUnchanged({ fileName, line, column, code }, sources) {
  const path = resolve(root, fileName);
  if (!sources.has(path)) sources.set(path, existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
  const lines = sources.get(path).slice(line - 1, line - 1 + code.split('\n').length);
  return lines.join('\n').startsWith(code, column - 1);
}

/** @param {Mutant} mutant */
export function store(mutant) {
  appendFileSync(file, `${JSON.stringify(mutant)}\n`);
}

/**
 * Deletes the stored results of these subjects.
 * @param {readonly string[]} names
 */
export function removeStored(names) {
  const others = storedMutants().filter(({ fileName }) => !names.includes(subjectOf(fileName)));
  writeFileSync(file, others.map((mutant) => `${JSON.stringify(mutant)}\n`).join(''));
}

/** Returns the keys of the mutants that were killed. */
export function storedKills() {
  return new Set(storedMutants().filter(isKilled).map(keyOf));
}

/** Returns a key that identifies a mutant. */
export function keyOf({ fileName, line, column, replacement }) {
  return JSON.stringify([fileName, line, column, replacement]);
}

function isKilled({ status }) {
  return ['Killed', 'Timeout', 'RuntimeError'].includes(status);
}
