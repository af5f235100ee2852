import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { measurementNow } from '../docs/measured.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */

const root = resolve(import.meta.dirname, '../..');

/** The results of all mutants, in the repository: a line for each file and status, with the keys of the mutants. */
const results = resolve(import.meta.dirname, 'results.txt');

/** Newer results, one per line, written immediately, so that an interrupted run loses none. */
const newer = resolve(root, 'reports/mutation.log');

/** All mutants of the current code, as of the last run. */
const list = resolve(root, 'reports/mutation-mutants.json');

/** @returns {Map<string, string>} the status of each mutant by its key, for this and earlier code */
export function storedResults() {
  const statuses = new Map();
  for (const [, status, ...keys] of linesOf(results)) for (const key of keys) statuses.set(key, status);
  for (const [key, status] of linesOf(newer)) statuses.set(key, status);
  return statuses;
}

/** Stores a result, and the test that killed the mutant, for those who look for it. */
export function store(key, status, killer = '') {
  appendFileSync(newer, `${key} ${status} ${killer.replaceAll(/\s+/g, ' ')}\n`);
}

/**
 * What the tests of `npm test` kill of the mutants that all tests kill.
 * @typedef {{ tried: number, killed: number }} Quick
 */
const quick = resolve(import.meta.dirname, 'quick-tier.json');

/** @param {Quick} counts */
export function storeQuick(counts) {
  writeFileSync(quick, `${JSON.stringify({ ...counts, measured: measurementNow() }, null, 2)}\n`);
}

/** @returns {Quick & { measured: import('../docs/measured.mjs').Measurement } | undefined} */
export function storedQuick() {
  return existsSync(quick) ? JSON.parse(readFileSync(quick, 'utf8')) : undefined;
}

/** @param {readonly Mutant[]} mutants */
export function storeList(mutants) {
  writeFileSync(list, JSON.stringify(mutants));
}

/** @returns {readonly (Mutant & { status: string })[]} all mutants; `NotRun` if the result is unknown */
export function storedMutants() {
  if (!existsSync(list)) return [];
  const statuses = storedResults();
  return JSON.parse(readFileSync(list, 'utf8')).map((mutant) => ({
    ...mutant,
    status: statuses.get(mutant.key) ?? 'NotRun',
  }));
}

/**
 * Writes the results to the repository, without those of earlier code.
 * @param {readonly (Mutant & { status: string })[]} mutants
 */
export function storeResults(mutants) {
  const lines = new Map();
  for (const { key, fileName, status } of mutants.filter((one) => one.status !== 'NotRun')) {
    const start = `${fileName} ${status}`;
    lines.set(start, [...(lines.get(start) ?? []), key]);
  }
  const sorted = [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(results, sorted.map(([start, keys]) => `${start} ${keys.toSorted().join(' ')}\n`).join(''));
  rmSync(newer, { force: true });
}

function linesOf(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '));
}
