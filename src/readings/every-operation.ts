import {
  type Exchange,
  type HttpRequest,
  hasResponse,
  isServed,
  type Responded,
  statusOf,
} from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';
import { isAdded, operationTitle } from '../spec/operations.ts';
import { type Reason, type ReasonCode, reason } from '../spec/reasons.ts';
import { isAged, wholeQuotaOf } from './quota.ts';

type Operation = HttpRequest['operation'];

/** What is known about one operation beyond the limit. `suspect` means that it was served while GET /categories was refused. */
type Standing = 'limited' | 'own bucket' | 'refills' | 'suspect' | 'slack' | 'not limited';

/** Selects operations. */
type IsOf = (operation: string) => boolean;
const isOwn: IsOf = (operation) => !isAdded(operation);

/** The responses of one operation in one window, up to the first Remaining 0. */
interface Window {
  readonly reset: number;
  readonly limit: number;
  readonly first: number;
  remaining: number;
  responses: number;
  /** When Remaining 0 was read, in ms of the monotonic clock. */
  zeroReadAt: number | undefined;
}

/** How many requests in a row must be served at Remaining 0, in a window that was used up only for them. */
const servedAtZero = 6;

interface State {
  readonly windows: Map<Operation, Window>;
  readonly standings: Map<Operation, Standing>;
  /** The requests to other operations after the list showed Remaining 0, until the response to the GET beyond the limit. */
  beyond: Exchange[];
  /** The GET that was refused after Remaining was 0, and the Reset of its window. */
  refused: { readonly get: Exchange; readonly reset: number } | undefined;
  /** The requests to each suspect operation that were served in a row at Remaining 0. */
  readonly alone: Map<Operation, readonly Exchange[]>;
}

/**
 * Decides for each operation other than GET /categories whether it is limited, too. The decision comes from requests that were
 * sent together with the GET that proved the limit, and from requests that were sent alone at Remaining 0 of a later window.
 */
export function createEveryOperation() {
  const state: State = {
    windows: new Map(),
    standings: new Map(),
    beyond: [],
    refused: undefined,
    alone: new Map(),
  };
  const having = (wanted: Standing, isOf: IsOf = () => true): Operation[] =>
    [...state.standings].flatMap(([operation, standing]) =>
      standing === wanted && isOf(operation) ? [operation] : [],
    );

  return {
    see(exchange: Exchange): void {
      if (!hasKey(exchange) || exchange.request.operation === 'elsewhere') return;
      if (hasResponse(exchange) && isAged(exchange)) return;
      seeBeyond(state, exchange);
      if (hasResponse(exchange)) count(state, exchange);
      judge(state);
    },
    /** The operations that were served although the limit was used up; one more window confirms or clears the suspicion. */
    suspects: (): readonly Operation[] =>
      having('suspect').sort((a, b) => Number(isAdded(a)) - Number(isAdded(b))),
    /** The operations other than GET /categories that were limited, too. */
    limited: (isOf: IsOf): readonly Operation[] => having('limited', isOf),
    /** For operations that are not limited, the requests that were served at Remaining 0, newest first. */
    notLimited: (isOf: IsOf = isOwn): readonly Exchange[] =>
      having('not limited', isOf).flatMap((operation) => (state.alone.get(operation) ?? []).toReversed()),
    /** Why operations were not tested. */
    untested: (isOf: IsOf = isOwn): readonly Reason[] => [
      ...(isOf === isOwn && !state.standings.has('createCategory') ? [reason('operation-not-sent')] : []),
      ...[...state.standings].flatMap(([operation, standing]) => {
        const [code, words] = untested[standing] ?? [];
        return !isOf(operation) || code === undefined
          ? []
          : [reason(code, `${operationTitle(operation)} ${words}`)];
      }),
    ],
  };
}

