import { expectStatus, notTested, Unmet, unmet } from '../src/checks/expectations.ts';
import { get } from '../src/checks/requests.ts';
import {
  type AfterKeyedRequest,
  type Check,
  type Choose,
  check,
  conclusion,
  everyResponse,
  type Probe,
  probe,
  suite,
} from '../src/checks/vocabulary.ts';
import { isVaried, variations } from '../src/exchange/credentials.ts';
import {
  type Credential,
  type Exchange,
  isServed,
  type Responded,
  statusOf,
} from '../src/exchange/exchange.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { hasKey, isListRequest, isNamed, isNamedResponse, mayBeFromFront } from '../src/exchange/picks.ts';
import { causeOf, placeOf, receivedOf } from '../src/exchange/response.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import {
  createCategory,
  isSpecified,
  listCategories,
  type Operation,
  orders,
  petById,
} from '../src/spec/operations.ts';
import { dependent, reason } from '../src/spec/reasons.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import { firstCreation, firstList, marked, ordersWithKey, petWithKey, secondList } from './shared.ts';

/** The control request of each operation; requests without the key differ only in the credential. */
const controls: readonly (readonly [Operation, Probe])[] = [
  [listCategories, firstList],
  [createCategory, firstCreation],
  [petById, petWithKey],
  [orders, ordersWithKey],
];

/** Selects, by the run's seed, which of the controls at these places has a request without the key. */
type ChosenAt = (choose: Choose, at: number) => boolean;

const oneOf =
  (name: string, operations: number): ChosenAt =>
  (choose, at) =>
    choose(name, operations) === at;

/** Each run sends all of these but one. */
const nearMissesInTurn: readonly Credential[] = [
  'key-preceded',
  'key-changed',
  'key-lengthened',
  'key-cut-at-start',
];

const inTurn =
  (credential: Credential): ChosenAt =>
  (choose, at) =>
    nearMissesInTurn[choose('near miss to leave out', nearMissesInTurn.length)] !== credential &&
    choose(credential, 2) === at;

/** An invalid credential, and the priorities of its requests in the order of `controls`; none goes to an operation without one. */
type Refused = readonly [
  credential: Credential,
  title: string,
  priorities: readonly (number | undefined)[],
  chosen?: ChosenAt,
  ifRoom?: true,
];

/** By the requirement that a wrong response violates. The most telling ones come first, so that a small budget includes them. */
const refusedCredentials: Readonly<Record<string, readonly Refused[]>> = {
  'auth.key-missing': [['none', 'without an Authorization header', [995, 989, 878, 892]]],
  'auth.key-invalid': [
    ['unknown-key', 'with another key', [822, 900, 947, 870]],
    ['unknown-key-not-ascii', 'with a token that is not ASCII', [803, 803], oneOf('not ASCII', 2)],
  ],
  'auth.bearer-only': [
    ['scheme-basic', 'with the key under the scheme Basic', [886, 898, 894, 957]],
    ['scheme-basic-encoded', 'with the key as the user name of Basic', [846, 812, 785, 784]],
    ['scheme-missing', 'with the bare key', [862, 934, 811, 810]],
    ['scheme-token', 'with the key under the scheme Token', onAny(808), oneOf('Token', 4)],
    ['scheme-joined-by-dot', 'with Bearer and the key joined by a dot', onAny(806), oneOf('dot', 4)],
    ['scheme-token-named', 'with the key as token=… under Token', onAny(772), oneOf('token=', 4), true],
    ['scheme-apikey', 'with the key under the scheme ApiKey', onAny(771), oneOf('ApiKey', 4), true],
    [
      'scheme-joined-by-hyphen',
      'with Bearer and the key joined by a hyphen',
      onAny(770),
      oneOf('hyphen', 4),
      true,
    ],
  ],
  'auth.key-exact': [
    ['key-cut', 'with the key cut short', [854, 950]],
    ['key-extended', 'with the key twice in one token', [884, 926], (choose, at) => choose('=', 2) !== at],
    ['key-padded', 'with = after the key', [884, 926], oneOf('=', 2)],
    ['key-other-case', 'with the key in changed case', [838, 949]],
    ['key-empty', 'with an empty key', [830, 918]],
    ['key-and-text', 'with a blank and more text after the key', [802, 802], oneOf('blank', 2)],
    ['key-and-comma', 'with a comma and more text after the key', [800, 800], oneOf('comma', 2)],
    ['key-changed', 'with one character of the key changed', [798, 798], inTurn('key-changed')],
    ['key-lengthened', 'with letters or digits after the key', [796, 796], inTurn('key-lengthened')],
    ['key-preceded', 'with letters before the key', [794, 794], inTurn('key-preceded')],
    ['key-cut-at-start', 'with the key cut at its start', [792, 792], inTurn('key-cut-at-start')],
  ],
};

