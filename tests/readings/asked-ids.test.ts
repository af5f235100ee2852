import { expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createAskedIds } from '../../src/readings/listed.ts';
import { type ResponseParts, responded } from '../support/responses.ts';

const asking = '{"id":5,"name":"kitqzaaaaaaaaa"}';
const mark = 'kitqzaaaaaaaaa';

/** Creates a POST that contains an id, although its 201 shows another. */
const creation = (parts: Partial<ResponseParts> = {}, body = asking, withMark = true): Exchange =>
  responded({
    ...{ at: 0, status: 201, body: `{"id":7,"name":"${mark}"}`, ...parts },
    request: { ...post(Buffer.from(body), withMark ? { mark } : {}), ...parts.request },
  });

const list = (...elements: readonly unknown[]) => responded({ at: 1, body: JSON.stringify(elements) });

function troubles(...exchanges: readonly Exchange[]) {
  const asked = createAskedIds();
  for (const exchange of exchanges) asked.see(exchange);
  return asked.troubles();
}

const listed = { id: 5, name: mark };

test('a list that shows the id of the request is reported, with the creation and the element', () => {
  const [sent, shown] = [creation(), list('a name', { id: 1, name: 'parrot' }, listed)];
  expect(troubles(sent, shown, list(listed))).toEqual([
    {
      exchange: sent,
      expected: 'an id assigned by the server, also in the list',
      received: 'the id sent in the request, in the list',
      cause: 'the list shows the id of the request',
      comparedWith: shown,
      listed: '{"id":5,"name":"kitqzaaaaaaaaa"}',
    },
  ]);
});

test.each<[what: string, sent: Exchange, shown: Exchange]>([
  ['the list shows another id', creation(), list({ id: 7, name: mark })],
  ['the element has another name', creation(), list({ id: 5, name: 'kitqzaaaaaaaab' })],
  ['the element has no name', creation(), list({ id: 5, x: mark })],
  ['the element is not an object', creation(), list([mark])],
  ['the 201 shows it too', creation({ body: `{"id":5,"name":"${mark}"}` }), list(listed)],
  ['the request contained no id', creation({}, `{"name":"${mark}"}`), list({ name: mark })],
  ['the request was refused', creation({ status: 400 }), list(listed)],
  ['the request had no key', creation({ request: { credential: 'none' } }), list(listed)],
  ['the body is invalid', creation({}, '{"id":5,"name":7}'), list(listed)],
  ['the request had no mark', creation({}, asking, false), list(listed)],
  ['no list is shown', creation(), responded({ at: 1, body: JSON.stringify(listed) })],
])('nothing is reported if %s', (_what, sent, shown) => {
  expect(troubles(sent, shown)).toEqual([]);
});

test('a body of another media type contains no id', () => {
  const text = creation({ request: { contentType: 'text/plain' } }, 'id 5');
  expect(troubles(text, list(listed))).toEqual([]);
  for (const body of ['[5]', 'null']) {
    const other = creation({ request: { contentType: 'text/plain' } }, body);
    expect(troubles(other, list(listed))).toEqual([]);
  }
});
