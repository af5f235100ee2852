// @module-tag extended
import { describe, expect, it } from 'vitest';
import type { Change, HeaderLine } from '../../../reference-server/index.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith } from '../../support/run-against.ts';
import { createRequestLog, logging, type RequestLog } from '../request-log.ts';
import { createVirtualClock } from '../virtual-clock.ts';

/** Returns the values of a header, given the time and the correct seconds; each string is one header line. */
type MakeValues = (now: number, seconds: number) => readonly string[];

interface Hostile {
  readonly name: string;
  readonly make: MakeValues;
  /** The requirements that are reported. */
  readonly blamed: readonly string[];
  /** When the next request may be sent: after this many seconds, or at Reset. If undefined, not in this run. */
  readonly next?: number | 'reset';
}

const maxWaitSeconds = 150;
const digits = `1${'0'.repeat(400)}`;
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const imf = (ms: number) => new Date(ms).toUTCString();
const iso = (ms: number) => new Date(ms).toISOString();

/** Formats a time like Monday, 05-Jan-26 10:08:05 GMT. */
function rfc850(ms: number): string {
  const [, day = '', month = '', year = '', time = ''] = imf(ms).split(' ');
  return `${days[new Date(ms).getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
}

/** Formats a time like Mon Jan  5 10:08:05 2026. */
function asctime(ms: number): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = imf(ms).split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

const at = (now: number, seconds: number) => Math.ceil(now / 1000) * 1000 + seconds * 1000;
const value = ['limit.retry-after-value'];
const missing = ['headers.elsewhere', 'headers.present'];

const retryAfters: readonly Hostile[] = [
  { name: 'correct', make: (_now, s) => [`${s}`], blamed: [], next: 'reset' },
  { name: 'negative', make: () => ['-30'], blamed: value, next: 'reset' },
  { name: 'zero', make: () => ['0'], blamed: ['limit.recovers'], next: 0 },
  { name: 'huge', make: () => ['99999999999999999999'], blamed: value, next: 'reset' },
  { name: '10^400', make: () => [digits], blamed: value, next: 'reset' },
  { name: 'a day and two hours', make: () => ['93600'], blamed: value, next: 'reset' },
  { name: 'a word', make: () => ['soon'], blamed: value, next: 'reset' },
  { name: 'words', make: () => ['in a minute'], blamed: value, next: 'reset' },
  { name: 'a number with words', make: (_now, s) => [`${s} seconds`], blamed: value, next: 'reset' },
  { name: 'NaN', make: () => ['NaN'], blamed: value, next: 'reset' },
  { name: 'Infinity', make: () => ['Infinity'], blamed: value, next: 'reset' },
  { name: 'an exponent', make: () => ['1e3'], blamed: value, next: 'reset' },
  { name: 'hexadecimal', make: () => ['0x20'], blamed: value, next: 'reset' },
  { name: 'a plus sign', make: (_now, s) => [`+${s}`], blamed: value, next: 'reset' },
  { name: 'empty', make: () => [''], blamed: value, next: 'reset' },
  { name: 'a usual date', make: (now, s) => [imf(at(now, s))], blamed: [], next: 'reset' },
  { name: 'an RFC 850 date', make: (now, s) => [rfc850(at(now, s))], blamed: [], next: 'reset' },
  { name: 'an asctime date', make: (now, s) => [asctime(at(now, s))], blamed: [], next: 'reset' },
  { name: 'a past date', make: (now) => [imf(now - 3_600_000)], blamed: value, next: 'reset' },
  { name: 'a date next year', make: (now) => [imf(now + 366 * 86_400_000)], blamed: value, next: 'reset' },
  { name: 'an impossible date', make: () => ['Mon, 05 Foo 2026 10:08:05 GMT'], blamed: value, next: 'reset' },
  { name: 'an ISO date', make: (now, s) => [iso(at(now, s))], blamed: value, next: 'reset' },
  { name: 'two equal lines', make: (_now, s) => [`${s}`, `${s}`], blamed: ['headers.form'], next: 'reset' },
  { name: 'two lines', make: (_now, s) => ['1', `${s}`], blamed: value, next: 'reset' },
  { name: 'two lines, one invalid', make: (_now, s) => ['soon', `${s}`], blamed: value, next: 'reset' },
  {
    name: 'a list of equal values',
    make: (_now, s) => [`${s}, ${s}`],
    blamed: ['headers.form'],
    next: 'reset',
  },
  { name: 'a list', make: (_now, s) => [`1, ${s}`], blamed: value, next: 'reset' },
  { name: 'a fraction', make: (_now, s) => [`${s}.25`], blamed: ['headers.form'], next: 'reset' },
  {
    name: 'a fraction as printed from a float',
    make: (_now, s) => [`${s}.97564013671875`],
    blamed: ['headers.form'],
    next: 'reset',
  },
  // Read as seconds, this value is 16 hours, which causes a warning and exceeds the cap.
  { name: 'milliseconds', make: (_now, s) => [`${s * 1000}`], blamed: ['limit.retry-after-agrees'] },
  { name: 'microseconds', make: (_now, s) => [`${s}000000`], blamed: value, next: 'reset' },
  { name: 'a timestamp', make: (now, s) => [`${at(now, s) / 1000}`], blamed: value, next: 'reset' },
];

const resets: readonly Hostile[] = [
  { name: 'negative', make: () => ['-30'], blamed: ['headers.reset'] },
  { name: 'zero', make: () => ['0'], blamed: ['headers.reset'] },
  { name: 'huge', make: () => ['99999999999999999999'], blamed: ['headers.reset'] },
  { name: '10^400', make: () => [digits], blamed: ['headers.reset'] },
  { name: 'a word', make: () => ['soon'], blamed: ['headers.reset'] },
  { name: 'NaN', make: () => ['NaN'], blamed: ['headers.reset'] },
  { name: 'an exponent', make: (now, s) => [`${at(now, s) / 1e9}e6`], blamed: ['headers.reset'] },
  { name: 'empty', make: () => [''], blamed: ['headers.reset'] },
  { name: 'a usual date', make: (now, s) => [imf(at(now, s))], blamed: ['headers.reset'] },
  { name: 'an RFC 850 date', make: (now, s) => [rfc850(at(now, s))], blamed: ['headers.reset'] },
  { name: 'an asctime date', make: (now, s) => [asctime(at(now, s))], blamed: ['headers.reset'] },
  { name: 'an ISO date', make: (now, s) => [iso(at(now, s))], blamed: ['headers.reset'] },
  { name: 'a past moment', make: (now) => [`${at(now, -3_600) / 1000}`], blamed: ['headers.reset'] },
  { name: 'next year', make: (now) => [`${at(now, 366 * 86_400) / 1000}`], blamed: ['headers.reset'] },
  { name: 'milliseconds', make: (now, s) => [`${at(now, s)}`], blamed: ['headers.reset'] },
  { name: 'seconds to wait', make: (_now, s) => [`${s}`], blamed: ['headers.reset'] },
  {
    name: 'two equal lines',
    make: (now, s) => [`${at(now, s) / 1000}`, `${at(now, s) / 1000}`],
    blamed: ['headers.form'],
  },
  { name: 'two lines', make: (now, s) => ['1', `${at(now, s) / 1000}`], blamed: missing },
  { name: 'a list', make: (now, s) => [`1, ${at(now, s) / 1000}`], blamed: missing },
  {
    name: 'a fraction as printed from a float',
    make: (now, s) => [`${at(now, s) / 1000}.97564013671875`],
    blamed: ['headers.form'],
  },
];

interface Ran {
  readonly report: Report;
  readonly log: RequestLog;
  /** When the window of each 429 ended, by the server's clock. */
  readonly windows: readonly number[];
}

const linesOf = (name: string, texts: readonly string[]): HeaderLine[] => texts.map((text) => [name, text]);

/** Runs the kit against a server with a Limit of 30, which the selected checks use up, one request at a time. */
async function runAgainstTimes(change: Change): Promise<Ran> {
  const clock = createVirtualClock();
  const log = createRequestLog();
  const windows: number[] = [];
  const noting: Change = (parts) => ({
    tooMany: (usage, now, visit) => {
      windows.push(usage.retryAt);
      return parts.tooMany(usage, now, visit);
    },
  });
  const { report } = await runInMemory(
    { plans: { free: { minute: 30, day: 1_000 } }, change: [change, noting, logging(log)] },
    { maxWaitSeconds, concurrency: 1 },
    { clock },
  );
  return { report, log, windows };
}

const replaceRetryAfter = (make: MakeValues): Change => {
  return (parts) => ({
    tooMany: (usage, now, visit) => {
      const reply = parts.tooMany(usage, now, visit);
      const others = reply.headers.filter(([name]) => name !== 'Retry-After');
      const values = make(now, Math.ceil((usage.retryAt - now) / 1000));
      return { ...reply, headers: [...others, ...linesOf('Retry-After', values)] };
    },
  });
};

const replaceReset = (make: MakeValues): Change => {
  return (parts) => ({
    rateHeaders: (usage, now, visit) => [
      ...parts.rateHeaders(usage, now, visit).filter(([name]) => name !== 'X-RateLimit-Reset'),
      ...linesOf('X-RateLimit-Reset', make(now, Math.ceil((usage.shown.resetAt - now) / 1000))),
    ],
  });
};

const withoutRetryAfter: Change = replaceRetryAfter(() => []);

function expectSound({ report, log }: Ran, blamed: readonly string[]): void {
  const shown = report.findings
    .map((one) => `${one.signature}: ${one.received}`)
    .join('\n')
    .slice(0, 2_000);
  expect(report.kitFaults).toEqual([]);
  expect(report.complete).toBe(true);
  expect(idsWith(report, 'fail', 'warn').sort(), shown).toEqual([...blamed].sort());
  expect(report.waits.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThanOrEqual(maxWaitSeconds);
  expect(log.refusals.length).toBeGreaterThan(0);
}

/** Checks that the first request after each 429, if any, does not arrive before the given time, in milliseconds. */
function expectNoneBefore({ log }: Ran, earliest: (refusedAt: number, index: number) => number): void {
  for (const [index, refusedAt] of log.refusals.entries()) {
    const next = log.arrivals.find((arrivedAt) => arrivedAt > refusedAt);
    if (next !== undefined) expect(next).toBeGreaterThanOrEqual(earliest(refusedAt, index));
  }
}

describe('for every form of Retry-After, no request is sent too early, no wait exceeds the cap, and exactly the violated requirements are reported', () => {
  it.each(retryAfters)('$name', async ({ make, blamed, next }) => {
    const ran = await runAgainstTimes(replaceRetryAfter(make));
    expectSound(ran, blamed);
    expectNoneBefore(ran, (refusedAt, index) => {
      if (next === undefined) return Number.POSITIVE_INFINITY;
      return next === 'reset' ? (ran.windows[index] ?? 0) : refusedAt + next * 1000;
    });
  });
});

describe('for every form of Reset with a Retry-After, no request is sent before the window ends, and exactly the violated requirements are reported', () => {
  it.each(resets)('$name', async ({ make, blamed }) => {
    const ran = await runAgainstTimes(replaceReset(make));
    expectSound(ran, blamed);
    expectNoneBefore(ran, (_refusedAt, index) => ran.windows[index] ?? 0);
  });
});

describe('for every form of Reset without a Retry-After, the kit waits until Reset, or a minute if it cannot read Reset', () => {
  it.each(resets)('$name', async ({ name, make, blamed }) => {
    const ran = await runAgainstTimes((parts, tools) => {
      const values = { ...parts, ...replaceReset(make)(parts, tools) };
      return { ...replaceReset(make)(parts, tools), ...withoutRetryAfter(values, tools) };
    });
    const readable = name === 'two equal lines' || name.startsWith('a fraction');
    expectSound(ran, [...blamed, 'limit.retry-after']);
    expectNoneBefore(ran, (refusedAt, index) => (readable ? (ran.windows[index] ?? 0) : refusedAt + 60_000));
  });
});
