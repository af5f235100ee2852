import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { libraryOptions, runOptions } from '../../src/config/options.ts';

const source = readFileSync(new URL('../../src/config/options.ts', import.meta.url), 'utf8');

/** Options that the library accepts in another form than the command line, with their own descriptions. */
const ofCode = ['baseUrl', 'header', 'ca', 'cert', 'certKey', 'description', 'waivers', 'baseline'];

it('editors show the text of each option to users of the library', () => {
  const comments = [...source.matchAll(/^ {4}\/\*\* (.+) \*\/\n {4}(\w+): /gm)];
  const shown = Object.fromEntries(comments.map(([, words, name = '']) => [name, words]));
  const shared = Object.entries(libraryOptions).filter(([name]) => !ofCode.includes(name));
  expect(shown).toEqual(Object.fromEntries(shared.map(([name, { words }]) => [name, words])));
});

it('a default is within its bounds', () => {
  for (const [name, { bounds, standard }] of Object.entries(runOptions)) {
    const [least, most] = bounds ?? [0, 0];
    const defaults = typeof standard === 'object' ? Object.values(standard) : [standard];
    for (const value of bounds === undefined ? [] : defaults.filter((one) => one !== undefined)) {
      expect(value, name).toBeGreaterThanOrEqual(least);
      expect(value, name).toBeLessThanOrEqual(most);
    }
  }
});
