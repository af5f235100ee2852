import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { ReasonCode } from '../../src/spec/reasons.ts';

/**
 * A change from the gallery, the settings of the run, other options of the server, and the exit statuses without and with
 * `--strict`.
 */
export interface Shown {
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
export const rows: Readonly<Partial<Record<ReasonCode, Shown>>> = {
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
  'no-room': { ...passes, change: 'minute-nearly-spent' },
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
  'forms-limited': { ...prevented, change: 'failed-keys-limited' },
  'list-not-read': { ...prevented, change: 'list-of-30000', settings: { maxBody: 1 } },
};

/** The reasons that need faults below HTTP, slow clocks or broken files. Other tests cover them. */
export const elsewhere: readonly ReasonCode[] = [
  // Bans: tests/limiters/extended/ban.test.ts.
  'ban',
  // Custom checks: tests/checks/operations.test.ts.
  'no-own-response',
  ...(['window-reset', 'refilled-after-zero', 'no-usable-reset', 'twice-the-limit', 'shared-key'] as const),
  ...(['another-limit', 'never-reached', 'late-recovery', 'too-many-429s', 'still-limited'] as const),
  ...(['away', 'max-time', 'not-read', 'no-list', 'no-marked-refusal', 'no-valid-body'] as const),
  ...(['no-such-response', 'control-failed', 'list-broken', 'no-files-left'] as const),
  ...(['operation-held', 'operation-limited', 'operation-silent', 'not-repeated'] as const),
  ...(['unsteady', 'store-lost'] as const),
  ...(['ended-early', 'fault', 'check-failed', 'operation-undecided'] as const),
];
