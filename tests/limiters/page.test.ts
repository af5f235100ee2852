import { describe, expect, it } from 'vitest';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { designs, limiterDocuments, listedRuns, nameOf } from './page-text.ts';

const runs = listedRuns();

/** Other tests cover the runs themselves. This one checks that the page has the same ones. */
describe('docs/rate-limits.md', () => {
  it('is written by `npm run limiters`', async () => {
    await expectWritten(limiterDocuments(runs, measuredInPage('docs/rate-limits.md')));
  });

  it('lists every run once', () => {
    expect([...runs.keys()]).toEqual(
      designs.flatMap((design) => [design.right, ...design.faults].map((way) => nameOf(design, way))),
    );
  });

  it.each(designs)('has the faults of $title and where they are reported', (design) => {
    for (const way of [design.right, ...design.faults]) {
      const run = runs.get(nameOf(design, way));
      expect(run?.found, way.title).toEqual([...way.requirements].sort());
      expect(run?.whileLimited, way.title).toBe(0);
    }
  });
});
