import type { Finding, RecordedExchange, TimelineRow } from '../model/report.ts';
import { counted, listed } from './layout.ts';

// What a finding rests on, in words that every reporter uses. Nothing here is escaped: each sink does that itself.

const listedPlaces = 4;

/** "4 times: POST /categories answered 201". */
export function seenWords({ count, places }: Finding): string {
  const where = places.map(({ place, count: times }) =>
    times === 1 || times === count ? place : `${place} (${times})`,
  );
  const times = count === 1 ? 'once' : counted(count, 'time');
  return where.length === 0 ? times : `${times}: ${listed(where, listedPlaces)}`;
}

/** One answer of the timeline: when, what was answered, and what the limiter showed. */
export function rowWords({ atMs, status, limit, remaining, reset, retryAfter }: TimelineRow): string {
  return [
    `${(atMs / 1000).toFixed(2)} s`.padStart(9),
    `${status ?? 'no answer'}`.padEnd(4),
    remaining === undefined ? 'no usable numbers' : `${remaining} of ${limit ?? '?'} left`,
    ...(reset === undefined ? [] : [`Reset ${reset}`]),
    ...(retryAfter === undefined ? [] : [`Retry-After "${retryAfter}"`]),
  ].join('  ');
}

/**
 * What came back, in a line: the status, and the header lines that the requirement is about or the beginning of
 * the body. Nothing where `received` says it all.
 */
export function answerWords({ requirement, received, exchange }: Finding): string[] {
  if (exchange === undefined) return [];
  const { response, fault } = exchange;
  if (response === undefined) return fault === undefined || fault === received ? [] : [fault];
  const head = `${response.status} ${response.reason}`.trimEnd();
  const evidence = isAboutHeaders(requirement)
    ? telling(response.headers)
    : excerpt(exchange.request.method, response);
  return [[head, ...evidence].join(' · ')];
}

/** Whether the header lines of an answer, rather than its body, show what is wrong. */
function isAboutHeaders(requirement: string): boolean {
  return /^(headers|limit|http)\./.test(requirement);
}

const tellingNames = /^(x-ratelimit-.*|retry-after|date)$/i;

function telling(headers: readonly (readonly [string, string])[]): string[] {
  const lines = headers
    .filter(([name]) => tellingNames.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? ['none of the rate-limit headers'] : lines;
}

/** A body that was read from the list may be other people's; it stays in report.json. */
function excerpt(method: string, response: NonNullable<RecordedExchange['response']>): string[] {
  if (method === 'GET' && response.status < 300) return [];
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const body = response.body === '' ? 'no body' : `${response.body}${response.cut ? '…' : ''}`;
  return type === undefined ? [body] : [type, body];
}
