import { expectStatus, notTested, Unmet, unmet } from '../src/checks/expectations.ts';
import { get } from '../src/checks/requests.ts';
import {
  type AfterKeyedRequest,
  type Check,
  check,
  conclusion,
  everyResponse,
  type Needs,
  type Probe,
  probe,
  suite,
  type Tools,
} from '../src/checks/vocabulary.ts';
import { isVaried, variations } from '../src/exchange/credentials.ts';
import {
  type Credential,
  type Exchange,
  type HttpRequest,
  isServed,
  type Responded,
  statusOf,
} from '../src/exchange/exchange.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import {
  hasForeignToken,
  hasKey,
  isListRequest,
  isNamed,
  isNamedResponse,
  isOfAdded,
  mayBeFromFront,
} from '../src/exchange/picks.ts';
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

/**
 * An operation and its control request. Requests without the valid key differ from the control request only in the credential.
 */
type Controlled = readonly [Operation, Probe];

const list: Controlled = [listCategories, firstList];
const creation: Controlled = [createCategory, firstCreation];
const pet: Controlled = [petById, petWithKey];
const order: Controlled = [orders, ordersWithKey];
const controls = [list, creation, pet, order];

/** A request that goes to one of several operations: the first one that serves the key, in the order that the seed gives. */
interface OneOf {
  readonly priority: number;
  readonly among: readonly Controlled[];
  /**
   * The name from which the order is derived, together with the seed. Requests with the same name but a different `step` go
   * to different operations.
   */
  readonly by: string;
  readonly step?: number;
  readonly title: string;
}

/** An invalid credential, and where its requests go. */
interface Refused {
  readonly credential: Credential;
  readonly title: string;
  /**
   * The priorities of the requests with the credential, in the order of `controls`. An operation without a priority gets no
   * request.
   */
  readonly priorities?: readonly (number | undefined)[];
  readonly oneOf?: OneOf;
  readonly more?: Pick<Needs, 'chosen' | 'ifRoom'>;
}

const toEach = (
  credential: Credential,
  title: string,
  priorities: readonly (number | undefined)[],
): Refused => ({ credential, title, priorities });

/** Sends the credential to one of the category operations. */
const toCategories = (
  credential: Credential,
  title: string,
  priority: number,
  by: string = credential,
  step = 0,
): Refused => ({
  credential,
  title,
  oneOf: { priority, among: [list, creation], by, step, title: 'a category operation' },
});

/** Sends the credential to GET /categories, and to one more operation. */
const toListAndAnother = (credential: Credential, title: string, priority: number): Refused => ({
  credential,
  title,
  priorities: [priority],
  oneOf: { priority, among: [creation, pet, order], by: credential, title: 'another operation' },
});

/** Sends the credential to any operation, if there is room. */
const ifRoom = (credential: Credential, title: string, priority: number): Refused => ({
  credential,
  title,
  oneOf: { priority, among: controls, by: credential, title: 'an operation' },
  more: { ifRoom: true },
});

/** Each run sends all but one of these near misses. */
const nearMissesInTurn: readonly Credential[] = [
  'key-preceded',
  'key-changed',
  'key-lengthened',
  'key-cut-at-start',
];

const inTurn = (credential: Credential, title: string, priority: number): Refused => ({
  ...toCategories(credential, title, priority),
  more: {
    chosen: (choose) =>
      nearMissesInTurn[choose('near miss to leave out', nearMissesInTurn.length)] !== credential,
  },
});

/**
 * The invalid credentials, grouped by the requirement that a wrong response violates. The most telling ones come first, so
 * that a small budget includes them.
 */
const refusedCredentials: Readonly<Record<string, readonly Refused[]>> = {
  'auth.key-missing': [toEach('none', 'without a key', [995, 989, 878, 892])],
  'auth.key-invalid': [
    toEach('unknown-key', 'with another key', [822, 900, 947, 870]),
    toCategories('unknown-key-not-ascii', 'with a token that has a byte beyond ASCII', 803, 'not ASCII'),
    toCategories('unknown-key-utf-8', 'with a token that is not ASCII, in UTF-8', 803, 'not ASCII', 1),
  ],
  'auth.bearer-only': [
    toEach('scheme-basic', 'with the key under the scheme Basic', [886, 898, 894, 957]),
    toEach('scheme-basic-encoded', 'with the key as the user name of Basic', [846, 812, 785, 784]),
    toEach('scheme-missing', 'with the bare key', [862, 934, 811, 810]),
    toListAndAnother('scheme-token', 'with the key under the scheme Token', 808),
    toListAndAnother('scheme-joined-by-dot', 'with Bearer and the key joined by a dot', 806),
    ifRoom('scheme-token-named', 'with the key as token=… under Token', 772),
    ifRoom('scheme-apikey', 'with the key under the scheme ApiKey', 771),
    ifRoom('scheme-joined-by-hyphen', 'with Bearer and the key joined by a hyphen', 770),
  ],
  'auth.key-exact': [
    toEach('key-cut', 'with the key cut short', [854, 950]),
    toCategories('key-extended', 'with the key twice in one token', 926, 'extended'),
    toCategories('key-padded', 'with = after the key', 884, 'extended', 1),
    toEach('key-other-case', 'with the case of the key changed', [838, 949]),
    toEach('key-empty', 'with an empty key', [830, 918]),
    toCategories('key-and-text', 'with a blank and more text after the key', 802),
    toCategories('key-and-comma', 'with a comma and more text after the key', 800),
    inTurn('key-changed', 'with one character of the key changed', 798),
    inTurn('key-lengthened', 'with letters or digits after the key', 796),
    inTurn('key-preceded', 'with letters before the key', 794),
    inTurn('key-cut-at-start', 'with the key cut at its start', 792),
  ],
};

