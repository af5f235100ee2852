import { describe, expect, it } from 'vitest';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { behaviors } from './behaviors.ts';
import { maxMemoryMb } from './in-child.ts';
import { hostileDocuments, listedEnds } from './page-text.ts';

const results = listedEnds();

describe('docs/hostile-targets.md', () => {
  it('is written by `npm run hostile`', async () => {
    await expectWritten(hostileDocuments(results, measuredInPage('docs/hostile-targets.md')));
  });

  it.each(behaviors)('has the expected result of $id', ({ id, status, requirements }) => {
    const end = results.get(id);
    expect(end?.status).toBe(status);
    if (requirements !== undefined)
      expect([...(end?.violated ?? [])].sort()).toEqual([...requirements].sort());
    expect(end?.memoryMb).toBeLessThanOrEqual(maxMemoryMb);
    expect(end?.boundSeconds).toBeGreaterThan(0);
  });

  it('has at least 230 targets, each with a unique id', () => {
    expect(new Set(behaviors.map(({ id }) => id)).size).toBe(behaviors.length);
    expect(behaviors.length).toBeGreaterThanOrEqual(230);
    expect([...results.keys()]).toEqual(behaviors.map(({ id }) => id));
  });
});
