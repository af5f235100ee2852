import { notTested, unmet } from '../src/checks/expectations.ts';
import {
  type Concluded,
  type Conclusion,
  conclusion,
  everyResponse,
  observe,
  suite,
} from '../src/checks/vocabulary.ts';
import { type Exchange, hasResponse, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { fieldValues, mediaType } from '../src/exchange/headers.ts';
import { hasKey, isNamedResponse } from '../src/exchange/picks.ts';
import type { EveryOperation } from '../src/readings/every-operation.ts';
import {
  momentOf,
  quotaOf,
  readRetryAfter,
  secondsToReset,
  timeGiven,
  wholeNumber,
} from '../src/readings/quota.ts';
import { type Operation, operationTitle } from '../src/spec/operations.ts';
import { dependent, type Reason, reason } from '../src/spec/reasons.ts';
import { counted } from '../src/text/layout.ts';

export default suite('Rate limiting', [
  conclusion(
    'limit.enforced',
    'requests beyond the limit return 429',
    ({ enforcement, everyOperation, outcomes, proofSkipped, postLeftOut }) => {
      const decision = enforcement.decision();
      if (decision.kind === 'proven') return { tested: 1, ...concludeOthers(everyOperation, postLeftOut()) };
      if (decision.kind === 'not enforced') {
        const { by, seen, context, cause } = decision;
        return { occurrences: [{ exchange: by, context, expected: '429', received: seen, cause }] };
      }
      const limited = outcomes.all().filter(({ first }) => isLimited(first) && hasKey(first));
      const why = decision.kind === 'undecided' ? decision.reason : proofSkipped();
      const showsRemaining = limited.some(
        ({ first }) => hasResponse(first) && quotaOf(first).remaining !== undefined,
      );
      const count = limited.reduce((sum, one) => sum + one.count, 0);
      return { reason: why ?? whyNotReached(count, showsRemaining) };
    },
  ),

  everyResponse('limit.retry-after', 'a 429 carries Retry-After', isLimited, (exchange) => {
    if (retryAfters(exchange).length === 0)
      unmet('present', 'missing', 'a 429 has no Retry-After', { where: '429 with Retry-After' });
  }),

  everyResponse('limit.retry-after-value', 'Retry-After gives a time', isLimited, (exchange) => {
    const lines = retryAfters(exchange);
    if (lines.length === 0) notTested(dependent);
    if (new Set(lines).size > 1)
      unmet('one value', lines.map((line) => `"${line}"`).join(' and '), 'Retry-After has different values', {
        where: 'Retry-After',
      });
    const { seconds, tolerance } = momentOf(exchange);
    const read = readRetryAfter(lines[0] ?? '', seconds, tolerance);
    const expected = 'whole seconds or an HTTP-date, at most 25 hours ahead';
    if (read.form === 'senseless')
      unmet(expected, `"${lines[0]}"`, `Retry-After ${read.why}`, { where: 'Retry-After' });
  }),

  conclusion(
    'limit.recovers',
    'requests are served again after Retry-After',
    ({ recovery, ban, proofSkipped }) => {
      const decision = recovery.decision();
      if (decision.kind === 'served') return { tested: 1 };
      if (decision.kind === 'open') {
        const why = decision.reason.code === 'ended-early' ? proofSkipped() : undefined;
        return { reason: ban.shownBy() === undefined ? (why ?? decision.reason) : reason('ban') };
      }
      const { refused } = decision;
      return {
        // The last 429 comes first, because it shows the finding. The earlier 429s are the proof.
        occurrences: refused.toReversed().map((exchange) => ({
          exchange,
          context: 'after the time in Retry-After',
          relation: 'must not be' as const,
          expected: '429',
          received: againWords(refused),
          cause: 'still 429 after Retry-After',
        })),
      };
    },
  ),

  everyResponse(
    'limit.retry-after-agrees',
    'Retry-After does not look like milliseconds',
    isLimited,
    (exchange) => {
      const [text] = retryAfters(exchange);
      const { seconds: now, tolerance } = momentOf(exchange);
      const read = readRetryAfter(text ?? '', now, tolerance);
      const { reset } = quotaOf(exchange);
      if (read.form === 'senseless' || reset === undefined) notTested(dependent);
      if (unitOf(exchange) === 'milliseconds') {
        const away = Math.round(reset - now);
        const received = `${text}, with a Reset ${away} s away`;
        unmet('in seconds', received, 'Retry-After is in milliseconds', { where: 'Retry-After' });
      }
      const apart = now + read.seconds - reset;
      return Math.abs(apart) <= 2
        ? 'Retry-After and Reset give the same time'
        : `Retry-After is ${Math.abs(Math.round(apart))} s ${apart < 0 ? 'before' : 'after'} Reset`;
    },
  ),

  observe429('limit.retry-after-unit', 'the form and the unit of Retry-After', (response) => {
    const [text] = retryAfters(response);
    if (text === undefined) return undefined;
    const { form } = readRetryAfter(text, momentOf(response).seconds, 900);
    if (form === 'date') return 'a date';
    if (!/^\d+(\.\d+)?$/.test(text)) return 'neither a number nor a date';
    const number = text.includes('.') ? 'a fraction' : 'a whole number';
    const unit = unitOf(response);
    return unit === undefined ? `${number}, unit unclear` : `${number}, apparently in ${unit}`;
  }),

  observe429('limit.body', 'the body of a 429', (response) => {
    const { body, headers } = response.outcome.response;
    return body.length === 0 ? 'no body' : `${body.length} bytes of ${mediaType(headers) ?? 'no media type'}`;
  }),
]);

/** Judges whether the operations of a suite are limited, from its probes that went beyond the limit. */
export function limitOf(requirement: string, operations: readonly Operation[]): Conclusion {
  const isOf = (id: string) => operations.some((one) => one.id === id);
  return conclusion(requirement, 'requests beyond the limit return 429', ({ everyOperation }) => {
    const tested = everyOperation.limited(isOf).length;
    const concluded = concludeOthers(everyOperation, undefined, isOf);
    return { ...(concluded.occurrences === undefined ? { tested } : {}), ...concluded };
  });
}

/** Judges the other operations, once the limit of GET /categories is proven. */
function concludeOthers(
  everyOperation: EveryOperation,
  postLeftOut: Reason | undefined,
  isOf?: (operation: string) => boolean,
): Concluded {
  const served = everyOperation.notLimited(isOf);
  const [last] = served;
  const inPart = everyOperation
    .untested(isOf)
    .map((why) => (why.code === 'operation-not-sent' ? (postLeftOut ?? why) : why));
  if (last === undefined) return { inPart };
  const cause = `${operationTitle(last.request.operation)} is not limited`;
  const received = `served ${counted(served.length, 'time')} in a row`;
  const expected = '429, as for GET /categories';
  return { occurrences: [{ exchange: last, context: 'at Remaining 0', expected, received, cause }] };
}

/** Explains why the limit is not proven. A 429 at a Remaining above 0 may come from another limit. */
function whyNotReached(limited: number, showsRemaining: boolean): Reason {
  if (limited === 0) return reason('never-reached');
  const what = `${limited === 1 ? 'one response was' : `${limited} responses were`} 429`;
  const which = showsRemaining
    ? 'but none at Remaining 0: a limit other than the one in the headers applied'
    : 'but without Remaining, so it is unknown which limit applied';
  return reason('another-limit', `${what}, ${which}`);
}

/** Observes every 429, including those from unknown paths. */
function observe429(requirement: string, title: string, look: (response: Responded) => string | undefined) {
  return observe(requirement, title, (response) =>
    hasResponse(response) && statusOf(response) === 429 ? look(response) : undefined,
  );
}

function isLimited(exchange: Exchange): exchange is Responded {
  return isNamedResponse(exchange) && statusOf(exchange) === 429;
}

function retryAfters({ outcome }: Responded): readonly string[] {
  return fieldValues(outcome.response.headers, 'retry-after');
}

/**
 * Returns the apparent unit of a number in Retry-After, found by comparing it with Reset. Returns undefined if neither unit
 * fits: in seconds, the time is later than Reset, and in milliseconds, it differs from Reset.
 */
function unitOf(response: Responded): 'seconds' | 'milliseconds' | undefined {
  const [text = ''] = retryAfters(response);
  const { reset } = quotaOf(response);
  if (reset === undefined || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  const toReset = secondsToReset(response, reset);
  const tolerance = Math.max(2, toReset / 5);
  if (value <= toReset + tolerance) return 'seconds';
  // A number that passes both tests below is at least 100 times the number of seconds until Reset.
  const isLong = wholeNumber(text) !== undefined && value >= 1_000;
  return isLong && Math.abs(value / 1_000 - toReset) <= tolerance ? 'milliseconds' : undefined;
}

/** Describes the repeated 429s. Adds the Retry-After and the Reset of the last 429, because they may disagree. */
function againWords(refused: readonly Responded[]): string {
  const again = `429 again, ${counted(refused.length, 'time', 'times')} in a row, each after the time in Retry-After`;
  const last = refused.at(-1);
  const { reset } = last === undefined ? {} : quotaOf(last);
  if (last === undefined || reset === undefined) return again;
  const away = Math.round(reset - momentOf(last).seconds);
  const resets = refused.map((response) => quotaOf(response).reset ?? 0);
  const moved = resets.length > 1 && resets.every((one, index) => one > (resets[index - 1] ?? 0));
  const moves = moved ? '; Reset moved with each 429' : '';
  return `${again}; the last had Retry-After ${timeGiven(last)} s and a Reset ${away} s away${moves}`;
}
