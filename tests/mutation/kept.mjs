import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { subjectOf } from './subjects.mjs';

/**
 * A mutant and what became of it: a status of Stryker, `NotRun`, or `UnitsLeft`:
 * the unit tests leave it alive, and the gallery has not been run. `code` is what it stands in place of,
 * `fileName` is relative to the project.
 * @typedef {{ fileName: string, line: number, column: number, code: string, replacement: string, status: string }} Mutant
 */

const root = resolve(import.meta.dirname, '../..');

/**
 * Where results are kept, one a line, as soon as they are known: a run that is cut short loses none, and what
 * the unit tests left, or a part of it, can be run later.
 */
const file = resolve(root, 'reports/mutation.jsonl');

/** @returns {readonly Mutant[]} what is kept of the code as it is now; nothing before the first run */
export function keptMutants() {
  if (!existsSync(file)) return [];
  const newest = new Map();
  const sources = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const mutant = JSON.parse(line);
    if (!stillStands(mutant, sources)) continue;
    const known = newest.get(keyOf(mutant));
    if (known === undefined || tellsMore(mutant, known)) newest.set(keyOf(mutant), mutant);
  }
  return [...newest.values()];
}

/** Unit tests alone tell nothing more of what has met the gallery, too, unless they kill it. */
function tellsMore({ status }, known) {
  const isNew = status !== 'NotRun' && !(status === 'UnitsLeft' && known.status === 'Survived');
  return isNew && !isKilled(known);
}

/**
 * Whether the code that a mutant replaces stands where it stood: what has moved since is another mutant.
 * @param {Mutant} mutant
 * @param {Map<string, readonly string[]>} sources lines of the files that were read so far
 */
function stillStands({ fileName, line, column, code }, sources) {
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
