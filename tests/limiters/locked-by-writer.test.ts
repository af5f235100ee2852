import { expect, it } from 'vitest';
import { variants } from '../../reference-server/variants/index.ts';
import { runAgainst } from '../support/run-against.ts';
import { extendedTier } from '../support/tiers.ts';

it(
  'a server whose database is locked by a writer gets the same verdict in ten runs, and no finding about a body',
  extendedTier,
  async () => {
    const change = variants.find(({ id }) => id === 'locked-by-writer')?.change ?? expect.fail();
    const seeds = Array.from({ length: 10 }, (_, index) => index + 1);
    const verdicts = await Promise.all(
      seeds.map(async (seed) => {
        const { report } = await runAgainst({ change }, { seed, exhaust: false });
        // Whether two writes collide is up to chance, so the warning may be missing.
        const found = report.findings.map(({ requirement }) => requirement);
        return `${report.verdict.exitStatus} ${found.filter((id) => id !== 'http.sheds-load').join()}`;
      }),
    );
    expect(new Set(verdicts)).toEqual(new Set(['0 ']));
  },
);
