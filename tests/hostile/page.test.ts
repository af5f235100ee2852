import { describe, expect, it } from 'vitest';
import { expectWritten, measuredIn } from '../docs/written.ts';
import { behaviours } from './behaviours.ts';
import { maxMemoryMb } from './in-child.ts';
import { hostileDocuments, listedEnds } from './page-text.ts';

const ends = listedEnds();

describe('docs/hostile-targets.md', () => {
  it('is written by `npm run hostile`', async () => {
    await expectWritten(hostileDocuments(ends, measuredIn('docs/hostile-targets.md')));
  });

  it.each(behaviours)('has the expected result of $id', ({ id, status, rows }) => {
    const end = ends.get(id);
    expect(end?.status).toBe(status);
    if (rows !== undefined) expect([...(end?.violated ?? [])].sort()).toEqual([...rows].sort());
    expect(end?.memoryMb).toBeLessThanOrEqual(maxMemoryMb);
    expect(end?.boundSeconds).toBeGreaterThan(0);
  });

  it('has at least 230 targets, each with a unique id', () => {
    expect(new Set(behaviours.map(({ id }) => id)).size).toBe(behaviours.length);
    expect(behaviours.length).toBeGreaterThanOrEqual(230);
    expect([...ends.keys()]).toEqual(behaviours.map(({ id }) => id));
  });
});
