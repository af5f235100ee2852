// @module-tag quiet
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import { idsWith, settingsFor } from '../support/run-against.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { type ServiceOptions, startService } from './start-service.ts';

/**
 * Runs the kit in real time. Kills the service after `atMs` milliseconds, and starts it again after another `backMs`, if
 * given.
 */
async function runKilled(options: ServiceOptions, atMs: number, backMs?: number) {
  const service = await startService(options);
  let isOver = false;
  const disturb = async (): Promise<void> => {
    await pause(atMs);
    if (isOver) return;
    service.kill();
    if (backMs === undefined) return;
    await pause(backMs);
    if (!isOver) service.start();
  };
  const disturbing = disturb();
  try {
    const report = await run(settingsFor(service.url));
    expect(report.kitFaults).toEqual([]);
    return report;
  } finally {
    isOver = true;
    await service.close();
    await disturbing;
  }
}

const inMs = { timeout: 120_000 };

async function runWith(options: ServiceOptions, seed: number, settings: Partial<Settings> = {}) {
  const service = await startService(options);
  try {
    return await run(settingsFor(service.url, { seed, ...settings }));
  } finally {
    await service.close();
  }
}

// The longest tests begin first.
it.concurrent.each([
  // The run waits after each array, so it selects requirements that need only a few arrays.
  [1_500, { only: 'list.ok,create.created,invalid.name-type' }],
  [300, {}],
] as const)(
  'if a body crashes the service for %i ms each time, only the requirement about this body fails: %j',
  { ...extendedTier, ...inMs },
  async (crashesForMs, settings) => {
    const report = await runWith({ crashesForMs }, 1, settings);
    expect(idsWith(report, 'fail')).toEqual(['invalid.name-type']);
    expect(report.verdict.exitStatus).toBe(1);
  },
);

/** These moments are between the first requests, later in the first window, and in the two waits. */
const moments = [900, 150, 2_000, 4_500];

/** When the service is killed, and how long it stays away. Every second service is behind a relay. */
const absences = moments.map(
  (atMs, index) => [atMs, [2_000, 9_000, 5_000, 2_000][index] ?? 0, index % 2 === 1] as const,
);

for (const { rows, options } of inTiers(absences, absences.length))
  it.concurrent.each(rows)(
    'the kit waits for a service that ends after %i ms and is back %i ms later (behind a relay: %s)',
    { ...options, ...inMs },
    async (atMs, backMs, behindRelay) => {
      const report = await runKilled({ behindRelay }, atMs, backMs);
      expect(idsWith(report, 'fail')).toEqual([]);
      // Before the first response, the kit does not know whether the service exists at all.
      const wasHeard = !/^Cannot reach|^The target's response/.test(report.verdict.sentence);
      expect(report.verdict.exitStatus).toBe(wasHeard ? 0 : 3);
    },
  );

it.concurrent.each(moments.slice(0, 2))(
  'a service that ends after %i ms and stays away leads to no verdict',
  { ...extendedTier, ...inMs },
  async (atMs) => {
    const report = await runKilled({}, atMs);
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
  },
);

for (const { rows, options } of inTiers(moments, moments.length))
  it.concurrent.each(rows)(
    'a service that restarts with an empty store after %i ms gets no findings',
    { ...options, ...inMs },
    async (atMs) => {
      const report = await runKilled({ store: 'memory' }, atMs, 1_000);
      expect(idsWith(report, 'fail')).toEqual([]);
      expect([0, 3]).toContain(report.verdict.exitStatus);
    },
  );

it.concurrent('a truncated body is sent last, so a service that crashes on it has already been tested, and the report names the body', {
  ...extendedTier,
  ...inMs,
}, async () => {
  const report = await runWith({ endsOnAbort: true }, 1);
  expect(idsWith(report, 'fail', 'not tested')).toEqual([]);
  expect(report.verdict.exitStatus).toBe(3);
  expect(report.verdict.sentence).toContain('It stopped at POST /categories with the body');
});

it.concurrent('a gentle run sends no truncated body', { ...extendedTier, ...inMs }, async () => {
  const report = await runWith({ endsOnAbort: true }, 1, { profile: 'gentle' });
  expect(report.verdict.exitStatus).toBe(0);
});

const locked = [1, 2].flatMap((seed) =>
  (['standard', 'gentle'] as const).map((profile) => [profile, seed] as const),
);

// The tests run one at a time, because a process that has to wait for a processor holds the lock longer.
for (const { rows, options } of inTiers(locked, locked.length))
  it.each(rows)(
    'a service passes if another process locks its database for 60 ms, three times a second: %s, seed %i',
    { ...options, ...inMs },
    async (profile, seed) => {
      const report = await runWith({ mode: 'lock' }, seed, { profile });
      expect(idsWith(report, 'fail')).toEqual([]);
      const { exitStatus, sentence } = report.verdict;
      // With only forty requests, there may be no room for a retry.
      const hasNoRoom = profile === 'gentle' && /--max-requests 40 is used up/.test(sentence);
      expect(exitStatus, sentence).toBe(hasNoRoom ? 3 : 0);
    },
  );

it.concurrent.each(['every2post', 'worker3', 'after', 'afterall'])(
  'a service that fails too often never passes: %s',
  { ...extendedTier, ...inMs },
  async (mode) => {
    expect([1, 3]).toContain((await runWith({ mode }, 1, { exhaust: false })).verdict.exitStatus);
  },
);
