import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runOptions } from '../../src/cli/options.ts';
import { fieldOf } from '../../src/options/given.ts';

const schema = JSON.parse(readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'));

/** What belongs to one command line alone. */
const ofTheCommandLine = ['dry-run', 'config', 'target', 'allow-writes'];
const options = runOptions.filter(({ flag }) => !ofTheCommandLine.includes(flag));

it('has every option of run, for all targets and for one, in the words of the help', () => {
  const names = options.map(({ flag }) => fieldOf(flag));
  expect(Object.keys(schema.properties)).toEqual(['$schema', ...names, 'targets']);
  expect(Object.keys(schema.$defs.target.properties)).toEqual([...names, 'keyVariable', 'production']);
  for (const { flag, description } of options)
    expect(schema.$defs[fieldOf(flag)].description, flag).toBe(description);
});

it('takes switches as true or false, and lists as arrays', () => {
  for (const { flag, kind } of options) {
    const { type } = schema.$defs[fieldOf(flag)];
    if (kind === 'switch') expect(type, flag).toBe('boolean');
    if (kind === 'list') expect(type, flag).toBe('array');
  }
});
