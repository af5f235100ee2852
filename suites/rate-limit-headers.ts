import { notTested, Unmet, unmet } from '../src/checks/expectations.ts';
import { plainList } from '../src/checks/requests.ts';
import { check, conclusion, everyResponse, suite } from '../src/checks/vocabulary.ts';
import {
  type Exchange,
  type HeaderLine,
  hasResponse,
  isGatewayStatus,
  type Responded,
  statusOf,
} from '../src/exchange/exchange.ts';
import { dateOf, field, fieldLines, fieldValues } from '../src/exchange/headers.ts';
import { hasKey, isNamedResponse } from '../src/exchange/picks.ts';
import {
  isAboveLimit,
  isAged,
  limitField,
  momentOf,
  quotaOf,
  remainingField,
  resetField,
  resetProblem,
  wholeNumber,
} from '../src/readings/quota.ts';
import { type Plan, planQuotas } from '../src/spec/operations.ts';
import { dependent, reason } from '../src/spec/reasons.ts';
import { definedOnly } from '../src/text/defined-only.ts';

const threeNames = [limitField, remainingField, resetField];
const maxNearSpellings = 4;
/** How far Reset may be ahead for a limit per minute, in seconds. */
const longestMinute = 70;
/** The number of plain GETs that are enough to decide twice whether Remaining falls. */
const maxForUsage = 24;

