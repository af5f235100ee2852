import {
  type BehindKey,
  type Check,
  check,
  conclusion,
  everyResponse,
  type Probe,
  probe,
  suite,
} from '../src/checks/built-in.ts';
import { expectStatus, notTested, Unmet, unmet } from '../src/checks/expectations.ts';
import { get } from '../src/checks/requests.ts';
import {
  type Credential,
  type Exchange,
  isServed,
  type Responded,
  statusOf,
} from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { hasKey, isListRequest, isNamed, isNamedResponse } from '../src/exchange/picks.ts';
import { causeOf, placeOf, receivedOf } from '../src/exchange/response.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import { looksBanned } from '../src/readings/outcomes.ts';
import { createCategory, listCategories, type Operation, orders, petById } from '../src/spec/operations.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import { firstCreation, firstList, marked, ordersWithKey, petWithKey, secondList } from './shared.ts';

/** For each operation the control: the request with the key, from which each one here differs in the credential alone. */
const controls: readonly (readonly [Operation, Probe])[] = [
  [listCategories, firstList],
  [createCategory, firstCreation],
  [petById, petWithKey],
  [orders, ordersWithKey],
];

/**
 * The credentials that must be refused, with the priority of each request in the order of `controls`; one without a
 * priority is not sent. The operation that most servers guard in the same way as the others comes first.
 */
const refusedCredentials: readonly (readonly [
  requirement: string,
  validity: Credential,
  title: string,
  priorities: readonly number[],
])[] = [
  ['auth.key-missing', 'none', 'without an Authorization header', [995, 950, 917, 914]],
  ['auth.key-invalid', 'unknown-key', 'with another key', [946, 938, 858, 842]],
  ['auth.bearer-only', 'scheme-basic', 'with the key under the scheme Basic', [934, 886, 826, 818]],
  ['auth.bearer-only', 'scheme-basic-encoded', 'with the key under Basic, encoded as a user name', [910]],
  ['auth.bearer-only', 'scheme-missing', 'with the bare key', [908, 850]],
  ['auth.key-exact', 'key-cut', 'with the key cut short', [932, 884, 802]],
  ['auth.key-exact', 'key-extended', 'with the key and one letter more', [902, 834]],
  ['auth.key-exact', 'key-other-case', 'with the key in the other case', [900, 828]],
  ['auth.key-exact', 'key-empty', 'with an empty key', [892, 822]],
];

export default suite('Authentication', [
  ...controls.flatMap((one, at) => refusedCredentials.flatMap((validity) => refusal(one, validity, at))),

  conclusion('auth.key-accepted', 'the valid key is never answered 401', ({ outcomes }) => {
    const responded = outcomes
      .all()
      .filter(({ first }) => isNamedResponse(first) && hasKey(first) && statusOf(first) !== 429);
    // A key that was good before a 429 may have been banned since: limit.ban, which is not judged.
    const refused = responded.filter(({ first, isBanned }) => statusOf(first) === 401 && !isBanned);
    return {
      tested: responded.reduce((sum, { count }) => sum + count, 0),
      occurrences: refused.map(({ first: exchange, count }) => ({
        exchange,
        count,
        expected: 'any status but 401',
        received: receivedOf(exchange),
        cause: 'the valid key is answered 401',
      })),
      alsoCorrect: responded
        .filter(({ first }) => statusOf(first) !== 401)
        .map(({ first, count }) => [placeOf(first), count] as const),
    };
  }),

  everyResponse(
    'auth.challenge',
    'a 401 carries WWW-Authenticate',
    (exchange): exchange is Responded => isNamedResponse(exchange) && statusOf(exchange) === 401,
    (exchange) => {
      if (fieldLines(exchange.outcome.response.headers, 'www-authenticate').join('') === '')
        unmet('a WWW-Authenticate header', 'none', 'a 401 has no WWW-Authenticate');
    },
  ),

  probe(
    'auth.scheme-case',
    'GET /categories with the scheme in lower case',
    { priority: 846, alone: true },
    () => get(listCategories, 'bearer-lowercase'),
  ),

  // Sent once, and compared with what the usual spelling gets in the whole run.
  conclusion(
    'auth.scheme-case',
    'the scheme in lower case is the same scheme',
    ({ outcomes, ban, listHealth }) => {
      const firsts = outcomes.all().map(({ first }) => first);
      const lower = firsts.filter(
        (one) =>
          one.request.operation === 'listCategories' &&
          one.request.credential === 'bearer-lowercase' &&
          statusOf(one) !== 429,
      );
      // Served once, it is the same scheme.
      const asked = lower.find(isServed) ?? lower.at(-1);
      if (asked === undefined) return undefined;
      if (isServed(asked)) return { tested: 1, alsoCorrect: [[placeOf(asked), 1]] };
      const isDead = listHealth.broken() !== undefined && statusOf(asked) !== 401;
      if (ban.shownBy() !== undefined) return { reason: looksBanned };
      if (isDead || !isTheSpelling(statusOf(asked), firsts)) return { reason: dependent };
      const expected = 'the answer that `Bearer` gets';
      return {
        occurrences: [{ exchange: asked, expected, received: receivedOf(asked), cause: causeOf(asked) }],
      };
    },
  ),
]);

