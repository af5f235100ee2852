import {
  type Exchange,
  type HttpRequest,
  hasResponse,
  isServed,
  type Responded,
  statusOf,
} from '../exchange/exchange.ts';
import { hasKey, isNamed } from '../exchange/picks.ts';
import { operationTitle } from '../spec/operations.ts';
import { isAged, wholeQuotaOf } from './quota.ts';

type Operation = HttpRequest['operation'];

/** What is known about one operation beyond the limit. `suspect`: it was served while GET /categories was refused. */
type Standing = 'limited' | 'own bucket' | 'refills' | 'suspect' | 'slack' | 'not limited';

/** The responses of one operation in one window, up to its Remaining 0. */
interface Window {
  readonly reset: number;
  readonly limit: number;
  readonly first: number;
  remaining: number;
  responses: number;
  /** When its Remaining 0 was read, in ms of the monotonic clock. */
  zeroReadAt: number | undefined;
}

/** At most this many requests of other operations are kept until the GET with them has its response. */
const keptBeyond = 16;
/** How many requests in a row must be served at Remaining 0, in a window used up for them alone. */
const servedAtZero = 6;

/**
 * Decides for each operation other than GET /categories whether it is limited, too: by requests that were sent together with
 * the GET that proved the limit, and by those that were sent alone at Remaining 0 of a later window.
 */
export function createEveryOperation() {
  const windows = new Map<Operation, Window>();
  const standings = new Map<Operation, Standing>();
  /** The requests of other operations beyond the 0 of the list, until the response to its GET. */
  let beyond: Exchange[] = [];
  /** The GET that was refused after a 0. */
  let refused: Exchange | undefined;
  /** The window of that GET. */
  let provenReset: number | undefined;
  const alone = new Map<Operation, Exchange[]>();

  return {
    see(exchange: Exchange): void {
      if (!hasKey(exchange) || !isNamed(exchange) || (hasResponse(exchange) && isAged(exchange))) return;
      const { operation } = exchange.request;
      const list = windows.get('listCategories');
      const isBeyond = list?.zeroReadAt !== undefined && list.zeroReadAt <= exchange.sentAt;
      if (operation === 'listCategories') {
        if (statusOf(exchange) === 429 && isBeyond && refused === undefined) {
          refused = exchange;
          provenReset = list.reset;
        }
      } else if (standings.get(operation) === 'suspect') seeSuspect(exchange, list);
      else if (isBeyond) beyond = [...beyond, exchange].slice(-keptBeyond);
      if (hasResponse(exchange)) count(exchange);
      if (refused !== undefined) judge(refused, provenReset);
    },
    /** The operations that were served although the limit was used up; one more window proves or clears them. */
    suspects: (): readonly Operation[] =>
      [...standings].filter(([, standing]) => standing === 'suspect').map(([operation]) => operation),
    /** The requests that were served at Remaining 0 in that window, the last one first. */
    notLimited: (): readonly Exchange[] =>
      [...standings]
        .filter(([, standing]) => standing === 'not limited')
        .flatMap(([operation]) => (alone.get(operation) ?? []).toReversed()),
    /** What could not be tested, in words. */
    notes: (): readonly string[] =>
      [...standings].flatMap(([operation, standing]) => {
        const words = notesOf[standing];
        return words === undefined ? [] : [`${operationTitle(operation)} ${words}`];
      }),
  };

  /** Judges the requests that were in flight together with the refused GET. */
  function judge(get: Exchange, reset: number | undefined): void {
    for (const exchange of beyond) {
      const { operation } = exchange.request;
      if (exchange.sentAt >= get.readAt || exchange.readAt <= get.sentAt || standings.has(operation))
        continue;
      standings.set(operation, standingOf(exchange, windows.get(operation), reset));
    }
    beyond = [];
  }

  /** Counts the requests of a suspect that are sent alone at Remaining 0, in a window that the plain GETs used up. */
  function seeSuspect(exchange: Exchange, list: Window | undefined): void {
    const { operation } = exchange.request;
    if (statusOf(exchange) === 429) {
      standings.set(operation, 'slack');
      return;
    }
    const quota = hasResponse(exchange) ? wholeQuotaOf(exchange) : undefined;
    const isAtZero =
      list?.zeroReadAt !== undefined &&
      list.zeroReadAt <= exchange.sentAt &&
      list.reset !== provenReset &&
      isNothingBack(list) &&
      quota?.reset === list.reset &&
      quota.remaining === 0;
    const served = isAtZero && isServed(exchange) ? [...(alone.get(operation) ?? []), exchange] : [];
    alone.set(operation, served);
    if (served.length >= servedAtZero) standings.set(operation, 'not limited');
  }

  /** Counts a response toward its window, up to the first Remaining 0. */
  function count(response: Responded): void {
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
}

export type EveryOperation = ReturnType<typeof createEveryOperation>;

const notesOf: Readonly<Partial<Record<Standing, string>>> = {
  'own bucket': 'has a limit of its own, which was not used up',
  refills: 'was served beyond the limit, but some requests may have been refilled',
  suspect: 'was served once beyond the limit, which could not be followed up',
  slack: 'was served once beyond the limit, and refused after that',
};

/** Judges a request that was sent together with the GET that was refused. */
function standingOf(exchange: Exchange, window: Window | undefined, reset: number | undefined): Standing {
  if (statusOf(exchange) === 429) return 'limited';
  const quota = hasResponse(exchange) ? wholeQuotaOf(exchange) : undefined;
  if (quota?.remaining !== 0 || quota.reset !== reset) return 'own bucket';
  return window !== undefined && isNothingBack(window) ? 'suspect' : 'refills';
}

/** Checks whether nothing came back in a window: Remaining fell by at least as many as the responses after the first. */
function isNothingBack({ first, remaining, responses }: Window): boolean {
  return first - remaining >= responses - 1;
}
