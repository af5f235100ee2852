import {
  type BehindKey,
  type Check,
  check,
  conclusion,
  everyResponse,
  type Probe,
  probe,
  suite,
  type Tools,
} from '../src/checks/built-in.ts';
import { expectStatus, notExercised, Unmet, unmet } from '../src/checks/expectations.ts';
import { get, post } from '../src/checks/requests.ts';
import { causeOf, placeOf, receivedOf } from '../src/exchange/answer.ts';
import {
  type Answer,
  type Exchange,
  type HttpRequest,
  isServed,
  type Presentation,
  statusOf,
} from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { hasKey, isListRequest, isNamed, isNamedAnswer } from '../src/exchange/picks.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import { lookedBanned } from '../src/readings/outcomes.ts';
import { createCategory, listCategories, type Operation, orders, petById } from '../src/spec/operations.ts';
import { firstCreation, firstList, ordersWithKey, petWithKey, secondList } from './probes.ts';

/** The request with the key that each request without it departs from in that one point. */
const twins: readonly (readonly [Operation, Probe])[] = [
  [listCategories, firstList],
  [createCategory, firstCreation],
  [petById, petWithKey],
  [orders, ordersWithKey],
];

interface Way {
  readonly requirement: string;
  readonly presentation: Presentation;
  readonly title: string;
  /** By operation: the one that most servers guard in the same way as the others comes first; not sent where there is none. */
  readonly worth: Worth;
}

type Worth = Readonly<Partial<Record<Operation['id'], number>>>;

const ways: readonly Way[] = [
  way('auth.key-missing', 'none', 'without an Authorization header', {
    listCategories: 995,
    createCategory: 950,
    petById: 917,
    orders: 914,
  }),
  way('auth.key-invalid', 'unknown-key', 'with another key', {
    listCategories: 946,
    createCategory: 938,
    petById: 858,
    orders: 842,
  }),
  way('auth.bearer-only', 'scheme-basic', 'with the key under the scheme Basic', {
    listCategories: 934,
    createCategory: 886,
    petById: 826,
    orders: 818,
  }),
  way('auth.bearer-only', 'scheme-basic-encoded', 'with the key under Basic, encoded as a user name', {
    listCategories: 910,
  }),
  way('auth.bearer-only', 'scheme-missing', 'with the bare key', {
    listCategories: 908,
    createCategory: 850,
  }),
  way('auth.key-exact', 'key-cut', 'with the key cut short', {
    listCategories: 932,
    createCategory: 884,
    petById: 802,
  }),
  way('auth.key-exact', 'key-extended', 'with the key and one letter more', {
    listCategories: 902,
    createCategory: 834,
  }),
  way('auth.key-exact', 'key-other-case', 'with the key in the other case', {
    listCategories: 900,
    createCategory: 828,
  }),
  way('auth.key-exact', 'key-empty', 'with an empty key', {
    listCategories: 892,
    createCategory: 822,
  }),
];

export default suite('Authentication', [
  ...twins.flatMap(([operation, twin]) => ways.flatMap((one) => refusal(operation, twin, one))),

  conclusion('auth.key-accepted', 'the valid key is never answered 401', ({ outcomes }) => {
    const answered = outcomes
      .all()
      .filter(({ first }) => isNamedAnswer(first) && hasKey(first) && statusOf(first) !== 429);
    // A key that was good before a 429 may have been banned since: limit.ban, which is not judged.
    const refused = answered.filter(({ first, isBanned }) => statusOf(first) === 401 && !isBanned);
    return {
      exercised: answered.reduce((sum, { count }) => sum + count, 0),
      occurrences: refused.map(({ first: exchange, count }) => ({
        exchange,
        count,
        expected: 'any status but 401',
        received: receivedOf(exchange),
        cause: 'the valid key is answered 401',
      })),
      kept: answered
        .filter(({ first }) => statusOf(first) !== 401)
        .map(({ first, count }) => [placeOf(first), count] as const),
    };
  }),

  everyResponse(
    'auth.challenge',
    'a 401 carries WWW-Authenticate',
    (exchange): exchange is Answer => isNamedAnswer(exchange) && statusOf(exchange) === 401,
    (exchange) => {
      if (fieldLines(exchange.outcome.response.headers, 'www-authenticate').join('') === '')
        unmet('a WWW-Authenticate header', 'none', 'a 401 has no WWW-Authenticate');
    },
  ),

  probe(
    'auth.scheme-case',
    'GET /categories with the scheme in lower case',
    { worth: 846, alone: true },
    () => get(listCategories, 'bearer-lowercase'),
  ),

  /** It is asked for once, and compared with what the usual spelling gets in the whole run. */
  conclusion(
    'auth.scheme-case',
    'the scheme in lower case is the same scheme',
    ({ outcomes, ban, listHealth }) => {
      const firsts = outcomes.all().map(({ first }) => first);
      const lower = firsts.filter(isLowerCase);
      // Served once, it is the same scheme.
      const asked = lower.find(isServed) ?? lower.at(-1);
      if (asked === undefined) return undefined;
      if (isServed(asked)) return { exercised: 1, kept: [[placeOf(asked), 1]] };
      const isDead = listHealth.broken() !== undefined && statusOf(asked) !== 401;
      if (ban.shownBy() !== undefined) return { reason: lookedBanned };
      if (isDead || !isTheSpelling(asked, firsts)) return { reason: dependent };
      const expected = 'the answer that `Bearer` gets';
      const occurrence = { exchange: asked, expected, received: receivedOf(asked), cause: causeOf(asked) };
      return { occurrences: [occurrence] };
    },
  ),
]);

