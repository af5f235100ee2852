import { notTested, unmet } from '../src/checks/expectations.ts';
import { get, plainList, post } from '../src/checks/requests.ts';
import { probe } from '../src/checks/vocabulary.ts';
import { slashRedirect } from '../src/exchange/address.ts';
import type { Exchange, HttpRequest, Responded } from '../src/exchange/exchange.ts';
import { mediaType } from '../src/exchange/headers.ts';
import { jsonOf, receivedOf } from '../src/exchange/response.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import type { Creations } from '../src/readings/readings.ts';
import { orders, petById } from '../src/spec/operations.ts';
import { dependent, type Reason, reason } from '../src/spec/reasons.ts';
import { counted } from '../src/text/layout.ts';

/** Builds a POST /categories request with a new name of this run, so that lists can be searched for it. */
export function marked(
  { name }: { readonly name: () => string },
  body: (mark: string) => Uint8Array,
  options: Omit<Parameters<typeof post>[1] & object, 'mark'> = {},
): HttpRequest {
  const mark = name();
  return post(body(mark), { mark, ...options });
}

/** The first request of every run, sent alone to decide whether the target can be tested. */
export const firstList = probe(
  'list.ok',
  'the list before the first creation',
  { priority: 1_000 },
  plainList,
);

export const firstCreation = probe(
  'create.created',
  'a plain category with a description',
  { priority: 990, creates: 1, carries: true },
  (maker) => marked(maker, plainCategory),
);

/**
 * Sent before anything else is created, to test a list of one element. It follows, on the same connection, a POST that returned
 * 401, because a body that the server left unread there would spoil the next request.
 */
export const secondList = probe(
  'list.ok',
  'the list after the first creation',
  { priority: 985, after: firstCreation, onKept: true },
  plainList,
);

export const petWithKey = probe(
  'pets.exists',
  'GET /pets/{petId} with the key',
  { priority: 948, carries: true, inBurst: true },
  () => get(petById),
);

export const ordersWithKey = probe(
  'orders.exists',
  'GET /store/orders with the key',
  { priority: 958, carries: true, inBurst: true },
  () => get(orders),
);

/** Returns why the kit cannot completely judge what it created: the target lost some of it with its store. */
export function whatWasLost({ lost }: Pick<Creations, 'lost'>): Reason[] {
  const count = lost();
  if (count === 0) return [];
  const words = `the target was away or restarted and lost ${counted(count, 'category', 'categories')} that this run had created`;
  return [reason('store-lost', words)];
}

/** Expects the media type application/json, with any parameters and in any case. */
export function expectJsonType(response: Responded): void {
  if (jsonOf(response) === undefined) notTested(dependent);
  const type = mediaType(response.outcome.response.headers);
  if (type === 'application/json') return;
  const [received, cause] =
    type === undefined
      ? ['missing, or sent several times', 'Content-Type is missing']
      : [`"${type}"`, 'Content-Type is not application/json'];
  unmet('application/json', received, cause, { where: 'Content-Type' });
}

/** Fails if the server redirects to the same path with a trailing slash. */
export function expectNoSlash(exchange: Exchange, base: URL): void {
  const location = slashRedirect(exchange, base);
  if (location === undefined) return;
  unmet(
    'a response at this path',
    `${receivedOf(exchange)}, Location "${location}"`,
    'redirected to a path with a trailing slash',
  );
}
