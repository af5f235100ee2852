import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadClasses } from '../../src/payloads/draw.ts';
import { findAll, shareWithin } from './shares.ts';
import { documentOf, isDrawnFor, seeds } from './table.ts';
import { weakValidators } from './weak-validators/index.ts';

describe('how many bodies it takes', async () => {
  const { fc, classes } = await loadClasses();
  const found = findAll(fc, classes, weakValidators, { seeds, most: 60 });

  it('what any instance shows is found at every seed with 60, and at 95 % of the seeds with 40', () => {
    const sure = found.filter(({ validator }) => validator.exposedBy === 'any instance');
    for (const { validator, drawn } of sure.filter((one) => isDrawnFor(one.validator))) {
      expect(shareWithin(drawn, 60), validator.id).toBe(1);
      expect(shareWithin(drawn, 40), validator.id).toBeGreaterThanOrEqual(0.95);
    }
  });

  it.each([10, 20, 40, 60])('%i bodies find more than as many random ones', (bodies) => {
    for (const kind of ['any instance', 'some values']) {
      const members = found.filter(({ validator }) => validator.exposedBy === kind);
      const sum = (way: 'drawn' | 'random') =>
        members.reduce((total, one) => total + shareWithin(one[way], bodies), 0);
      expect(sum('drawn'), kind).toBeGreaterThan(sum('random'));
    }
  });

  it('docs/payloads.md is what `npm run weak-validators` writes', () => {
    const document = readFileSync(new URL('../../docs/payloads.md', import.meta.url), 'utf8');
    // How small the bodies are takes runs to tell: shrink.test.ts holds that line.
    const [minimality = ''] = /^\*\*\d+ of \d+ bodies .*$/m.exec(document) ?? [];
    expect(document).toBe(documentOf(found, classes.length, minimality));
  });
});
