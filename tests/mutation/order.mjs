import { distanceOf } from './nearness.mjs';
import { requirementsNear } from './requirements-near.mjs';

/** Chooses the tests of a mutant and their order: first those that find most in the least time. */

/** Slow tests and servers per mutant, the closest ones. More kill hardly more mutants and take longer. */
const maxSlow = 6;

/** Test files per mutant of code that runs when its file is loaded: each is loaded again. */
const maxFiles = 12;

/** The distance of a requirement that a mutant does not seem to concern. */
const far = 10;

/** How much a unit test is expected to find by its distance, compared with a mutant of the file that it killed. */
const expected = [3, 1, 0.3, 0.03];

/** How often a test killed a mutant of a file. */
const kills = new Map();

const killsOf = (fileName, id) => kills.get(fileName)?.get(id) ?? 0;

/** Notes that a test killed a mutant, so that it comes earlier for its neighbors. */
export function noteKill(fileName, id) {
  const known = kills.get(fileName) ?? new Map();
  kills.set(fileName, known.set(id, (known.get(id) ?? 0) + 1));
}

/**
 * @typedef {{ id: string, run: () => Promise<string | undefined>, file?: string, rows?: readonly string[], ms: number }} Test
 *   with a file: unit tests; with rows: runs against the gallery
 * @param {{ quick: readonly Test[], slow: readonly Test[], servers: readonly Test[] }} tests the quick ones reach the mutant
 * @param {string} fileName the mutated file, relative to the project
 * @param {number} index of the mutated line, from 0
 * @returns {readonly Test[]}
 */
export function testsFor({ quick, slow, servers }, fileName, index) {
  const distance = serverDistance(fileName, index);
  const ranked = (some, hope) =>
    some
      .map((test) => ({ test, rank: (hope(test) + killsOf(fileName, test.id)) / Math.max(test.ms, 0.2) }))
      .toSorted((a, b) => b.rank - a.rank);
  const hope = ({ file }) => expected[distanceOf(file, fileName)];
  const near = slow.filter(({ file }) => distanceOf(file, fileName) < expected.length - 1);
  const whole = [
    ...ranked(near, hope).slice(0, maxSlow),
    ...ranked(servers, ({ rows }) => 1 / (1 + distance(rows))).slice(0, maxSlow),
  ];
  return [...ranked(quick, hope), ...whole].toSorted((a, b) => b.rank - a.rank).map(({ test }) => test);
}

/** Returns the closest test files and servers for a mutant of code that runs when its file is loaded. */
export function filesFor(unitFiles, fileName) {
  const rank = (file) => distanceOf(file, fileName) - killsOf(fileName, file);
  return unitFiles.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxFiles);
}

/** Returns the closest servers of the gallery. */
export function serversFor(servers, fileName, index) {
  const distance = serverDistance(fileName, index);
  return servers.toSorted((a, b) => distance(a.rows) - distance(b.rows)).slice(0, maxSlow);
}

/** How far the requirements that a server violates are from a line of code. */
function serverDistance(fileName, index) {
  const distances = requirementsNear(fileName, index);
  return (rows) => Math.min(...rows.map((row) => distances.get(row) ?? far), far);
}
