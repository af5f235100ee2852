import { describe, it } from 'vitest';
import { idsWith } from '../../support/run-against.ts';
import { strangers } from '../table.ts';
import { prepareStranger, tryStranger } from '../try-stranger.ts';

describe.concurrent('servers that strangers wrote', () => {
  for (const stranger of strangers)
    it(`${stranger.file}: ${stranger.about}`, async ({ expect, skip }) => {
      const ready = await prepareStranger(stranger);
      if (ready.kind === 'left out') return skip(ready.why);
      const report = await tryStranger(stranger, ready);
      const found = report.findings.map((one) => `${one.signature}: ${one.received}`).join('\n');
      expect(idsWith(report, 'fail').sort(), found).toEqual([...stranger.fails].sort());
      expect(
        idsWith(report, 'warn').filter((id) => !stranger.mayWarn.includes(id)),
        found,
      ).toEqual([]);
      expect(report.kitFaults).toEqual([]);
      expect(report.verdict.exitStatus).toBe(stranger.fails.length === 0 ? 0 : 1);
    });
});
