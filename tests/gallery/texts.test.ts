import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { usualSeed } from '../../src/config/options.ts';
import { runInMemory } from '../support/in-memory.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { defectRows, variantRows } from './reference.ts';

const defects = defectRows
  .filter(
    ({ expect: { reports }, settings }) =>
      reports.join() === 'create.text' && settings?.profile === undefined,
  )
  .map(({ id, change }) => [id, change] as const);

/** Legal servers that refuse some strings, or that store them in another normalization form. */
const legal = [
  'plain-text-400',
  'plain-text-422',
  'backslashes-422',
  'texts-trimmed',
  'texts-decomposed',
  'names-unique-409',
];
const variants = variantRows
  .filter(({ id }) => legal.includes(id))
  .map(({ id, change }) => [id, change] as const);

/** Returns the signatures of what fails or warns in a run with this seed, or else the verdict of `create.text`. */
async function foundIn(change: Change, seed: number): Promise<string> {
  const { report } = await runInMemory({ change }, { seed, only: 'create.*,list.*' });
  const signatures = new Set(report.findings.map(({ signature }) => signature));
  const tested = report.requirements.find(({ id }) => id === 'create.text');
  return [...signatures].join() || (tested?.verdict ?? 'not a requirement');
}

for (const { rows, options } of inTiers(defects, 8))
  describe('the strings of every seed reveal', () => {
    it.each(rows)('%s', options, async (_id, change) => {
      const found = new Set<string>();
      for (const seed of [usualSeed, 1, 2]) found.add(await foundIn(change, seed));
      // The signature is always the same, so that a baseline recognizes the failure whatever the seed.
      expect([...found]).toEqual([expect.stringMatching(/^create\.text: [^,]+$/)]);
    });
  });

describe('strings of six seeds raise no false alarm for', () => {
  it.each(variants)('%s', extendedTier, async (id, change) => {
    const verdict = id.startsWith('plain-') ? 'not tested' : 'pass';
    const results = new Set<string>();
    for (let seed = 0; seed < 6; seed++) results.add(await foundIn(change, seed));
    expect([...results]).toEqual([verdict]);
  });
});
