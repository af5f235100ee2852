import { describe, expect, it } from 'vitest';
import { type Repeated, repeat, troubles } from './repeat.ts';
import { brokenServers } from './servers.ts';

describe('repeated runs', () => {
  const broken = brokenServers[1] ?? expect.fail();

  it('find the same defects with each seed', async () => {
    expect(troubles(broken, await repeat(broken, 2, 1))).toEqual([]);
  });

  it('are wrong if a run differs, or if all report something else', () => {
    const repeated: Repeated = {
      runs: 2,
      verdicts: new Map([
        ['conforms', 1],
        ['conforms, list.ok not tested', 2],
      ]),
      reported: new Set(['']),
      requests: [86, 86],
      waitedSeconds: 62,
    };
    expect(troubles({ ...broken, reports: [] }, repeated)).toEqual([
      'seed 1: conforms',
      'seed 2: conforms, list.ok not tested',
    ]);
    expect(troubles({ ...broken, reports: ['list.ok'] }, { ...repeated, verdicts: new Map() })).toEqual([
      'reports nothing, not list.ok',
    ]);
  });
});
