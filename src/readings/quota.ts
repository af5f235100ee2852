import type { HeaderLine, Responded } from '../exchange/exchange.ts';
import { dateOf, field, fieldLines, fieldValues, httpDate } from '../exchange/headers.ts';
import { largest } from '../text/largest.ts';

/** The three headers as numbers. A header that violates its own requirement is undefined. */
export interface ShownQuota {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** Seconds since 1970, possibly with a fraction. */
  readonly reset?: number | undefined;
}

export const limitField = 'X-RateLimit-Limit';
export const remainingField = 'X-RateLimit-Remaining';
export const resetField = 'X-RateLimit-Reset';

/** Tolerance for times in the past, compared with the server's Date, in seconds. */
const toleranceByDate = 10;
/** The same tolerance for times that are compared with the local clock, in seconds. */
const toleranceByLocalClock = 15 * 60;
/** The longest window, in seconds: the day on which daylight saving time ends has 25 hours. */
const longestWindow = 25 * 3600;

/** The time of a response, in seconds since 1970. */
interface Moment {
  readonly seconds: number;
  readonly tolerance: number;
}

/** Returns the time of a response, from its Date or, without one, from the local clock. */
export function momentOf({ wallAt, outcome }: Responded): Moment {
  return momentOfHead(outcome.response.headers, wallAt);
}

function momentOfHead(headers: readonly HeaderLine[], wallAt: number): Moment {
  const date = dateOf(headers);
  return date === undefined
    ? { seconds: wallAt / 1000, tolerance: toleranceByLocalClock }
    : { seconds: date / 1000, tolerance: toleranceByDate };
}

/** Returns what is wrong with a Reset, as a cause, or undefined if it conforms. */
export function resetProblem(text: string, { seconds, tolerance }: Moment): string | undefined {
  if (!/^\d{1,20}(\.\d+)?$/.test(text)) return 'is not a Unix timestamp in seconds';
  const ahead = Number(text) - seconds;
  if (ahead < -tolerance) return 'is in the past';
  return ahead > longestWindow + tolerance ? 'is more than 25 hours ahead' : undefined;
}

/** Reads the quota from the headers, before the body arrives; `wallAt` is the local clock in ms since 1970. */
export function quotaOfHead(headers: readonly HeaderLine[], wallAt: number): ShownQuota {
  const limitText = field(headers, limitField);
  const remainingText = field(headers, remainingField);
  const reset = field(headers, resetField);
  // A Limit of 0 is not usable.
  const limit = wholeNumber(limitText) || undefined;
  const isOutOfRange = limit !== undefined && isAboveLimit(remainingText, limitText);
  const isTimely = reset !== undefined && resetProblem(reset, momentOfHead(headers, wallAt)) === undefined;
  return {
    limit,
    remaining: isOutOfRange ? undefined : wholeNumber(remainingText),
    reset: isTimely ? Number(reset) : undefined,
  };
}

/** Reads the quota of a response. */
export function quotaOf({ wallAt, outcome }: Responded): ShownQuota {
  return quotaOfHead(outcome.response.headers, wallAt);
}

/** Reads the quota of a response; undefined unless all three headers are valid. */
export function wholeQuotaOf(
  response: Responded,
): { limit: number; remaining: number; reset: number } | undefined {
  const { limit, remaining, reset } = quotaOf(response);
  return limit === undefined || remaining === undefined || reset === undefined
    ? undefined
    : { limit, remaining, reset };
}

/** Checks whether a cache served the response: it has an Age header with any value. */
export function isAged(response: Responded): boolean {
  return fieldLines(response.outcome.response.headers, 'age').length > 0;
}

/** Returns the seconds from the response to its Reset, at least 0.1. */
export function secondsToReset(response: Responded, reset: number): number {
  return Math.max(0.1, reset - momentOf(response).seconds);
}

/** Parses a string of digits; a number beyond 2^53 becomes 2^53 - 1, which no run uses up. */
export function wholeNumber(text: string | undefined): number | undefined {
  return isWholeNumber(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined;
}

/** Checks whether Remaining exceeds Limit, without rounding; false unless both are whole numbers. */
export function isAboveLimit(remaining: string | undefined, limit: string | undefined): boolean {
  return isWholeNumber(remaining) && isWholeNumber(limit) && BigInt(remaining) > BigInt(limit);
}

function isWholeNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text);
}

