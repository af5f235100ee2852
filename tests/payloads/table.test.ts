import { describe, expect, it } from 'vitest';
import { loadClasses } from '../../src/payloads/generate.ts';
import { page } from '../docs/markdown.ts';
import { expectWritten } from '../docs/written.ts';
import { findAll, shareWithin } from './shares.ts';
import { inDefaultRun, isGeneratedFor, payloadDocuments, seeds } from './table.ts';
import { weakValidators } from './weak-validators/index.ts';

/** Only faults that the requirements do not name show these. A standard run sends two of five such bodies. */
const takesTurns = [
  'words-as-text',
  'control-characters-allowed',
  'escapes-of-anything',
  'bad-escape-crashes',
];

describe('the number of bodies', async () => {
  const { fc, classes } = await loadClasses();
  const found = findAll(fc, classes, weakValidators, { seeds, most: 60 });

  it('detects everything with every seed, except faults that the requirements do not name', () => {
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
  ])('detects %s in a standard run by design, not by chance', (id) => {
    const one = found.find(({ validator }) => validator.id === id);
    expect(shareWithin(one?.generated ?? [], inDefaultRun)).toBe(1);
  });

  it.each([10, 20, inDefaultRun, 60])(
    'detects more with %i bodies than with as many random ones',
    (bodies) => {
      for (const kind of ['any instance', 'some values']) {
        const members = found.filter(({ validator }) => validator.exposedBy === kind);
        const sum = (way: 'generated' | 'random') =>
          members.reduce((total, one) => total + shareWithin(one[way], bodies), 0);
        expect(sum('generated'), kind).toBeGreaterThan(sum('random'));
      }
    },
  );

  it('is written to docs/payloads.md by `npm run weak-validators`', async () => {
    // Only runs show how small the bodies are: shrink.test.ts checks that line.
    const [minimality = ''] = /^\*\*\d+ of \d+ bodies .*$/m.exec(page('docs/payloads.md')) ?? [];
    await expectWritten(payloadDocuments(found, classes.length, minimality));
  });
});
