import type { NewCategory } from './categories.ts';

/** The plans of the specification (section "Rate limits by plan"). */
export const PLAN_NAMES = ['free', 'pro', 'business', 'enterprise'] as const;

export type PlanName = (typeof PLAN_NAMES)[number];

/** How many requests are served per minute and per day. */
export interface Limits {
  readonly minute: number;
  readonly day: number;
}

/** The published limits. The limits of Enterprise are agreed with each customer and must be set. */
export const PUBLISHED_LIMITS: { readonly [plan in Exclude<PlanName, 'enterprise'>]: Limits } = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
};

/** A key that is used for more than `after` requests while it is limited is refused for `lastsMs` milliseconds. */
export interface Ban {
  readonly after: number;
  readonly lastsMs: number;
}

/** Returns the time in epoch milliseconds. */
export interface Clock {
  readonly now: () => number;
}

/** A key that the server accepts. */
export interface KeyOption {
  readonly key: string;
  readonly plan: PlanName;
}

/** Options of the service; only `keys` is required. */
export interface ServiceOptions {
  readonly keys: readonly KeyOption[];
  /** The port; 0, the default, uses any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Limits that replace the published ones. The limits of Enterprise must be given before a key can use that plan. */
  readonly plans?: { readonly [plan in PlanName]?: Limits };
  /** The limits of each remote address for requests without a valid key. By default, these are the limits of plan Free. */
  readonly anonymous?: Limits;
  /** Length of a minute in milliseconds, for tests that cannot wait. */
  readonly minuteMs?: number;
  /** Length of a day in milliseconds. */
  readonly dayMs?: number;
  readonly clock?: Clock;
  /** Categories that exist at the start. */
  readonly seed?: readonly NewCategory[];
  readonly ban?: Ban;
  /** Largest request body in bytes; a larger one gets 413. */
  readonly bodyLimit?: number;
  /** Largest request head in bytes; a larger one gets 431. */
  readonly headLimit?: number;
  /** Real milliseconds in which a client must send the head of a request. */
  readonly headTimeoutMs?: number;
  /** Real milliseconds in which a client must send a whole request. */
  readonly requestTimeoutMs?: number;
  /** Real milliseconds that an idle connection stays open. */
  readonly keepAliveMs?: number;
  /** Real milliseconds that `close` gives requests in flight. */
  readonly stopGraceMs?: number;
}

/** The options with all defaults filled in. */
export interface Settings extends Required<Omit<ServiceOptions, 'plans'>> {
  readonly plans: { readonly [plan in PlanName]?: Limits };
}

/** Fills in the defaults. */
export function withDefaults({ plans, ...given }: ServiceOptions): Settings {
  return {
    port: 0,
    host: '127.0.0.1',
    anonymous: PUBLISHED_LIMITS.free,
    minuteMs: 60_000,
    dayMs: 86_400_000,
    clock: { now: () => Date.now() },
    seed: [],
    ban: { after: 10, lastsMs: 300_000 },
    bodyLimit: 1_048_576,
    headLimit: 16_384,
    headTimeoutMs: 30_000,
    requestTimeoutMs: 120_000,
    keepAliveMs: 5_000,
    stopGraceMs: 5_000,
    ...given,
    plans: { ...PUBLISHED_LIMITS, ...plans },
  };
}