/**
 * A list whose scheme is in lowercase. A cache may repeat the refusal of the list without a key, so this list is sent
 * earlier. Later plain lists show whether a cache does (auth.key-accepted).
 */
const lowerCase = probe(
  'auth.scheme-case',
  'GET /categories with the scheme in lower case',
  { priority: 955, after: secondList },
  () => get(listCategories, 'bearer-lowercase'),
);

export default suite('Authentication', [
  ...controls.flatMap((one, at) =>
    Object.entries(refusedCredentials).flatMap(([requirement, all]) =>
      all.flatMap((refused) => refusal(requirement, one, refused, at)),
    ),
  ),

  ...Object.entries(refusedCredentials).flatMap(([requirement, all]) =>
    all.flatMap((refused) => refusalOfOne(requirement, refused)),
  ),

  ...Object.entries(refusedCredentials).map(([requirement, all]) =>
    everyResponse(
      requirement,
      'an operation of a custom check refuses the credential',
      (exchange) =>
        isOfAdded(exchange) &&
        statusOf(exchange) !== 429 &&
        all.some(({ credential }) => credential === exchange.request.credential),
      (exchange) => {
        if (!mayBeFromFront(exchange)) expectStatus(exchange, 401);
      },
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
        relation: 'must not be' as const,
        expected: '401',
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
        unmet('present', 'missing', 'a 401 has no WWW-Authenticate', { where: 'WWW-Authenticate' });
    },
  ),

  lowerCase,

  // Compares the response to the lowercase spelling with all of the run's responses to the usual spelling.
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

/** Makes the check of an invalid credential on one operation, if the credential has a priority there. */
function refusal(
  requirement: string,
  [operation, control]: Controlled,
  { credential, title: what, priorities = [], more }: Refused,
  at: number,
): Check[] {
  const priority = priorities[at];
  if (priority === undefined) return [];
  const title = `${operation.title} ${what}`;
  // Concurrent requests with the key accompany this one, because a server may use their key for this request, too.
  const inBurst = operation === petById && credential === 'none';
  const isMissing = credential === 'none';
  // The POST without a key follows the first creation immediately, because the list after that creation is sent on the same
  // connection.
  const needs = {
    ...needsOf(requirement, credential, priority),
    ...more,
    uses: [control],
    ...(inBurst ? { inBurst } : { afterKeyedRequest: true as const }),
    ...definedOnly({
      after:
        operation === createCategory && !isMissing
          ? secondList
          : isMissing && operation === listCategories
            ? lowerCase
            : undefined,
      keepsOpen:
        operation === createCategory && (isMissing || credential === 'unknown-key')
          ? (true as const)
          : undefined,
    }),
  };
  return [
    check(requirement, title, needs, async (tools) => {
      const make = makerOf(tools, operation, credential);
      const sent = inBurst
        ? { exchange: await tools.send(make), onFreshConnection: async () => undefined }
        : await tools.sendAfterKeyedRequest(make);
      tools.instance(title);
      // A 2xx is wrong no matter what the control request returns.
      await expectRefused(sent, isServed(sent.exchange) ? undefined : await tools.probe(control));
    }),
  ];
}

/** Makes the check of an invalid credential on one of several operations, if the credential has such a check. */
function refusalOfOne(requirement: string, { credential, title: what, oneOf, more }: Refused): Check[] {
  if (oneOf === undefined) return [];
  const isForeign = hasForeignToken({ credential });
  const needs = {
    ...needsOf(requirement, credential, oneOf.priority),
    ...more,
    afterKeyedRequest: true as const,
    // A POST must not be sent before the second list, and the requests to other operations need not be sent earlier.
    after: secondList,
    looksAt: oneOf.among.map(([, control]) => control),
    controls: isForeign ? 1 : 0,
  };
  return [
    check(requirement, `${oneOf.title} ${what}`, needs, async (tools) => {
      const [operation, control] = await operationFor(tools, oneOf);
      const title = `${operation.title} ${what}`;
      const make = makerOf(tools, operation, credential);
      const sent = await tools.sendAfterKeyedRequest(make, title);
      tools.instance(title);
      if (isForeign && (await failsInFront(tools, sent.exchange))) return;
      await expectRefused(sent, isServed(sent.exchange) ? undefined : control);
    }),
  ];
}

function needsOf(requirement: string, credential: Credential, priority: number) {
  const nearMiss = requirement === 'auth.key-exact' ? credential : undefined;
  return { priority, withKey: 0, withoutKey: 1, ...definedOnly({ nearMiss }) };
}

/** Returns a function that makes a request that differs from the control request of its operation only in the credential. */
function makerOf(tools: Tools, operation: Operation, credential: Credential): () => HttpRequest {
  const variation = isVaried(credential) ? Math.floor(tools.random() * variations) : undefined;
  return () => ({
    ...(operation.method === 'GET'
      ? get(operation, credential)
      : marked(tools, plainCategory, { credential })),
    ...definedOnly({ variation }),
  });
}

/**
 * Selects the first operation, in the order that the seed gives, that serves its control request, because elsewhere a refusal
 * proves nothing. Every run sends the control requests. Also returns the response to the control request.
 */
async function operationFor({ choose, responseTo }: Tools, { among, by, step = 0 }: OneOf) {
  const from = choose(by, among.length) + step;
  const inOrder = among.map((one, index) => among[(from + index) % among.length] ?? one);
  const responses = await Promise.all(inOrder.map(([, control]) => responseTo(control)));
  const at = responses.findIndex((control) => control !== undefined && isServed(control));
  const [operation] = inOrder[Math.max(0, at)] ?? list;
  return [operation, responses[Math.max(0, at)]] as const;
}

/**
 * Checks whether a token that is not ASCII fails in front of the service: the same token also gets a 5xx or no response at a
 * path that no service has. If so, the failure says nothing about the key.
 */
async function failsInFront(tools: Tools, { request, ...exchange }: Exchange): Promise<boolean> {
  const hasFailed = (one: Pick<Exchange, 'outcome'>) =>
    one.outcome.kind === 'fault' || one.outcome.response.status >= 500;
  if (!hasFailed(exchange)) return false;
  const path = `/${tools.name()}`;
  const elsewhere = await tools.control('the same token at an unknown path', () => ({
    ...get(path, request.credential),
    ...definedOnly({ variation: request.variation }),
  }));
  if (!hasFailed(elsewhere)) return false;
  tools.seen(`a token that is not ASCII fails at an unknown path, too: ${receivedOf(elsewhere)}`);
  return true;
}

/**
 * Checks whether the target is allowed not to serve a valid request: it refuses the control request, or the responses of the
 * operation are not specified.
 */
function mayBeRefused(control: Exchange): boolean {
  return isRefusal(control) || !isSpecified(control.request.operation);
}

/** Expects 401. Any other refusal is judged only if the control request is served. */
async function expectRefused(
  { exchange, control: before, onFreshConnection }: AfterKeyedRequest,
  control: Exchange | undefined,
): Promise<void> {
  if (statusOf(exchange) === 401 || mayBeFromFront(exchange)) return;
  if (control !== undefined && !isServed(control))
    notTested(reason(mayBeRefused(control) ? 'control-refused' : 'control-failed', placeOf(control)));
  if (before === undefined) return expectStatus(exchange, 401);
  const alone = await onFreshConnection();
  if (alone === undefined || statusOf(alone) !== 401) return expectStatus(exchange, 401);
  // On a fresh connection, the same request returned 401, so the previous request on the connection matters.
  throw new Unmet({
    context: 'after a request with the key on the same connection',
    expected: '401, as on a fresh connection',
    received: receivedOf(exchange),
    cause: `${causeOf(exchange)} on a connection that carried the key before`,
    comparedWith: before,
    advice: isServed(exchange)
      ? rememberedPerConnection
      : { ...rememberedPerConnection, impact: failsPerConnection },
  });
}

/** Checks whether the target does not serve an operation at all, which the specification allows. */
function isRefusal(control: Exchange): boolean {
  const status = statusOf(control) ?? 0;
  return (status >= 300 && status < 500) || status === 501;
}

const failsPerConnection =
  'The fault shows only on a connection that carried the key before. Gateways and connection pools share ' +
  'connections between clients, so a client without a valid key does not learn that it needs one.';

const rememberedPerConnection = {
  impact:
    'The fault shows only on a connection that carried the key before. Gateways and connection pools share ' +
    'connections between clients, so one client gets access with the key of another client.',
  fix:
    'Read the Authorization header of every request. Look for a server that caches header values per ' +
    'connection (Jetty 11 and 12 do, ignoring case, unless HttpConfiguration.setHeaderCacheCaseSensitive(true) ' +
    'is set), and for a user, session or parsed header stored with the connection or a reused request object.',
};

/** Checks whether the spelling caused the status, by comparing the status with the responses to the usual spelling. */
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
  // A 3xx neither serves nor refuses the request.
  return status === undefined || status >= 400;
}