function way(requirement: string, presentation: Presentation, title: string, worth: Worth): Way {
  return { requirement, presentation, title, worth };
}

/** One request that must be refused, on one operation; none where this way is not sent there. */
function refusal(operation: Operation, twin: Probe, one: Way): Check[] {
  const worth = one.worth[operation.id];
  if (worth === undefined) return [];
  const needs = {
    worth,
    withKey: 0,
    withoutKey: 1,
    behindKey: true as const,
    uses: [twin],
    ...(operation === createCategory ? { after: secondList } : {}),
    ...(one.requirement === 'auth.key-exact' ? { nearMiss: one.presentation } : {}),
  };
  return [
    check(one.requirement, `${operation.title} ${one.title}`, needs, async (tools) => {
      const sent = await tools.sendBehindKey(() => unauthenticated(operation, one.presentation, tools));
      tools.instance(`${operation.title} ${one.title}`);
      await expectRefused(sent, await tools.probe(twin));
    }),
  ];
}

function unauthenticated(operation: Operation, presentation: Presentation, { name }: Tools): HttpRequest {
  if (operation.method === 'GET') return get(operation, presentation);
  const mark = name();
  return post(plainCategory(mark), { mark, presentation });
}

/** 401; another refusal is judged only where the same request with the key is served (reading 1). */
async function expectRefused(
  { exchange, control, onFreshConnection }: BehindKey,
  twin: Exchange,
): Promise<void> {
  if (statusOf(exchange) === 401) return;
  if (!isServed(exchange) && !isServed(twin))
    notExercised(`the same request with the key is not served either (${receivedOf(twin)})`);
  const alone = control === undefined ? undefined : await onFreshConnection();
  if (control !== undefined && alone !== undefined && statusOf(alone) === 401)
    boundToConnection(exchange, control);
  expectStatus(exchange, 401);
}

/** The request gets another answer on a connection that carried the key before: that connection is what is wrong. */
function boundToConnection(exchange: Exchange, control: Exchange): never {
  const received = `${receivedOf(exchange)} right behind a request with the key on one connection; 401 on a fresh connection`;
  throw new Unmet({
    expected: 'status 401, whatever the connection carried before',
    received,
    cause: `${causeOf(exchange)} on a connection that carried the key before`,
    comparedWith: control,
    advice: rememberedPerConnection,
  });
}

const rememberedPerConnection = {
  means:
    'It happens only on a connection that carried the key before. Gateways and connection pools send the ' +
    'requests of many clients over one connection: one client gets in with the key of another.',
  mend:
    'Read the Authorization header of every request. Look for a server that caches header values for each ' +
    'connection (Jetty 11 and 12 do, ignoring case; HttpConfiguration.setHeaderCacheCaseSensitive(true) ' +
    'cures it), and for a user, a session or a parsed header that is kept with the connection, or with a ' +
    'request object that is used again.',
};

function isLowerCase(exchange: Exchange): boolean {
  const { operation, presentation } = exchange.request;
  return operation === 'listCategories' && presentation === 'bearer-lowercase' && statusOf(exchange) !== 429;
}

/** Whether such an answer says something of the spelling, by what the key gets as everybody writes it. */
function isTheSpelling(asked: Exchange, firsts: readonly Exchange[]): boolean {
  const status = statusOf(asked);
  const lists = new Set(firsts.filter(isListRequest).map(statusOf));
  const usual = firsts.filter(
    (one) => isNamed(one) && hasKey(one) && ![undefined, 429].includes(statusOf(one)),
  );
  const operationsOf = (isRefused: boolean) =>
    new Set(
      usual
        .filter((one) => (statusOf(one) === 401) === isRefused)
        .map(({ request: { operation } }) => operation),
    );
  const taken = operationsOf(false);
  // A key that one operation refuses now and then may have been refused here for the same reason.
  if (status === 401 && (lists.has(401) || [...operationsOf(true)].some((one) => taken.has(one))))
    return false;
  if (lists.has(status) || !lists.has(200)) return false;
  // Neither served nor refused, as 304 to a condition.
  return status === undefined || status >= 400;
}
