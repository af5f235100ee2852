// @module-tag extended
import { describe, expect, it } from 'vitest';
import { inMemory, showsInMemory } from '../in-memory.ts';
import { referenceRows } from '../reference.ts';
import { runRow } from '../run-row.ts';

/** The defects in how a key is read and looked up, and a legal server that comes near them. */
const rows = referenceRows
  .filter((row) => {
    const { id, family, expect, settings } = row;
    if (family === 'variants') return id === 'token-not-ascii-400';
    const isOfKeys = expect.reports.some((requirement) => requirement.startsWith('auth.'));
    return isOfKeys && showsInMemory(row) && Object.keys(settings ?? {}).length === 0;
  })
  .map((row) => [row.id, inMemory(row)] as const);

describe.concurrent('with another seed than that of the gallery', () => {
  it.each(rows)('%s is judged as stated', async (_id, row) => {
    expect((await runRow(row, { settings: { seed: 2 } })).complaints).toEqual([]);
  });
});
