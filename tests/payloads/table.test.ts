import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadClasses } from '../../src/payloads/draw.ts';
import { findAll, shareWithin } from './shares.ts';
import { documentOf, inDefaultRun, isDrawnFor, seeds } from './table.ts';
import { weakValidators } from './weak-validators/index.ts';

/** Shown by what the ledger does not name alone: two of five such bodies are sent in a default run. */
const takesTurns = [
  'words-as-text',
  'control-characters-allowed',
  'escapes-of-anything',
  'bad-escape-crashes',
];

describe('how many bodies it takes', async () => {
  const { fc, classes } = await loadClasses();
  const found = findAll(fc, classes, weakValidators, { seeds, most: 60 });

  it('what any instance shows is found at every seed in a default run, what the ledger does not name apart', () => {
    const sure = found.filter(({ validator }) => validator.exposedBy === 'any instance');
    for (const { validator, generated } of sure.filter((one) => isDrawnFor(one.validator))) {
      expect(shareWithin(generated, 60), validator.id).toBe(1);
      const least = takesTurns.includes(validator.id) ? 0.3 : 1;
      expect(shareWithin(generated, inDefaultRun), validator.id).toBeGreaterThanOrEqual(least);
    }
  });

  it.each([
    ...['name-zero', 'falsy-name-skips-type', 'description-truthy-checked', 'description-false-unset'],
    ...['boolean-body-default', 'false-body-default', 'keys-any-case-alone', 'keys-capitalised'],
  ])('a default run finds %s by design, not by draw', (id) => {
    const one = found.find(({ validator }) => validator.id === id);
    expect(shareWithin(one?.generated ?? [], inDefaultRun)).toBe(1);
  });

  it.each([10, 20, inDefaultRun, 60])('%i bodies find more than as many random ones', (bodies) => {
    for (const kind of ['any instance', 'some values']) {
      const members = found.filter(({ validator }) => validator.exposedBy === kind);
      const sum = (way: 'generated' | 'random') =>
        members.reduce((total, one) => total + shareWithin(one[way], bodies), 0);
      expect(sum('generated'), kind).toBeGreaterThan(sum('random'));
    }
  });

  it('docs/payloads.md is what `npm run weak-validators` writes', () => {
    const document = readFileSync(new URL('../../docs/payloads.md', import.meta.url), 'utf8');
    // How small the bodies are takes runs to tell: shrink.test.ts holds that line.
    const [minimality = ''] = /^\*\*\d+ of \d+ bodies .*$/m.exec(document) ?? [];
    expect(document).toBe(documentOf(found, classes.length, minimality));
  });
});
