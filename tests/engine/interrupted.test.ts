import { expect, it } from 'vitest';
import { runAgainst } from '../support/run-against.ts';

it.each([1, 5, 12, 20, 27, 30, 34, 40, 50])(
  'a run that is interrupted after %i responses has no finding about a conforming server',
  async (responses) => {
    const abort = new AbortController();
    let seen = 0;
    const { report } = await runAgainst(
      {},
      { plan: 'free' },
      {
        signal: abort.signal,
        listen: (event) => {
          if (event.type === 'exchange' && ++seen === responses) abort.abort(new Error('enough'));
        },
      },
    );
    expect(report.findings).toEqual([]);
    expect(report.kitFaults).toEqual([]);
    expect(report.verdict).toMatchObject({ outcome: 'interrupted', exitStatus: 130 });
  },
);