export default suite('Rate-limit headers', [
  // A request beyond the limit may get a 503 from a gateway instead of a 429. If such requests always get a 503, limit.enforced
  // fails.
  everyResponse(
    'headers.present',
    'the three headers are present',
    (exchange): exchange is Responded =>
      isNamedResponse(exchange) && !(exchange.overLimit && isGatewayStatus(statusOf(exchange))),
    expectThree,
  ),

  everyResponse(
    'headers.form',
    'each header appears once, as a whole number',
    isNamedResponse,
    (exchange) => {
      const lines = linesOf(exchange);
      if (threeNames.every((name) => fieldLines(lines, name).length === 0)) notTested(dependent);
      for (const name of [...threeNames, 'Retry-After']) {
        const values = fieldValues(lines, name);
        const [first] = values;
        if (values.length > 1 && values.every((value) => value === first))
          unmet('sent once', `sent ${values.length} times`, `${name} appears more than once`, {
            where: name,
          });
      }
      for (const name of [resetField, 'Retry-After']) {
        const value = field(lines, name);
        if (value !== undefined && /^\d+\.\d+$/.test(value))
          unmet('a whole number', `"${value}"`, `${name} is a fraction`, { where: name });
      }
    },
  ),

  everyResponse('headers.limit', 'Limit is a positive integer', isNamedResponse, (exchange) => {
    const value = oneValue(exchange, limitField);
    if (/^0*[1-9]\d*$/.test(value)) return;
    unmet('a positive integer', `"${value}"`, 'Limit is not a positive integer', { where: limitField });
  }),

  everyResponse(
    'headers.remaining',
    'Remaining is an integer from 0 to Limit',
    isNamedResponse,
    (exchange) => {
      const value = oneValue(exchange, remainingField);
      const cause = value.startsWith('-') ? 'Remaining is negative' : 'Remaining is not an integer';
      if (wholeNumber(value) === undefined)
        unmet('an integer from 0 to Limit', `"${value}"`, cause, { where: remainingField });
      const limit = field(linesOf(exchange), limitField);
      if (isAboveLimit(value, limit))
        unmet(`an integer from 0 to ${limit}`, `"${value}"`, 'Remaining is above Limit', {
          where: remainingField,
        });
    },
  ),

  everyResponse('headers.reset', 'Reset is a Unix timestamp in seconds', isNamedResponse, (exchange) => {
    const value = oneValue(exchange, resetField);
    const moment = momentOf(exchange);
    const problem = resetProblem(value, moment);
    if (problem === undefined) return;
    const now = Math.round(moment.seconds);
    unmet(
      `a Unix timestamp from ${now} (now) to 25 hours later`,
      `"${value}"${guess(value, moment.seconds)}`,
      `Reset ${problem}`,
      { where: resetField },
    );
  }),

  conclusion('headers.usage', 'Remaining falls as requests are made', ({ usage }) => {
    const decision = usage.decision();
    if (decision.kind === 'falls') return { tested: 1 };
    if (decision.kind === 'open') return { reason: decision.reason };
    const { deciding, falling, shown: exchange } = decision;
    const received = falling === 0 ? 'does not fall' : `falls in only ${falling} of ${deciding} comparisons`;
    const cause = 'Remaining does not fall';
    const words = { context: '×12 in one window', where: 'Remaining', relation: 'must' as const };
    return {
      tested: deciding,
      occurrences: [{ exchange, ...words, expected: 'fall', received, cause }],
    };
  }),

  check(
    'headers.usage',
    'more plain GETs, if the requests so far do not show whether Remaining falls',
    { priority: 1, withKey: maxForUsage, phase: 'closing', onlySends: true },
    async ({ send, readings: { usage, enforcement, lists } }) => {
      // If the quota refills too fast for the proof, or headers are missing, more requests decide nothing.
      const refills = enforcement.decision().kind === 'undecided';
      const newest = lists.newest();
      const canShow = !refills && (newest.length === 0 || newest.some(showsUsage));
      for (let sent = 0; canShow && sent < maxForUsage && usage.decision().kind === 'open'; sent++)
        if (!showsUsage(await send(plainList))) break;
    },
  ),

  everyResponse('headers.plan', 'Limit matches the plan', isToKey, (exchange, { plan }) => {
    const { minute, day } = numbersOf(plan);
    const value = oneValue(exchange, limitField);
    const limit = wholeNumber(value);
    if (limit === minute || limit === day) return;
    const expected = `${minute} (per minute) or ${day} (per day)`;
    unmet(expected, `"${value}"${whoseLimit(limit)}`, "Limit is not the plan's number", {
      where: limitField,
    });
  }),

  everyResponse(
    'headers.plan-window',
    "the plan's limit per minute resets within a minute",
    isToKey,
    (exchange, { plan }) => {
      const quota = numbersOf(plan);
      const { limit, reset } = quotaOf(exchange);
      const date = dateOf(linesOf(exchange));
      if (limit !== quota.minute) notTested(reason('no-plan-minute'));
      if (reset === undefined) notTested(dependent);
      if (date === undefined) notTested(reason('no-date'));
      const ahead = reset - date / 1000;
      if (ahead <= longestMinute) return;
      unmet(
        `at most ${longestMinute} s after Date`,
        `${Math.round(ahead)} s after Date`,
        'the limit per minute resets after more than a minute',
        { where: resetField },
      );
    },
  ),

  conclusion('headers.limit-steady', 'Limit stays the same within a window', ({ limitSteady }) => {
    const { tested, found } = limitSteady.decision();
    const words = { context: 'twice, same Reset', where: 'Limit', expected: 'the same' };
    const occurrences = found === undefined ? [] : [{ ...found, ...words }];
    return { tested, occurrences, reason: dependent };
  }),

  everyResponse('headers.elsewhere', 'unknown paths return the headers, too', isElsewhere, expectThree),

  conclusion('headers.reset-reached', 'Remaining before and after a Reset', ({ resetsReached }) => {
    const { crossings, newest } = resetsReached.crossed();
    if (newest === undefined) return { reason: reason('no-reset') };
    const { from, to, limit, isLimited } = newest;
    const moved = from === to ? `stayed at ${to}` : `went from ${from} to ${to}`;
    const limited = isLimited ? ', and the response was 429' : '';
    return { tested: crossings, seen: `Remaining ${moved} of ${limit}${limited}` };
  }),
]);

function showsUsage(exchange: Exchange): boolean {
  const { limit, remaining, reset } = hasResponse(exchange) && !isAged(exchange) ? quotaOf(exchange) : {};
  return limit !== undefined && remaining !== undefined && reset !== undefined;
}

/** Returns the quotas of a plan. Judges nothing for a plan whose quotas the specification does not state. */
function numbersOf(plan: Plan | undefined): (typeof planQuotas)['free'] {
  return plan === undefined || plan === 'enterprise' ? notTested(reason('enterprise')) : planQuotas[plan];
}

/** Names the plans with this Limit, because the user may have named the wrong one. */
function whoseLimit(limit: number | undefined): string {
  const others = Object.entries(planQuotas).filter(
    ([, { minute, day }]) => limit === minute || limit === day,
  );
  if (others.length === 0) return '';
  return `, which is a limit of plan ${others.map(([name]) => name).join(' or ')}: is --plan right?`;
}

/**
 * Checks for a response to a request with the valid key. A server that returns 401 does not count the request toward any plan.
 */
