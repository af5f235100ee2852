import { conclusion, everyResponse, suite } from '../src/checks/built-in.ts';
import { unmet } from '../src/checks/expectations.ts';
import { type Exchange, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { dateOf, mediaType } from '../src/exchange/headers.ts';
import { isNamedResponse } from '../src/exchange/picks.ts';
import { documentOf, receivedOf } from '../src/exchange/response.ts';

/** How many requests that were refused while others were in flight must be served alone (reading 19). */
const servedAlone = 2;

export default suite('HTTP itself', [
  conclusion('http.sheds-load', 'requests in flight at the same time are served', ({ shedding }) => {
    const { refused, served, together } = shedding.decision();
    if (refused === undefined || served < servedAlone)
      return { tested: together, reason: 'no requests were in flight at the same time' };
    const occurrence = {
      exchange: refused,
      expected: 'the response that the same request gets alone',
      received: `${receivedOf(refused)} while other requests were in flight; ${served} such requests were served when sent again one at a time`,
      cause: 'requests in flight at the same time are answered 502, 503 or 504',
    };
    return { tested: together + 1, occurrences: [occurrence] };
  }),

  everyResponse('http.date', 'answers carry a Date', isNamedResponse, (exchange) => {
    if (dateOf(exchange.outcome.response.headers) === undefined)
      unmet('a Date header', 'none that can be read', 'there is no Date');
  }),

  everyResponse('http.json-clean', 'JSON has no byte order mark and no name twice', isJson, (exchange) => {
    const document = documentOf(exchange);
    if (document.byteOrderMark) unmet('JSON without a byte order mark', 'one', 'a byte order mark');
    const twice = document.ok ? document.duplicates.length : 0;
    if (twice > 0) unmet('each name once', `${twice} names twice`, 'a name stands twice in an object');
  }),
]);

function isJson(exchange: Exchange): exchange is Responded {
  if (!isNamedResponse(exchange) || exchange.outcome.response.body.length === 0) return false;
  return (
    statusOf(exchange) !== 429 && (mediaType(exchange.outcome.response.headers) ?? 'json').includes('json')
  );
}
