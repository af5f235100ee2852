import { notTested, unmet } from '../src/checks/expectations.ts';
import { conclusion, everyResponse, suite } from '../src/checks/vocabulary.ts';
import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { dateOf, mediaType } from '../src/exchange/headers.ts';
import { hasKey, isNamed, isNamedResponse, isPost, meaningOf } from '../src/exchange/picks.ts';
import { causeOf, documentOf, placeOf, receivedOf } from '../src/exchange/response.ts';
import type { Readings } from '../src/readings/readings.ts';
import { isRequirementId, requirementById } from '../src/spec/catalog.ts';
import { isSpecified, operationTitle } from '../src/spec/operations.ts';
import { dependent, reason } from '../src/spec/reasons.ts';
import { definedOnly } from '../src/text/defined-only.ts';

export default suite('HTTP', [
  conclusion('http.sheds-load', 'concurrent requests are served', ({ shedding }) => {
    const { tested, refused } = shedding.decision();
    if (refused === undefined) return { tested, reason: reason('not-concurrent') };
    const occurrence = {
      exchange: refused,
      context: 'while other requests were in flight',
      expected: 'served, as when sent alone',
      received: receivedOf(refused),
      cause: 'concurrent requests failed',
    };
    return { tested, occurrences: [occurrence] };
  }),

  everyResponse(
    'http.server-errors',
    'requests that the specification leaves open return no 5xx',
    isOfNoOther,
    (exchange, { outcomes }: Readings) => {
      if ((statusOf(exchange) ?? 0) < 500) return;
      if (!hasKey(exchange) && isOfCredential(exchange, outcomes.all())) notTested(dependent);
      const what = requestIn(exchange);
      // The row names the request, so that a report shows how to repeat it.
      unmet('below 500', receivedOf(exchange), `${what} ${causeOf(exchange)}`, { subject: what });
    },
  ),

  conclusion(
    'http.passing-failures',
    'a request that fails does not succeed when it is sent again',
    ({ failures }) => {
      const { total, passed } = failures.decision();
      const chance = passed.filter(({ place }) => place === undefined);
      return {
        tested: total,
        occurrences: chance.map(({ first: exchange, at }) => ({
          exchange,
          ...definedOnly({ context: at }),
          expected: 'as when it was sent again',
          received: receivedOf(exchange),
          cause: `${causeOf(exchange)}, but not when sent again`,
        })),
      };
    },
  ),

  everyResponse('http.date', 'responses carry a Date', isNamedResponse, (exchange) => {
    if (dateOf(exchange.outcome.response.headers) === undefined)
      unmet('present', 'missing or unreadable', 'Date is missing', { where: 'Date' });
  }),

  everyResponse(
    'http.json-clean',
    'JSON has no byte order mark and no repeated names',
    isJson,
    (exchange) => {
      const document = documentOf(exchange);
      if (document.byteOrderMark)
        unmet('absent', 'present', 'a byte order mark', { where: 'byte order mark' });
      const repeated = document.ok ? document.repeatedNames : 0;
      if (repeated > 0)
        unmet('different', `${repeated} repeated`, 'a repeated name in an object', {
          where: 'names of an object',
        });
    },
  ),
]);

/**
 * Checks that no requirement with the level `required` judges a 5xx in response to this request. If a request has no key,
 * such a requirement may judge other responses, so the request counts only if it returned a 5xx.
 */
function isOfNoOther(exchange: Exchange): exchange is Responded {
  if (!hasResponse(exchange) || exchange.overLimit) return false;
  if (!isNamed(exchange)) return true;
  const status = statusOf(exchange) ?? 0;
  if (!hasKey(exchange)) return status >= 500;
  // A missing operation has a requirement of its own.
  if (!isSpecified(exchange.request.operation)) return status !== 501;
  return isPost(exchange) && meaningOf(exchange).kind === 'unstated' && !isSentForRequired(exchange);
}

/**
 * Checks whether the operation serves requests with the key or returns the same status for them. If it serves them, the
 * credential's requirement judges the failure.
 */
function isOfCredential(exchange: Exchange, all: readonly { readonly first: Exchange }[]): boolean {
  const { operation } = exchange.request;
  return all.some(
    ({ first }) =>
      hasKey(first) &&
      first.request.operation === operation &&
      (isServed(first) || placeOf(first) === placeOf(exchange)),
  );
}

/** Names a request by its operation and by what is unusual about its body. */
function requestIn(exchange: Exchange): string {
  const title = operationTitle(exchange.request.operation);
  const meaning = isPost(exchange) ? meaningOf(exchange) : undefined;
  return meaning?.kind === 'unstated' ? `${title} (${meaning.because})` : title;
}

function isSentForRequired({ sentFor }: Exchange): boolean {
  return isRequirementId(sentFor) && requirementById(sentFor).level === 'required';
}

/** Checks for JSON, even without a media type. The specification does not say what the body of a 429 is. */
function isJson(exchange: Exchange): exchange is Responded {
  if (!isNamedResponse(exchange) || statusOf(exchange) === 429) return false;
  const { body, headers } = exchange.outcome.response;
  return body.length > 0 && (mediaType(headers) ?? 'json').includes('json');
}
