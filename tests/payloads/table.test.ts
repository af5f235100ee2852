import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadClasses } from '../../src/payloads/draw.ts';
import { findAll, shareWithin } from './shares.ts';
import { documentOf, inDefaultRun, isGeneratedFor, seeds } from './table.ts';
import { weakValidators } from './weak-validators/index.ts';

/** Shown only by bodies that the requirements do not name; a default run sends two of five such classes. */
const takesTurns = [
  'words-as-text',
  'control-characters-allowed',
  'escapes-of-anything',
  'bad-escape-crashes',
];

describe('the number of bodies', async () => {
  const { fc, classes } = await loadClasses();
  const found = findAll(fc, classes, weakValidators, { seeds, most: 60 });

  it('of a default run finds every validator that any instance shows, except by rotating classes', () => {
    const sure = found.filter(({ validator }) => validator.exposedBy === 'any instance');
    for (const { validator, generated } of sure.filter((one) => isGeneratedFor(one.validator))) {
      expect(shareWithin(generated, 60), validator.id).toBe(1);
      const least = takesTurns.includes(validator.id) ? 0.3 : 1;
      expect(shareWithin(generated, inDefaultRun), validator.id).toBeGreaterThanOrEqual(least);
    }
  });

  it.each([
    ...['name-zero', 'falsy-name-skips-type', 'description-truthy-checked', 'description-false-unset'],
    ...['boolean-body-default', 'false-body-default', 'keys-any-case-alone', 'keys-capitalised'],
  ])('of a default run always finds %s', (id) => {
    const one = found.find(({ validator }) => validator.id === id);
    expect(shareWithin(one?.generated ?? [], inDefaultRun)).toBe(1);
  });

  it.each([10, 20, inDefaultRun, 60])('%i finds more than the same number of random bodies', (bodies) => {
    for (const kind of ['any instance', 'some values']) {
      const members = found.filter(({ validator }) => validator.exposedBy === kind);
      const sum = (order: 'generated' | 'random') =>
        members.reduce((total, one) => total + shareWithin(one[order], bodies), 0);
      expect(sum('generated'), kind).toBeGreaterThan(sum('random'));
    }
  });

  it('matches docs/payloads.md (written by `npm run weak-validators`)', () => {
    const document = readFileSync(new URL('../../docs/payloads.md', import.meta.url), 'utf8');
    // shrink.test.ts tests this line, because it needs real runs.
    const [minimality = ''] = /^\*\*\d+ of \d+ bodies .*$/m.exec(document) ?? [];
    expect(document).toBe(documentOf(found, classes.length, minimality));
  });
});