/** The seed selects one of the four operations. */
function onAny(priority: number): readonly number[] {
  return controls.map(() => priority);
}

/**
 * Sent after the burst, whose creations may clear the cache of each worker: the last list shows what this one cached. Sent
 * before the list without a key, whose refusal a cache may repeat: a plain list shows that (auth.key-accepted).
 */
const lowerCase = probe(
  'auth.scheme-case',
  'GET /categories with the scheme in lower case',
  { priority: 955, onListConnection: true, after: secondList },
  () => get(listCategories, 'bearer-lowercase'),
);

export default suite('Authentication', [
  ...controls.flatMap((one, at) =>
    Object.entries(refusedCredentials).flatMap(([requirement, all]) =>
      all.flatMap((refused) => refusal(requirement, one, refused, at)),
    ),
  ),

  conclusion('auth.key-accepted', 'the valid key never returns 401', ({ outcomes }) => {
    const responded = outcomes
      .all()
      .filter(({ first }) => isNamedResponse(first) && hasKey(first) && statusOf(first) !== 429);
    // A key that worked before a 429 may be banned, which the specification allows.
    const refused = responded.filter(({ first, isBanned }) => statusOf(first) === 401 && !isBanned);
    return {
      tested: responded.reduce((sum, { count }) => sum + count, 0),
      occurrences: refused.map(({ first: exchange, count }) => ({
        exchange,
        count,
        expected: 'any status except 401',
        received: receivedOf(exchange),
        cause: 'the valid key returned 401',
      })),
      alsoCorrect: responded
        .filter(({ first }) => statusOf(first) !== 401)
        .map(({ first, count }) => [placeOf(first), count, first] as const),
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

  lowerCase,

  // Compared with the responses to the usual spelling in the whole run.
  conclusion('auth.scheme-case', 'the scheme is case-insensitive', ({ outcomes, ban, listHealth }) => {
    const firsts = outcomes.all().map(({ first }) => first);
    const lower = firsts.filter(
      (one) =>
        one.request.operation === 'listCategories' &&
        one.request.credential === 'bearer-lowercase' &&
        statusOf(one) !== 429,
    );
    const sent = lower.find(isServed) ?? lower.at(-1);
    if (sent === undefined) return undefined;
    if (isServed(sent)) return { tested: 1, alsoCorrect: [[placeOf(sent), 1, sent]] };
    const isDead = listHealth.broken() !== undefined && statusOf(sent) !== 401;
    if (ban.shownBy() !== undefined) return { reason: reason('ban') };
    if (isDead || !isTheSpelling(statusOf(sent), firsts)) return { reason: dependent };
    const expected = 'the same response as with `Bearer`';
    return {
      occurrences: [{ exchange: sent, expected, received: receivedOf(sent), cause: causeOf(sent) }],
    };
  }),
]);

/** Makes the check of an invalid credential on one operation, if it has a priority there. */
function refusal(
  requirement: string,
  [operation, control]: (typeof controls)[number],
  [credential, what, priorities, chosen, ifRoom]: Refused,
  at: number,
): Check[] {
  const priority = priorities[at];
  if (priority === undefined) return [];
  const title = `${operation.title} ${what}`;
  // Concurrent requests with the key accompany this one, because a server may use their key for it, too.
  const inBurst = operation === petById && credential === 'none';
  const isMissing = credential === 'none';
  // The POST without a key follows the first creation at once, because the list after that one comes on the same connection.
  const needs = {
    priority,
    withKey: 0,
    withoutKey: 1,
    uses: [control],
    ...(inBurst ? { inBurst } : { afterKeyedRequest: true as const }),
    ...definedOnly({
      after:
        operation === createCategory && !isMissing
          ? secondList
          : isMissing && operation === listCategories
            ? lowerCase
            : undefined,
      nearMiss: requirement === 'auth.key-exact' ? credential : undefined,
      keepsOpen:
        operation === createCategory && (isMissing || credential === 'unknown-key')
          ? (true as const)
          : undefined,
      chosen: chosen && ((choose: Choose) => chosen(choose, at)),
      ifRoom,
    }),
  };
  return [
    check(requirement, title, needs, async (tools) => {
      const variation = isVaried(credential) ? Math.floor(tools.random() * variations) : undefined;
      const make = () => ({
        ...(operation.method === 'GET'
          ? get(operation, credential)
          : marked(tools, plainCategory, { credential })),
        ...definedOnly({ variation }),
      });
      const sent = inBurst
        ? { exchange: await tools.send(make), onFreshConnection: async () => undefined }
        : await tools.sendAfterKeyedRequest(make);
      tools.instance(title);
      // A 2xx is wrong whatever the control request returns.
      await expectRefused(sent, isServed(sent.exchange) ? undefined : await tools.probe(control));
    }),
  ];
}

/** Checks whether the target may legally not serve a valid request: it refuses it, or its responses are not specified. */
function mayBeRefused(control: Exchange): boolean {
  return isRefusal(control) || !isSpecified(control.request.operation);
}

/** Expects 401. Another refusal is judged only if the control request is served. */
async function expectRefused(
  { exchange, control: before, onFreshConnection }: AfterKeyedRequest,
  control: Exchange | undefined,
): Promise<void> {
  if (statusOf(exchange) === 401 || mayBeFromFront(exchange)) return;
  if (control !== undefined && !isServed(control))
    notTested(reason(mayBeRefused(control) ? 'control-refused' : 'control-failed', receivedOf(control)));
  if (before === undefined) return expectStatus(exchange, 401);
  const alone = await onFreshConnection();
  if (alone === undefined || statusOf(alone) !== 401) return expectStatus(exchange, 401);
  // On a fresh connection the same request returned 401, so the previous request on the connection matters.
  throw new Unmet({
    expected: 'status 401 on any connection',
    received: `${receivedOf(exchange)} right after a request with the key on the same connection; 401 on a fresh connection`,
    cause: `${causeOf(exchange)} on a connection that carried the key before`,
    comparedWith: before,
    advice: rememberedPerConnection,
  });
}

/** Checks whether the target does not serve an operation at all, which the specification leaves to it. */
function isRefusal(control: Exchange): boolean {
  const status = statusOf(control) ?? 0;
  return (status >= 300 && status < 500) || status === 501;
}

const rememberedPerConnection = {
  impact:
    'It happens only on a connection that carried the key before. Gateways and connection pools share ' +
    'connections between clients, so one client has access with the key of another.',
  fix:
    'Read the Authorization header of every request. Look for a server that caches header values per ' +
    'connection (Jetty 11 and 12 do, ignoring case, unless HttpConfiguration.setHeaderCacheCaseSensitive(true) ' +
    'is set), and for a user, session or parsed header stored with the connection or a reused request object.',
};

/** Checks whether the spelling caused the status, compared with the responses to the usual spelling. */
function isTheSpelling(status: number | undefined, firsts: readonly Exchange[]): boolean {
  const lists = new Set(firsts.filter(isListRequest).map(statusOf));
  const usual = firsts.filter(
    (one) => isNamed(one) && hasKey(one) && ![undefined, 429].includes(statusOf(one)),
  );
  const accepted = new Set(
    usual.filter((one) => statusOf(one) !== 401).map(({ request }) => request.operation),
  );
  // An operation that refuses the key intermittently may have done so here.
  const isIntermittent = usual.some((one) => statusOf(one) === 401 && accepted.has(one.request.operation));
  if (status === 401 && (lists.has(401) || isIntermittent)) return false;
  if (lists.has(status) || !lists.has(200)) return false;
  // A 3xx is neither served nor refused.
  return status === undefined || status >= 400;
}
