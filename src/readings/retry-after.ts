import type { Answer, HeaderLine } from '../exchange/exchange.ts';
import { dateOf, fieldLines, fieldValues, httpDate } from '../exchange/headers.ts';
import { longestWindow, momentOf, quotaOfHead } from './quota.ts';

/** One Retry-After as the standard reads it (RFC 9110 10.2.3). */
export type RetryAfter =
  | { readonly form: 'seconds' | 'fraction'; readonly seconds: number }
  | { readonly form: 'date'; readonly seconds: number }
  /** `seconds` where it is well formed and merely too far ahead: it is kept to all the same (reading 16). */
  | { readonly form: 'senseless'; readonly why: string; readonly seconds?: number };

/**
 * Reads one line of Retry-After. `nowSeconds` is the moment of the answer by its Date, against which a date
 * is measured; `tolerance` is how far in the past that may lie, in seconds.
 */
export function readRetryAfter(text: string, nowSeconds: number, tolerance: number): RetryAfter {
  if (/^0*\d{1,12}$/.test(text)) return bounded('seconds', Number(text), 0);
  if (/^\d{1,12}\.\d+$/.test(text)) return bounded('fraction', Number(text), 0);
  const at = httpDate(text);
  if (at !== undefined) return bounded('date', at / 1000 - nowSeconds, tolerance);
  return { form: 'senseless', why: 'is neither whole seconds nor an HTTP-date' };
}

function bounded(form: 'seconds' | 'fraction' | 'date', seconds: number, tolerance: number): RetryAfter {
  if (seconds < -tolerance) return { form: 'senseless', why: 'lies in the past' };
  if (seconds > longestWindow + tolerance)
    return { form: 'senseless', why: 'lies more than 25 hours ahead', seconds };
  return { form, seconds: Math.max(0, seconds) };
}

/**
 * The longest time that the lines of Retry-After give, in seconds, also where it lies too far ahead; undefined where
 * none gives a time. `wallAt` is the local clock in milliseconds, for an answer without Date: a date that has passed by
 * that clock alone gives no time, for the clocks may differ (reading 16).
 */
export function retryAfterOf(headers: readonly HeaderLine[], wallAt: number): number | undefined {
  const date = dateOf(headers);
  const times = fieldLines(headers, 'retry-after')
    .flatMap((line) => (/^[\d.]+(\s*,\s*[\d.]+)+$/.test(line) ? line.split(/\s*,\s*/) : [line]))
    .map((line) => readRetryAfter(line, (date ?? wallAt) / 1000, date === undefined ? 900 : 10))
    .flatMap((read) => {
      const hasPassed = read.form === 'date' && read.seconds === 0 && date === undefined;
      return read.seconds === undefined || hasPassed ? [] : [read.seconds];
    });
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The longest time that the lines of Retry-After give, in seconds; undefined where one of them breaks its row. */
export function timeGiven(answer: Answer): number | undefined {
  const { seconds: now, tolerance } = momentOf(answer);
  let longest: number | undefined;
  for (const line of fieldValues(answer.outcome.response.headers, 'retry-after')) {
    const time = readRetryAfter(line, now, tolerance);
    if (time.form === 'senseless') return undefined;
    longest = Math.max(longest ?? 0, time.seconds);
  }
  return longest;
}

/** How long a 429 asks us to stay away, and what says so. */
export interface Pause {
  readonly seconds: number;
  readonly basis: 'Retry-After' | 'X-RateLimit-Reset' | 'no time given';
}

/** Where nothing that can be read says when to come back, in seconds. */
const defaultPause = 60;

/**
 * The pause after a 429: the longest Retry-After that makes sense, else the time to Reset, else a minute.
 * `wallAt` is the local clock in milliseconds, for an answer without Date. The second time that the time given
 * was not enough, somebody else takes what comes back, or the time is wrong: then Reset is waited for as well,
 * where it is no more than a minute away.
 */
export function pauseAfter(headers: readonly HeaderLine[], wallAt: number, inVain = 0): Pause {
  const date = dateOf(headers);
  const told = retryAfterOf(headers, wallAt);
  const { reset } = quotaOfHead(headers, wallAt);
  const ahead = reset === undefined ? undefined : reset - (date ?? wallAt) / 1000;
  // By another clock than the service's own, a Reset that has passed says nothing.
  const toReset = ahead === undefined || (ahead <= 0 && date === undefined) ? undefined : Math.max(0, ahead);
  const later = inVain >= 2 && toReset !== undefined && toReset > (told ?? 0) && toReset <= defaultPause;
  if (told !== undefined && !later) return { seconds: told, basis: 'Retry-After' };
  if (toReset !== undefined) return { seconds: toReset, basis: 'X-RateLimit-Reset' };
  return { seconds: defaultPause, basis: 'no time given' };
}
