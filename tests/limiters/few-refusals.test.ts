import { describe, expect, it } from 'vitest';
import { editRateHeaders, editResponses } from '../../reference-server/changes/edits.ts';
import { withHeader } from '../../reference-server/changes/headers.ts';
import type { Change } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { runInMemory } from '../support/in-memory.ts';
import { inTiers } from '../support/tiers.ts';
import { designChanges } from './designs/reference-designs.ts';
import {
  always,
  banning,
  refusingFifths,
  refusingSome,
  resets,
  rewritingReset,
  spentElsewhere,
} from './faulty-limiters.ts';
import { createVirtualClock } from './virtual-clock.ts';

const profiles: readonly Partial<Settings>[] = [{}, { profile: 'gentle' }];

const longestWaits = 150;

/** Runs the kit in virtual time, and checks the rules that hold for every run. */
async function politeRun(change: readonly Change[], settings: Partial<Settings> = {}) {
  const clock = createVirtualClock();
  const startedAt = clock.monotonic();
  const { report, counted } = await runInMemory({ change }, settings, { clock });
  expect(report.kitFaults).toEqual([]);
  expect(counted.limited).toBeLessThanOrEqual(8);
  expect(report.waits.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThanOrEqual(longestWaits);
  expect((clock.monotonic() - startedAt) / 1000).toBeLessThanOrEqual(longestWaits + 60);
  return { report, counted };
}

const cells = designChanges.flatMap(([design, change]) =>
  resets.map(([reset, resetFault]) => [design, reset, change, resetFault] as const),
);
/** Each case with a profile; the profiles alternate. */
const withProfiles = cells.map((cell, index) => [...cell, profiles[index % profiles.length]] as const);

for (const { rows, options } of inTiers(withProfiles, 13))
  it.each(rows)(
    '%s, %s: a run ends after at most eight 429s',
    options,
    async (_design, _reset, change, resetFault, settings) => {
      await politeRun([change, resetFault, banning], settings);
    },
  );

describe('429s unrelated to usage', () => {
  it('end the run before too few 429s are left for the proof, and the report says why', async () => {
    const { report, counted } = await politeRun([refusingFifths]);
    expect(counted.limited).toBe(4);
    expect(report.findings.map(({ signature }) => signature)).toEqual([]);
    expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
    expect(report.verdict.sentence).toMatch(/4 requests returned 429, and one more could get the key banned/);
  });

  it('end a run, which still reports an earlier violation', async () => {
    const { report } = await politeRun([refusingFifths, rewritingReset(() => 'soon')]);
    expect(report.verdict).toMatchObject({ outcome: 'does not conform', exitStatus: 1 });
  });

  it('make the kit send one request at a time, with gaps that count as waits', async () => {
    const { report } = await politeRun([refusingSome((count) => count === 3, '1')]);
    expect(report.verdict.exitStatus).toBe(0);
    const gaps = report.waits.filter(({ reason }) => reason.startsWith('between requests'));
    expect(gaps.length).toBeGreaterThan(0);
    const after = report.timeline.rows.filter(({ id }) => id > 12);
    for (const [index, row] of after.entries())
      expect(row.atMs).toBeGreaterThanOrEqual(after[index - 1]?.readMs ?? 0);
  });
});

describe('a Retry-After', () => {
  it('of two days is a violation, but the kit respects it and sends no more requests', async () => {
    const { report, counted } = await politeRun([refusingSome((count) => count === 3, '172800')], {
      concurrency: 1,
    });
    expect(counted.requests).toBe(3);
    expect(report.findings.map(({ requirement }) => requirement)).toEqual(['limit.retry-after-value']);
  });

  it('that is in the past by the local clock, in a response without Date, means a wait of a minute', async () => {
    const past = new Date(Date.UTC(2026, 0, 5, 10, 6, 0)).toUTCString();
    const { report } = await politeRun(
      [
        refusingSome((count) => count === 3, past),
        editResponses(always, (response) => ({
          ...response,
          headers: response.headers.filter(
            ([name]) => name !== 'Date' && !name.startsWith('X-RateLimit-Reset'),
          ),
        })),
      ],
      { concurrency: 1 },
    );
    expect(report.waits[0]?.seconds).toBeGreaterThanOrEqual(60);
  });

  it('in a 503 ends the run if it exceeds the maximum wait', async () => {
    let count = 0;
    const { counted } = await politeRun(
      [
        editResponses(always, (response) =>
          ++count === 4 ? withHeader({ ...response, status: 503 }, 'Retry-After', '3600') : response,
        ),
      ],
      { concurrency: 1 },
    );
    expect(counted.requests).toBe(4);
  });
});

describe('--profile gentle', () => {
  it('leaves the reserve to other clients, and waits until more of the quota remains', async () => {
    let least = Number.POSITIVE_INFINITY;
    const { report } = await politeRun(
      [
        spentElsewhere(40),
        editRateHeaders((lines) => {
          const [, remaining] = lines.find(([name]) => name === 'X-RateLimit-Remaining') ?? [];
          least = Math.min(least, Number(remaining));
          return lines;
        }),
      ],
      { profile: 'gentle' },
    );
    expect(least).toBeGreaterThanOrEqual(6);
    expect(report.waits).toHaveLength(1);
    expect(report.requests.total).toBeGreaterThan(25);
  });
});