/** A parsed Retry-After (RFC 9110, section 10.2.3). */
export type RetryAfter =
  | { readonly form: 'seconds' | 'fraction' | 'date'; readonly seconds: number }
  /** `seconds` is set if the only problem is that the time is too far ahead, because the kit waits that long anyway. */
  | { readonly form: 'senseless'; readonly why: string; readonly seconds?: number };

/** Parses one line of Retry-After; `now` is the time of the response. */
export function readRetryAfter(text: string, now: number, tolerance: number): RetryAfter {
  const isFraction = /^\d{1,12}\.\d+$/.test(text);
  const at = httpDate(text);
  if (isFraction || /^0*\d{1,12}$/.test(text))
    return inRange(isFraction ? 'fraction' : 'seconds', Number(text), 0);
  if (at !== undefined) return inRange('date', at / 1000 - now, tolerance);
  return { form: 'senseless', why: 'is neither whole seconds nor an HTTP-date' };
}

function inRange(form: 'seconds' | 'fraction' | 'date', seconds: number, tolerance: number): RetryAfter {
  if (seconds < -tolerance) return { form: 'senseless', why: 'is in the past' };
  if (seconds > longestWindow + tolerance)
    return { form: 'senseless', why: 'is more than 25 hours ahead', seconds };
  return { form, seconds: Math.max(0, seconds) };
}

/**
 * Returns the longest Retry-After in seconds, even if it is too far ahead, or undefined if there is none. A proxy may join
 * several values, so each part between commas counts. A wait that is too long does no harm. A date that has passed only
 * according to the local clock is ignored, because the clocks may differ.
 */
export function retryAfterOf(headers: readonly HeaderLine[], wallAt: number): number | undefined {
  const { seconds: now, tolerance } = momentOfHead(headers, wallAt);
  const isLocal = dateOf(headers) === undefined;
  const times = fieldLines(headers, 'retry-after')
    .flatMap((line) => [line, ...line.split(',').map((part) => part.trim())])
    .map((line) => readRetryAfter(line, now, tolerance))
    .filter(({ form, seconds }) => !(isLocal && form === 'date' && seconds === 0))
    .flatMap(({ seconds }) => seconds ?? []);
  return times.length === 0 ? undefined : largest(0, times);
}

/** Returns the longest Retry-After in seconds, or undefined if it is missing or invalid. */
export function timeGiven(response: Responded): number | undefined {
  const { seconds: now, tolerance } = momentOf(response);
  const times = fieldValues(response.outcome.response.headers, 'retry-after').map((line) =>
    readRetryAfter(line, now, tolerance),
  );
  if (times.length === 0 || times.some(({ form }) => form === 'senseless')) return undefined;
  return largest(
    0,
    times.map(({ seconds = 0 }) => seconds),
  );
}

/** How long to wait after a 429, and which header says so. */
export interface Pause {
  readonly seconds: number;
  readonly basis: 'Retry-After' | 'X-RateLimit-Reset' | 'no time given';
}

/** The pause, in seconds, if no header gives a time. */
const defaultPause = 60;

/**
 * Returns the pause after a 429: the longest valid Retry-After or, without one, the time to Reset or, without that, a minute.
 * After two pauses that were too short (`inVain`), the pause lasts at least until Reset if that is at most a minute away,
 * because either another client uses the refilled quota or Retry-After is wrong.
 */
export function pauseAfter(headers: readonly HeaderLine[], wallAt: number, inVain = 0): Pause {
  const given = retryAfterOf(headers, wallAt);
  const { reset } = quotaOfHead(headers, wallAt);
  const ahead = reset === undefined ? undefined : reset - momentOfHead(headers, wallAt).seconds;
  // Without the server's Date, a Reset in the past says nothing.
  const isUnknown = ahead === undefined || (ahead <= 0 && dateOf(headers) === undefined);
  const toReset = isUnknown ? undefined : Math.max(0, ahead);
  const isLater = inVain >= 2 && toReset !== undefined && toReset > (given ?? 0) && toReset <= defaultPause;
  if (given !== undefined && !isLater) return { seconds: given, basis: 'Retry-After' };
  if (toReset !== undefined) return { seconds: toReset, basis: 'X-RateLimit-Reset' };
  return { seconds: defaultPause, basis: 'no time given' };
}
