import { describe, expect, test } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { runOutcomeOf } from '../../src/engine/verdict.ts';
import { outcomes } from '../../src/report/model/verdicts.ts';
import { type ReasonCode, reasonCodes } from '../../src/spec/reasons.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runInMemory } from '../support/in-memory.ts';

/** A change of the gallery, the settings of the run, other options of the server, and both exit statuses. */
interface Shown {
  readonly change?: string;
  readonly settings?: Partial<Settings>;
  readonly server?: Partial<ReferenceServerOptions>;
  readonly status: number;
  readonly strict: number;
}

const key = '0123456789-4711-0815';
const [passes, open, prevented, fails] = [
  { status: 0, strict: 0 },
  { status: 0, strict: 3 },
  { status: 3, strict: 3 },
  { status: 1, strict: 1 },
];
const planFree = { plan: 'free' } as const;

/** For each reason, a server or settings that show it. */
const rows: Readonly<Partial<Record<ReasonCode, Shown>>> = {
  'no-description': passes,
  'no-plan': passes,
  enterprise: { ...passes, settings: { plan: 'enterprise' } },
  'long-window': { ...passes, change: 'day-alone' },
  'texts-restricted': { ...passes, change: 'plain-text-400' },
  'ids-refused': { ...passes, change: 'unknown-fields-400' },
  'names-restricted': { ...passes, change: 'names-of-five-letters' },
  'empty-list': { ...open, settings: { readOnly: true, maxCreates: 0 } },
  'few-ids': { ...open, settings: { maxCreates: 1 } },
  'no-servers': {
    ...fails,
    settings: { description: { from: 'openapi.json', document: { openapi: '3.1.0' } } },
  },
  'no-date': { ...passes, change: 'clock-behind-without-date', settings: planFree },
  'no-plan-minute': { ...passes, change: 'day-alone', settings: planFree },
  'own-bucket': { ...passes, change: 'bucket-per-route' },
  'operation-left-alone': { ...open, change: 'orders-503-for-an-hour' },
  'control-refused': { ...passes, change: 'pet-404-to-all' },
  'no-more-categories': { ...passes, change: 'five-categories-409' },
  'key-forms': { ...passes, settings: { key }, server: { keys: [{ key, plan: 'free' }] } },
  'no-reset': { ...passes, change: 'day-alone' },
  'dependency-failed': { ...fails, change: 'list-wrapped' },
  'too-slow': { ...open, change: 'burst-limit-of-lists' },
  'usage-unclear': { ...open, change: 'quota-of-64-bits' },
  'too-few-requests': { ...open, change: 'token-bucket' },
  cached: { ...open, change: 'headers-of-a-gateway' },
  'operation-not-sent': { ...open, change: 'one-at-a-time' },
  'not-concurrent': { ...open, change: 'one-at-a-time' },
  'outside-only': { ...open, settings: { only: 'list.*' } },
  'only-thorough': passes,
  'by-profile': { ...open, settings: { profile: 'gentle', exhaust: false, nearMisses: false } },
  'no-proof-needed': { ...open, settings: { only: 'list.ok,headers.reset-reached' } },
  'no-exhaust': { ...open, settings: { exhaust: false } },
  'no-near-misses': { ...open, settings: { nearMisses: false } },
  'one-at-a-time': { ...open, settings: { concurrency: 1 } },
  'only-reads': { ...open, settings: { readOnly: true, maxCreates: 0 } },
  'own-count': { ...open, settings: { maxRequests: 40 } },
  dependency: { ...open, settings: { maxRequests: 40 } },
  'max-count': { ...prevented, change: 'limit-of-a-million' },
  'max-wait': { ...prevented, change: 'limit-of-five' },
  ban: { ...fails, change: 'key-forgotten-later' },
  'forms-limited': { ...prevented, change: 'failed-keys-limited' },
  'list-not-read': { ...prevented, change: 'list-of-30000', settings: { maxBody: 1 } },
};

/** Those that need faults below HTTP, slow clocks or broken files, which tests of their own have. */
const elsewhere: readonly ReasonCode[] = [
  ...(['window-reset', 'refilled-after-zero', 'no-usable-reset', 'twice-the-limit', 'shared-key'] as const),
  ...(['another-limit', 'never-reached', 'late-recovery', 'too-many-429s', 'still-limited'] as const),
  ...(['away', 'max-time', 'not-read', 'no-list', 'no-marked-refusal', 'no-valid-body'] as const),
  ...(['no-such-response', 'control-failed', 'list-broken', 'no-files-left'] as const),
  ...(['operation-held', 'operation-limited'] as const),
  ...(['ended-early', 'fault', 'check-failed', 'operation-undecided'] as const),
];

test('each reason is in the table, or has a test elsewhere', () => {
  expect([...Object.keys(rows), ...elsewhere].sort()).toEqual(reasonCodes.toSorted());
});

describe('a server shows each reason, and the exit status follows from its class', () => {
  test.concurrent.each(Object.entries(rows))('%s', async (code, shown) => {
    const { change: id, settings = {}, server = {}, status, strict } = shown;
    const found = [...variants, ...defects].find((one) => one.id === id);
    expect(found?.id).toBe(id);
    const change = found === undefined ? {} : { change: found.change };
    const clock = createVirtualClock();
    const { report } = await runInMemory({ ...server, ...change }, settings, { clock });
    const { requirements, verdict } = report;
    expect(requirements.map(({ reason }) => reason?.code)).toContain(code);
    expect([verdict.exitStatus, verdict.sentence]).toEqual([status, verdict.sentence]);
    const facts = { interrupted: false, kitFaults: 0, checkFaults: 0, failOnAdvisory: false, requirements };
    expect(outcomes[runOutcomeOf({ ...facts, strict: true })].exitStatus).toBe(strict);
    // A reason names no requirement that passed.
    const passed = new Set(requirements.filter((one) => one.verdict === 'pass').map((one) => one.id));
    const named = requirements.flatMap(
      ({ reason }) => reason?.text.match(/\b[a-z]+\.[a-z][a-z0-9-]+/g) ?? [],
    );
    expect(named.filter((one) => passed.has(one))).toEqual([]);
  });
});
