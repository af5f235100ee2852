import { unmet } from '../src/checks/expectations.ts';
import { conclusion, everyResponse, suite } from '../src/checks/vocabulary.ts';
import { type Exchange, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { dateOf, mediaType } from '../src/exchange/headers.ts';
import { isNamedResponse } from '../src/exchange/picks.ts';
import { causeOf, documentOf, receivedOf } from '../src/exchange/response.ts';
import { reason } from '../src/spec/reasons.ts';

export default suite('HTTP', [
  conclusion('http.sheds-load', 'concurrent requests are served', ({ shedding }) => {
    const { tested, refused, served } = shedding.decision();
    if (refused === undefined) return { tested, reason: reason('not-concurrent') };
    const occurrence = {
      exchange: refused,
      expected: 'the response to the same request alone',
      received: `${receivedOf(refused)} while other requests were in flight; ${served} such requests were served when retried alone`,
      cause: 'concurrent requests failed',
    };
    return { tested, occurrences: [occurrence] };
  }),

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
          expected: 'the same response whenever it is sent',
          received: `${receivedOf(exchange)}${at === undefined ? '' : `, ${at}`}; right when sent again`,
          cause: `${causeOf(exchange)} and passed`,
        })),
      };
    },
  ),

  everyResponse('http.date', 'responses carry a Date', isNamedResponse, (exchange) => {
    if (dateOf(exchange.outcome.response.headers) === undefined)
      unmet('a Date header', 'none, or an unreadable one', 'Date is missing');
  }),

  everyResponse(
    'http.json-clean',
    'JSON has no byte order mark and no repeated names',
    isJson,
    (exchange) => {
      const document = documentOf(exchange);
      if (document.byteOrderMark)
        unmet('JSON without a byte order mark', 'a byte order mark', 'a byte order mark');
      const repeated = document.ok ? document.repeatedNames : 0;
      if (repeated > 0)
        unmet('each name once', `repeated names: ${repeated}`, 'a repeated name in an object');
    },
  ),
]);

/** Checks for JSON, also without a media type. The specification does not say what the body of a 429 is. */
function isJson(exchange: Exchange): exchange is Responded {
  if (!isNamedResponse(exchange) || statusOf(exchange) === 429) return false;
  const { body, headers } = exchange.outcome.response;
  return body.length > 0 && (mediaType(headers) ?? 'json').includes('json');
}
