import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import type { Place } from './banned.ts';

const root = resolve(import.meta.dirname, '../..');

/** A piece of text that people read, with its place in a file. */
export interface Written {
  readonly at: string;
  readonly place: Place;
  readonly words: string;
}

/** Pages that are generated from strings in the code, or that quote what targets sent. */
const generated = /^docs\/(?:pictures\/|gallery|weak-validators|reference\/requirements)/;
/** Files that are not read: the list of banned phrases, the independently written servers, and the stacks. */
const notRead = /^(?:tests\/words\/|tests\/strangers\/servers\/|tests\/stacks\/[^/]+\/)/;

const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => pattern.test(file) && !/node_modules|\/(?:build|dist)\//.test(file));

/** The files that people read: hand-written pages and sources. */
export const readFiles: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'action.yml',
  ...filesIn('docs', /\.md$/),
  ...['src', 'suites', 'reference-server', 'tests', 'scripts'].flatMap((folder) =>
    filesIn(folder, /\.(?:tsx?|mjs)$/),
  ),
].filter((file) => !generated.test(file) && !notRead.test(file));

/** Returns the prose, labels and names in a file, each with its line. */
export function writtenIn(file: string): readonly Written[] {
  const source = readFileSync(join(root, file), 'utf8');
  return /\.(?:md|yml)$/.test(file) ? prose(file, source) : code(file, source);
}

/** Returns a page's text without code, one piece per paragraph, because sentences run over lines. */
function prose(file: string, source: string): Written[] {
  const pieces: Written[] = [];
  let start = 0;
  let words: string[] = [];
  const end = () => {
    if (words.length > 0) pieces.push({ at: `${file}:${start}`, place: 'text', words: words.join(' ') });
    words = [];
  };
  let fenced = false;
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*```/.test(line)) {
      fenced = !fenced;
      end();
      continue;
    }
    if (fenced) continue;
    if (line.trim() === '' || /^(?:[#|>]|\s*[-*\d])/.test(line)) end();
    const visible = line
      .replace(/`[^`]*`/g, '`…`')
      .replace(/\]\([^)]*\)/g, ']')
      .trim();
    if (visible === '') continue;
    if (words.length === 0) start = index + 1;
    words.push(visible);
  }
  end();
  return pieces;
}

/** Returns comments, strings, JSX text and identifiers. In tests, strings are data, so only titles count. */
function code(file: string, source: string): Written[] {
  const { program, comments } = parseSync(file, source);
  const pieces: Written[] = [];
  const lineOf = lineFinder(source);
  const add = (place: Place, words: string, start: number) =>
    pieces.push({ at: `${file}:${lineOf(start)}`, place, words });
  for (const { value, start } of comments)
    add('text', value.replace(/\n\s*\*?/g, ' ').replace(/`[^`]*`/g, '`…`'), start);
  const isTest = file.startsWith('tests/');
  const string = (words: string, start: number) => {
    if (/^[\w-]+$/.test(words)) add('name', words, start);
    if (words.length < 30) add('label', words.replace(/:?\s*$/, ''), start);
    if (/\s/.test(words)) add('text', words, start);
  };
  const quoted = new Set<number>();
  new Visitor({
    // A `sentence` quotes the specification's own words.
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'sentence') quoted.add(value.start);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (
        !isTest ||
        first === undefined ||
        !/^(?:it|describe|test)\b/.test(source.slice(callee.start, callee.start + 9))
      )
        return;
      if (first.type === 'Literal' && typeof first.value === 'string') add('text', first.value, first.start);
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && !isTest && !quoted.has(start)) string(value, start);
    },
    TemplateElement({ value, start }) {
      if (!isTest) string(value.cooked ?? value.raw, start);
    },
    JSXText({ value, start }) {
      if (value.trim() !== '') string(value.trim(), start);
    },
    Identifier({ name, start }) {
      add('name', name, start);
    },
  }).visit(program);
  return pieces;
}

/** Maps an offset to its line, counted from 1. */
function lineFinder(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