/** Records what was sent after the list showed Remaining 0. */
function seeBeyond(state: State, exchange: Exchange): void {
  const { operation } = exchange.request;
  const list = state.windows.get('listCategories');
  // Looks at the windows of all operations, because any of them may have shown Remaining 0, and at the response's own quota,
  // because Limit may have changed since the newest list.
  const own = hasResponse(exchange) ? wholeQuotaOf(exchange) : undefined;
  const isBeyond =
    list !== undefined &&
    [...state.windows.values()].some(
      ({ reset, limit, zeroReadAt = Number.POSITIVE_INFINITY }) =>
        zeroReadAt <= exchange.sentAt &&
        [list, own].some((one) => one?.reset === reset && one.limit === limit),
    );
  if (operation === 'listCategories') {
    if (statusOf(exchange) === 429 && isBeyond) state.refused ??= { get: exchange, reset: list.reset };
  } else if (state.standings.get(operation) === 'suspect')
    seeSuspect(state, exchange, isBeyond ? list : undefined);
  // A 429 beyond the limit proves that the operation is limited, with or without a refused GET. A 401 may have shown
  // Remaining 0, if 401s count.
  else if (statusOf(exchange) === 429 && (isBeyond || own?.remaining === 0))
    state.standings.set(operation, 'limited');
  else if (isBeyond) state.beyond.push(exchange);
}

/** Judges the requests that were in flight together with the refused GET. */
function judge(state: State): void {
  if (state.refused === undefined) return;
  const { get, reset } = state.refused;
  for (const exchange of state.beyond) {
    const { operation } = exchange.request;
    const wasTogether = exchange.sentAt < get.readAt && exchange.readAt > get.sentAt;
    if (wasTogether && !state.standings.has(operation))
      state.standings.set(operation, standingOf(exchange, windowOf(state, operation), reset));
  }
  state.beyond = [];
}

/**
 * Returns the window of an operation. For an operation of a custom check that is sent for the first time, it is the window of
 * the list.
 */
function windowOf({ windows }: State, operation: Operation): Window | undefined {
  return windows.get(operation) ?? (isAdded(operation) ? windows.get('listCategories') : undefined);
}

/** Counts the requests to a suspect operation that are sent alone at Remaining 0, in a window that the plain GETs used up. */
function seeSuspect(state: State, exchange: Exchange, list: Window | undefined): void {
  const { operation } = exchange.request;
  if (statusOf(exchange) === 429) {
    state.standings.set(operation, 'slack');
    return;
  }
  const quota = hasResponse(exchange) ? wholeQuotaOf(exchange) : undefined;
  const isAtZero =
    list !== undefined &&
    list.reset !== state.refused?.reset &&
    isNothingRefilled(list) &&
    quota?.reset === list.reset &&
    quota.remaining === 0;
  const served = isAtZero && isServed(exchange) ? [...(state.alone.get(operation) ?? []), exchange] : [];
  state.alone.set(operation, served);
  if (served.length >= servedAtZero) state.standings.set(operation, 'not limited');
}

/** Counts a response toward its window, up to the first Remaining 0. */
function count({ windows }: State, response: Responded): void {
  const status = statusOf(response);
  const quota = wholeQuotaOf(response);
  if (status === 401 || status === 429 || quota === undefined) return;
  const { limit, remaining, reset } = quota;
  const { operation } = response.request;
  const known = windows.get(operation);
  const isSame = known?.reset === reset && known.limit === limit && remaining <= known.remaining;
  const window = isSame
    ? known
    : { reset, limit, first: remaining, remaining, responses: 0, zeroReadAt: undefined };
  windows.set(operation, window);
  if (window.zeroReadAt !== undefined) return;
  window.responses++;
  window.remaining = remaining;
  if (remaining === 0) window.zeroReadAt = response.readAt;
}

export type EveryOperation = ReturnType<typeof createEveryOperation>;

const untested: Readonly<Partial<Record<Standing, readonly [code: ReasonCode, words: string]>>> = {
  'own bucket': ['own-bucket', 'has a limit of its own, which was not used up'],
  refills: [
    'operation-undecided',
    'was served beyond the limit, but some of the quota may have been refilled',
  ],
  suspect: ['operation-undecided', 'was served once beyond the limit, which could not be confirmed'],
};

/** Judges a request that was sent together with the GET that was refused. */
function standingOf(exchange: Exchange, window: Window | undefined, reset: number): Standing {
  const quota = hasResponse(exchange) ? wholeQuotaOf(exchange) : undefined;
  // Once Remaining has reached 0, later responses need no headers.
  if (quota !== undefined && (quota.remaining !== 0 || quota.reset !== reset)) return 'own bucket';
  return window !== undefined && isNothingRefilled(window) ? 'suspect' : 'refills';
}

/** Checks whether nothing was refilled in a window: Remaining fell by at least one for each response after the first. */
function isNothingRefilled({ first, remaining, responses }: Window): boolean {
  return first - remaining >= responses - 1;
}