/** Sends one request that must be refused, on one operation; none where this credential is not sent there. */
function refusal(
  [operation, control]: (typeof controls)[number],
  [requirement, credential, what, priorities]: (typeof refusedCredentials)[number],
  at: number,
): Check[] {
  const priority = priorities[at];
  if (priority === undefined) return [];
  const title = `${operation.title} ${what}`;
  const needs = {
    ...{ priority, withKey: 0, withoutKey: 1, behindKey: true as const, uses: [control] },
    ...definedOnly({
      after: operation === createCategory ? secondList : undefined,
      nearMiss: requirement === 'auth.key-exact' ? credential : undefined,
    }),
  };
  return [
    check(requirement, title, needs, async (tools) => {
      const sent = await tools.sendBehindKey(() =>
        operation.method === 'GET'
          ? get(operation, credential)
          : marked(tools, plainCategory, { credential }),
      );
      tools.instance(title);
      await expectRefused(sent, await tools.probe(control));
    }),
  ];
}

/** Expects 401; another refusal is judged only where the same request with the key is served (reading 1). */
async function expectRefused(
  { exchange, control: before, onFreshConnection }: BehindKey,
  control: Exchange,
): Promise<void> {
  if (statusOf(exchange) === 401) return;
  if (!isServed(exchange) && !isServed(control))
    notTested(`the same request with the key is not served either (${receivedOf(control)})`);
  const alone = before === undefined ? undefined : await onFreshConnection();
  if (before === undefined || alone === undefined || statusOf(alone) !== 401)
    return expectStatus(exchange, 401);
  // The same request gets 401 on a fresh connection: what the connection carried before decides.
  throw new Unmet({
    expected: 'status 401, whatever the connection carried before',
    received: `${receivedOf(exchange)} right behind a request with the key on one connection; 401 on a fresh connection`,
    cause: `${causeOf(exchange)} on a connection that carried the key before`,
    comparedWith: before,
    advice: rememberedPerConnection,
  });
}

const rememberedPerConnection = {
  impact:
    'It happens only on a connection that carried the key before. Gateways and connection pools send the ' +
    'requests of many clients over one connection: one client gets in with the key of another.',
  fix:
    'Read the Authorization header of every request. Look for a server that caches header values for each ' +
    'connection (Jetty 11 and 12 do, ignoring case; HttpConfiguration.setHeaderCacheCaseSensitive(true) ' +
    'cures it), and for a user, a session or a parsed header that is kept with the connection, or with a ' +
    'request object that is used again.',
};

/** Whether the status says something about the spelling, compared with what the key gets in its usual spelling. */
function isTheSpelling(status: number | undefined, firsts: readonly Exchange[]): boolean {
  const lists = new Set(firsts.filter(isListRequest).map(statusOf));
  const usual = firsts.filter(
    (one) => isNamed(one) && hasKey(one) && ![undefined, 429].includes(statusOf(one)),
  );
  const [refused, taken] = [true, false].map(
    (is401) =>
      new Set(usual.filter((one) => (statusOf(one) === 401) === is401).map((one) => one.request.operation)),
  );
  // A key that one operation refuses now and then may have been refused here for the same reason.
  const isRefusedAtTimes = [...(refused ?? [])].some((operation) => taken?.has(operation));
  if (status === 401 && (lists.has(401) || isRefusedAtTimes)) return false;
  if (lists.has(status) || !lists.has(200)) return false;
  // Neither served nor refused, as 304 to a condition.
  return status === undefined || status >= 400;
}