function isToKey(exchange: Exchange): exchange is Responded {
  return isNamedResponse(exchange) && hasKey(exchange) && statusOf(exchange) !== 401;
}

function isElsewhere(exchange: Exchange): exchange is Responded {
  return exchange.request.operation === 'elsewhere' && hasResponse(exchange);
}

function linesOf({ outcome }: Responded): readonly HeaderLine[] {
  return outcome.response.headers;
}

/** Returns the value of a header; headers.present fails if there is not exactly one. */
function oneValue(response: Responded, name: string): string {
  return field(linesOf(response), name) ?? notTested(dependent);
}

/** Expects the three headers, and lists similar ones in the finding. */
function expectThree(response: Responded): void {
  const lines = linesOf(response);
  const without = threeNames.filter((name) => field(lines, name) === undefined);
  if (without.length === 0) return;
  const problems = without.map((name) => {
    const { size } = new Set(fieldValues(lines, name));
    return size === 0 ? `${name} is missing` : `${name} has ${size} different values`;
  });
  const missing = without.filter((name) => fieldValues(lines, name).length === 0);
  const exact = new Set(threeNames.map((name) => name.toLowerCase()));
  // `RateLimit-Limit` and `X-Rate-Limit-Limit` are different headers.
  const similar = lines
    .map(([name]) => name)
    .filter((name) => /rate-?_?limit/i.test(name) && !exact.has(name.toLowerCase()));
  const near = [...new Set(similar)].slice(0, maxNearSpellings).map((name) => name.slice(0, 60));
  const alsoSent = near.length === 0 ? '' : ` (but the server sent ${near.join(', ')})`;
  const cause = problems.join(', ');
  throw new Unmet({
    expected: 'present, with one value each',
    received: `${missing.length < without.length ? cause : `${shortNames(missing)} missing`}${alsoSent}`,
    cause,
    ...definedOnly({ advice: adviceOn(lines, without, near) }),
  });
}

/** Returns "X-RateLimit-Limit, -Remaining, -Reset". */
function shortNames([first = '', ...others]: readonly string[]): string {
  return [first, ...others.map((name) => name.replace('X-RateLimit', ''))].join(', ');
}

const impactOfMissing =
  'Clients that pace themselves need all three headers, under these names and with one value each.';

/** Returns advice if the headers are in the right place, but some are misnamed, missing or set twice. */
function adviceOn(lines: readonly HeaderLine[], without: readonly string[], near: readonly string[]) {
  const isTwice = without.some((name) => fieldLines(lines, name).length > 0);
  const fixes = [
    isTwice &&
      'Two places set the header, such as the application and a gateway, or a limiter that is registered twice. Keep one of them, and replace an existing value instead of adding one.',
    near.length > 0 &&
      without.length === threeNames.length &&
      `Rename the headers that the server sends (${near.join(', ')}) to ${without.join(', ')}. Many limiters have an option for the names.${resetAdvice(lines, near)}`,
    without.length < threeNames.length &&
      `Find where the server sets ${threeNames.filter((name) => !without.includes(name)).join(' and ')} for these responses, and set ${without.join(' and ')} there, too. Code that copies headers from one response to another may have an incomplete list.`,
  ];
  const fix = fixes.find((one) => one !== false);
  return fix === undefined ? undefined : { impact: impactOfMissing, fix };
}

/** Returns advice to change the value of a misnamed Reset, too, if that value is in seconds from now. */
function resetAdvice(lines: readonly HeaderLine[], near: readonly string[]): string {
  const reset = near.find((name) => /reset/i.test(name));
  const [value = ''] = reset === undefined ? [] : fieldLines(lines, reset);
  return /^\d{1,8}(\.\d+)?$/.test(value)
    ? ` The value of ${reset} is in seconds from now: send the Unix time in seconds instead.`
    : '';
}

/** Guesses the intended unit of a value from its size. */
function guess(value: string, nowSeconds: number): string {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value)) return /\d{4}-\d\d-\d\d/.test(value) ? ' (a date)' : '';
  if (number < 1e8) return ' (perhaps seconds from now)';
  if (Math.abs(number / 1e3 - nowSeconds) < 1e7) return ' (perhaps milliseconds)';
  if (Math.abs(number / 1e6 - nowSeconds) < 1e7) return ' (perhaps microseconds)';
  return '';
}
