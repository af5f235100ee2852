import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change, Statistics } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Settings } from '../../src/model/settings.ts';
import { idsWith, runAgainst } from '../support/run-against.ts';

/** By the server's own count. What was under way when the 429 was read could not be called back; one at a time nothing is. */
async function expectNoneWhileLimited(counted: Statistics, change: Change, settings: Partial<Settings>) {
  if (counted.whileAnyLimited === 0) return;
  expect(counted.whileAnyLimited).toBeLessThan(4);
  const oneAtATime = await runAgainst({ change }, { ...settings, concurrency: 1 });
  expect(oneAtATime.counted.whileAnyLimited).toBe(0);
}

describe.concurrent('each broken server is found, and blamed on the rows it names alone', () => {
  it.each(
    defects
      .filter(({ needs }) => !needs?.includes('description'))
      .map((defect) => [defect.id, defect] as const),
  )('%s', async (_id, defect) => {
    const settings: Partial<Settings> = {
      ...(defect.needs?.includes('plan') ? { plan: 'free' as const } : {}),
      ...(defect.needs?.includes('thorough') ? { profile: 'thorough' as const } : {}),
    };
    const { report, counted } = await runAgainst({ change: defect.change }, settings);
    expect(report.kitFaults).toEqual([]);
    expect(
      idsWith(report, 'fail', 'warn').sort(),
      report.findings.map((one) => `${one.signature}: ${one.received}`).join('\n'),
    ).toEqual([...defect.requirements].sort());
    await expectNoneWhileLimited(counted, defect.change, settings);
  });
});

describe.concurrent('each legal server passes', () => {
  it.each(variants.map((variant) => [variant.id, variant] as const))('%s', async (_id, variant) => {
    const { report, counted } = await runAgainst({ change: variant.change });
    expect(report.kitFaults).toEqual([]);
    expect(
      report.findings
        .filter(({ level }) => level === 'required')
        .map((one) => `${one.signature}: ${one.received}`),
    ).toEqual([]);
    expect(idsWith(report, 'warn').sort()).toEqual([...variant.warnings].sort());
    expect(report.verdict.outcome).toBe('conforms');
    await expectNoneWhileLimited(counted, variant.change, {});
  });
});
