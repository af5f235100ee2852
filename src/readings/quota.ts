import type { Answer, HeaderLine } from '../exchange/exchange.ts';
import { dateOf, field, fieldLines } from '../exchange/headers.ts';

/** The three headers as numbers, each only where it keeps its own row: one that does not paces nothing (reading 16). */
export interface Quota {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** Seconds since 1970; broken numbers are allowed (reading 11). */
  readonly reset?: number | undefined;
}

export const limitField = 'X-RateLimit-Limit';
export const remainingField = 'X-RateLimit-Remaining';
export const resetField = 'X-RateLimit-Reset';

/** A Reset may lie this much in the past by the server's own Date, in seconds. */
const toleranceByDate = 10;
/** The same where only the local clock can tell, in seconds. */
const toleranceByLocalClock = 15 * 60;
/** A day may have twenty-five hours, in seconds. */
export const longestWindow = 25 * 3600;

/** The moment an answer was made, by the server's Date or, without one, by the local clock, in seconds since 1970. */
export function momentOf(answer: Answer): { seconds: number; tolerance: number } {
  return momentOfHead(answer.outcome.response.headers, answer.wallAt);
}

function momentOfHead(
  headers: readonly HeaderLine[],
  wallAt: number,
): { seconds: number; tolerance: number } {
  const date = dateOf(headers);
  return date === undefined
    ? { seconds: wallAt / 1000, tolerance: toleranceByLocalClock }
    : { seconds: date / 1000, tolerance: toleranceByDate };
}

/** What is wrong with a Reset, as a cause, or undefined where it keeps its row. */
export function resetProblem(
  text: string,
  moment: { seconds: number; tolerance: number },
): string | undefined {
  if (!/^\d{1,20}(\.\d+)?$/.test(text)) return 'is no Unix timestamp in seconds';
  const ahead = Number(text) - moment.seconds;
  if (ahead < -moment.tolerance) return 'lies in the past';
  if (ahead > longestWindow + moment.tolerance) return 'lies more than 25 hours ahead';
  return undefined;
}

/** The same of header lines, where the body is not there yet; `wallAt` is the local clock in ms since 1970. */
export function quotaOfHead(headers: readonly HeaderLine[], wallAt: number): Quota {
  const limitText = field(headers, limitField);
  const remainingText = field(headers, remainingField);
  // A Limit of 0 is no limit.
  const limit = wholeNumber(limitText) || undefined;
  const isOutOfRange = limit !== undefined && isAboveLimit(remainingText, limitText);
  const reset = field(headers, resetField);
  const timely = reset !== undefined && resetProblem(reset, momentOfHead(headers, wallAt)) === undefined;
  return {
    limit,
    remaining: isOutOfRange ? undefined : remainingBelow(limitText, remainingText),
    reset: timely ? Number(reset) : undefined,
  };
}

/** Pacing and every reading of the limiter ask for the quota of one answer before that of the next: the newest alone is kept. */
let newest:
  | { readonly headers: readonly HeaderLine[]; readonly wallAt: number; readonly quota: Quota }
  | undefined;

/** What the three headers of an answer say, each where it makes sense by itself. */
export function quotaOf({ wallAt, outcome }: Answer): Quota {
  const { headers } = outcome.response;
  if (newest?.headers !== headers || newest.wallAt !== wallAt)
    newest = { headers, wallAt, quota: quotaOfHead(headers, wallAt) };
  return newest.quota;
}

/** Whether the response comes from a cache: it carries an Age header, whatever its value (readings 3 and 4). */
export function isAged(answer: Answer): boolean {
  return fieldLines(answer.outcome.response.headers, 'age').length > 0;
}

/** Seconds from the answer to its Reset, at least a tenth of one. */
export function secondsToReset(answer: Answer, reset: number): number {
  return Math.max(0.1, reset - momentOf(answer).seconds);
}

/** Reads a string of digits as a number; one beyond 2^53 becomes 2^53 - 1, which no run uses up. */
export function wholeNumber(text: string | undefined): number | undefined {
  return isWholeNumber(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined;
}

/** Remaining as a number. Beyond 2^53 it keeps its distance from Limit, so that it still falls as requests are made. */
function remainingBelow(limit: string | undefined, remaining: string | undefined): number | undefined {
  const number = wholeNumber(remaining);
  if (number !== Number.MAX_SAFE_INTEGER || !isWholeNumber(limit) || !isWholeNumber(remaining)) return number;
  const used = Number(BigInt(limit) - BigInt(remaining));
  return used < 0 ? number : Math.max(number - used, Math.floor(number / 2));
}

/** Whether a Remaining is above a Limit, compared digit by digit: false where one of them is not a whole number. */
export function isAboveLimit(remaining: string | undefined, limit: string | undefined): boolean {
  return isWholeNumber(remaining) && isWholeNumber(limit) && BigInt(remaining) > BigInt(limit);
}

function isWholeNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text);
}
