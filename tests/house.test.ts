import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sections } from '../src/spec/catalog.ts';
import { suites } from '../suites/index.ts';
import { freshReadings } from './support/readings.ts';

const root = resolve(import.meta.dirname, '..');
const prefixes = [
  ...new Set(sections.flatMap(({ requirements }) => requirements.map(({ id }) => id.split('.')[0]))),
];

/** The lines of the product, outside the folders named. */
function lines(
  without: readonly string[],
  within: readonly string[] = ['src'],
): { readonly at: string; readonly line: string }[] {
  return within
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => /\.tsx?$/.test(file) && !without.some((one) => file.startsWith(one)))
        .map((file) => `${folder}/${file}`),
    )
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ at: `${file}:${index + 1}`, line: line.trim() })),
    )
    .filter(({ line }) => !line.startsWith('*') && !line.startsWith('/*') && !line.startsWith('//'));
}

describe('the house', () => {
  it('keeps facts about a requirement in its row: nothing else branches on an id or its section', () => {
    const section = `(?:${prefixes.join('|')})`;
    // A literal that is an id, a list of ids or a prefix, or a regular expression that begins with a section. What bodies
    // are generated for is data of the bodies.
    const branch = new RegExp(
      `[([,=:] ?'${section}\\.[a-z*-]*'|'${section}\\.[a-z*-]+,|/\\^\\(?${section}[\\\\|]`,
    );
    const found = lines(['spec/', 'payloads/']).filter(
      ({ line }) => branch.test(line) && !line.includes('npx petstore-conformance'),
    );
    expect(found.map(({ at, line }) => `${at}: ${line}`)).toEqual([]);
  });

  it('reads no fact back from prose: a requirement states on what it depends, and a value has a type', () => {
    const prose = /'see [a-z]+\.[a-z-]+[,']|\breceived\.split\(/;
    const found = lines([], ['src', 'suites']).filter(({ line }) => prose.test(line));
    expect(found.map(({ at, line }) => `${at}: ${line}`)).toEqual([]);
  });

  it('reads the exchanges of a run in one object: no reading is made outside it', () => {
    const found = lines(['readings/']).filter(({ line }) =>
      /import \{[^}]*\bcreate(?!Readings\b).*\/readings\//.test(line),
    );
    expect(found).toEqual([]);
    const made = lines(['readings/']).filter(({ line }) => line.includes('createReadings('));
    expect(made.map(({ at }) => at.split(':')[0])).toEqual(['src/engine/judge.ts']);
  });

  it('shows exchanges to a reading by one verb', () => {
    const members = Object.entries(freshReadings()).filter(([, one]) => Object(one).see !== undefined);
    expect(members.length).toBeGreaterThan(15);
    const others = /^(?:step|learn|settled|posted|looked|look|told)$/;
    for (const [name, reading] of members)
      expect(
        Object.keys(reading as object).filter((key) => others.test(key)),
        name,
      ).toEqual([]);
  });

  it('has rules on single responses, and conclusions from the readings; folds are of users alone', () => {
    const kinds = new Set(suites.flatMap(({ checks }) => checks.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['check', 'conclusion', 'everyResponse', 'probe']);
  });
});
