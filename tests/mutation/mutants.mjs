import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * A mutant, found again after other code has changed.
 * @typedef {{ key: string, fileName: string, line: number, code: string, replacement: string }} Mutant `code` is what it
 *   replaces, and `fileName` is relative to the project. The key is the same as long as the declaration around it is, wherever
 *   it is in the file.
 */

/** @type {Map<string, { lines: readonly string[], starts: readonly { line: number, text: string }[] }>} */
const sources = new Map();

/**
 * Describes a mutant of Stryker.
 * @param {{ fileName: string, replacement?: string, location: { start: Place, end: Place } }} mutant as the reporter sees it
 * @param {0 | 1} base 0 if its lines and columns are counted from 0, as in a runner
 * @typedef {{ line: number, column: number }} Place
 * @returns {Mutant}
 */
export function describe({ fileName, replacement = '', location }, base) {
  const name = relative(root, fileName);
  const { lines, starts } = sourceOf(name);
  const at = ({ line, column }) => ({ line: line - base, column: column - base });
  const [start, end] = [at(location.start), at(location.end)];
  const code = codeBetween(lines, start, end);
  const { line, text } = starts.findLast((one) => one.line <= start.line) ?? { line: 0, text: '' };
  const key = hashOf(name, text, start.line - line, start.column, code, replacement);
  return { key, fileName: name, line: start.line + 1, code, replacement };
}

/** Where a top-level declaration starts. */
const declaration = /^(?:export|async|function|const|let|class|interface|type) /;

function sourceOf(name) {
  const known = sources.get(name);
  if (known !== undefined) return known;
  const lines = readFileSync(resolve(root, name), 'utf8').split('\n');
  const at = lines.flatMap((line, index) => (declaration.test(line) ? [index] : []));
  const starts = at.map((line, index) => ({ line, text: textOf(lines.slice(line, at[index + 1])) }));
  const source = { lines, starts };
  sources.set(name, source);
  return source;
}

/** Leaves out the comment of the next declaration, so that rewording it makes no new mutants of this one. */
function textOf(lines) {
  return lines.filter((line) => !/^(?:\/| \*|$)/.test(line)).join('\n');
}

function codeBetween(lines, start, end) {
  const part = lines.slice(start.line, end.line + 1);
  part[part.length - 1] = part.at(-1).slice(0, end.column);
  part[0] = part[0].slice(start.column);
  return part.join('\n');
}

function hashOf(...parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}
