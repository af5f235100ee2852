import { describe, it } from 'vitest';
import { idsWith } from '../support/run-against.ts';
import { differences, type Stranger } from './table.ts';
import { prepareStranger, tryStranger } from './try-stranger.ts';

interface Given {
  /** The seed of the runs; the one of all tests by default. */
  readonly seed?: number;
  /** How many seconds after the start of the process no further run begins; those left are skipped. */
  readonly withinSeconds?: number;
  /** How often a run is repeated that differs: on a busy machine, a short window may end too early. */
  readonly retry?: number;
}

/**
 * Runs the kit against each of these servers in real time, several at a time, and compares the result with what they
 * state.
 */
export function expectStrangers(strangers: readonly Stranger[], given: Given = {}): void {
  const { seed, withinSeconds = Number.POSITIVE_INFINITY, retry = 0 } = given;
  const title = `servers written by strangers${seed === undefined ? '' : ` with seed ${seed}`}`;
  describe.concurrent(title, { retry }, () => {
    for (const stranger of strangers)
      it(`${stranger.file}: ${stranger.what}`, async ({ expect, skip }) => {
        if (performance.now() > withinSeconds * 1_000) return skip(`not within ${withinSeconds} s`);
        const ready = await prepareStranger(stranger);
        if (ready.kind === 'skipped') return skip(ready.why);
        const report = await tryStranger(stranger, ready, seed === undefined ? {} : { seed });
        const { exitStatus } = report.verdict;
        const seen = { fails: idsWith(report, 'fail'), warns: idsWith(report, 'warn'), exitStatus };
        const found = report.findings.map((one) => `${one.signature}: ${one.received}`).join('\n');
        expect(differences(stranger, seen), found).toEqual([]);
        expect(report.kitFaults).toEqual([]);
      });
  });
}
