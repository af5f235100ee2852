// Plain JavaScript, because `npm run bench` imports it without a compiler.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * When numbers were measured, and the code they were measured on.
 * @typedef {{ readonly date: string, readonly version: string, readonly commit: string }} Measurement
 */

/** The measured code: everything except the generated pages. A change to it that is not committed is stated with the numbers. */
const measuredCode = ['src', 'suites', 'reference-server', 'tests', 'package-lock.json'];

/**
 * Returns what to state about numbers that are being measured now.
 * @returns {Measurement}
 */
export function measurementNow() {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const changed = git('status', '--porcelain', '--', ...measuredCode) !== '';
  return {
    date: new Date().toISOString().slice(0, 10),
    version,
    commit: `${git('rev-parse', '--short=8', 'HEAD')}${changed ? ' with changes' : ''}`,
  };
}

/**
 * Returns the sentence that a page of evidence has about its numbers. The version is stated because a tarball or a shallow
 * clone does not have the commit.
 * @param {readonly Measurement[]} measurements one for each part of the page that is measured on its own
 * @returns {string}
 */
export function measuredSentence(measurements) {
  /** @param {keyof Measurement} name */
  const all = (name) => [...new Set(measurements.map((one) => one[name]))];
  const [first, ...later] = all('date').sort();
  const when = later.length === 0 ? `on ${first}` : `from ${first} to ${later.at(-1)}`;
  /** @param {string} word @param {readonly string[]} values */
  const named = (word, values) => `${word}${values.length === 1 ? '' : 's'} ${values.join(', ')}`;
  return `Measured ${when}, ${named('version', all('version'))}, ${named('commit', all('commit'))}.`;
}

/**
 * Finds the sentence about measurements in a page.
 * @param {string} text
 * @returns {{ readonly sentence: string, readonly versions: readonly string[] } | undefined}
 */
export function measuredIn(text) {
  const found =
    /Measured (?:on|from) [\d-]+(?: to [\d-]+)?,\sversions? (.+?),\scommits? [0-9a-f]{7}.*?\.(?=\s)/.exec(
      text,
    );
  if (found === null) return undefined;
  const [sentence, versions = ''] = found;
  return { sentence, versions: versions.split(', ') };
}

/** @param {...string} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
