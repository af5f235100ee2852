import type { HeaderLine } from './answer.ts';
import type { Usage } from './limits/limiter.ts';

/**
 * The three headers that every response carries (Limits, rule 1). Reset is a Unix timestamp in whole seconds, rounded up
 * so that the limit has reset when it comes (rule 2). `now` in epoch milliseconds.
 */
export function rateHeaders({ shown }: Usage, now: number): readonly HeaderLine[] {
  return [
    ['X-RateLimit-Limit', String(shown.limit)],
    ['X-RateLimit-Remaining', String(shown.remaining)],
    ['X-RateLimit-Reset', String(Math.ceil(Math.max(shown.resetAt, now) / 1000))],
  ];
}

/** Retry-After in whole seconds, rounded up so that a request sent after it is served. `now` in epoch milliseconds. */
export function retryAfter({ retryAt }: Usage, now: number): string {
  return String(Math.max(1, Math.ceil((retryAt - now) / 1000)));
}
