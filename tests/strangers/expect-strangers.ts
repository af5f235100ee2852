import { describe, it } from 'vitest';
import { idsWith } from '../support/run-against.ts';
import { differences, type Stranger } from './table.ts';
import { prepareStranger, tryStranger } from './try-stranger.ts';

/**
 * Runs the kit against each of these servers in real time, several at a time, and compares the result with what they
 * state.
 */
export function expectStrangers(strangers: readonly Stranger[]): void {
  describe.concurrent('servers written by strangers', () => {
    for (const stranger of strangers)
      it(`${stranger.file}: ${stranger.what}`, async ({ expect, skip }) => {
        const ready = await prepareStranger(stranger);
        if (ready.kind === 'skipped') return skip(ready.why);
        const report = await tryStranger(stranger, ready);
        const { exitStatus } = report.verdict;
        const seen = { fails: idsWith(report, 'fail'), warns: idsWith(report, 'warn'), exitStatus };
        const found = report.findings.map((one) => `${one.signature}: ${one.received}`).join('\n');
        expect(differences(stranger, seen), found).toEqual([]);
        expect(report.kitFaults).toEqual([]);
      });
  });
}
