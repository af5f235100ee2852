import { probe } from '../src/checks/built-in.ts';
import { notTested, unmet } from '../src/checks/expectations.ts';
import { get, plainList, post } from '../src/checks/requests.ts';
import { slashRedirect } from '../src/exchange/address.ts';
import type { Exchange, HttpRequest, Responded } from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { mediaType } from '../src/exchange/headers.ts';
import { jsonOf, receivedOf } from '../src/exchange/response.ts';
import { typeName } from '../src/exchange/validate.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import { orders, petById } from '../src/spec/operations.ts';

/** Builds POST /categories with a new name of this run in its body, by which the list is searched for it. */
export function marked(
  { name }: { readonly name: () => string },
  body: (mark: string) => Uint8Array,
  options: Omit<Parameters<typeof post>[1] & object, 'mark'> = {},
): HttpRequest {
  const mark = name();
  return post(body(mark), { mark, ...options });
}

/** The first request of every run, sent alone: the runner decides from its response whether there is anything to test. */
export const firstList = probe(
  'list.ok',
  'the list before the first creation',
  { priority: 1_000 },
  plainList,
);

export const firstCreation = probe(
  'create.created',
  'a plain category with a description',
  { priority: 990, creates: 1 },
  (maker) => marked(maker, plainCategory),
);

/** Nothing else is created before it, so it shows a list of one element. */
export const secondList = probe(
  'list.ok',
  'the list after the first creation',
  { priority: 985, after: firstCreation, carries: true },
  plainList,
);

export const petWithKey = probe(
  'pets.exists',
  'GET /pets/{petId} with the key',
  { priority: 918, carries: true },
  () => get(petById),
);

export const ordersWithKey = probe(
  'orders.exists',
  'GET /store/orders with the key',
  { priority: 915, carries: true },
  () => get(orders),
);

/** Expects JSON of the media type application/json; its parameters and case are free. */
export function expectJsonType(response: Responded): void {
  const value = jsonOf(response);
  if (value === undefined) notTested(dependent);
  const type = mediaType(response.outcome.response.headers);
  if (type === 'application/json') return;
  const [received, cause] =
    type === undefined
      ? [`no Content-Type, or several (the body is a JSON ${typeName(value)})`, 'there is no Content-Type']
      : [`"${type}"`, 'the Content-Type is another'];
  unmet('the media type application/json', received, cause);
}

/** Fails if the router of the service redirects to the same path with a trailing slash. */
export function expectNoSlash(exchange: Exchange, base: URL): void {
  const location = slashRedirect(exchange, base);
  if (location === undefined) return;
  unmet(
    'a response at this path, which needs no trailing slash',
    `${receivedOf(exchange)}, Location "${location}"`,
    'redirected to a path with a trailing slash',
  );
}
