import {
  type Exchange,
  type HttpRequest,
  hasResponse,
  isRefusedInCompany,
  isServed,
  isShed,
  statusOf,
} from '../exchange/exchange.ts';
import { hasKey, meaningOfBody } from '../exchange/picks.ts';

/** How a request was sent. */
export interface Sent {
  /** It had a transient fault before. */
  readonly isRepeated: boolean;
  /** It was sent after a gap. */
  readonly isPaced: boolean;
  /** It is the plain GET after a wait for a 429. */
  readonly isRecovery: boolean;
}

/** After the second refusal, requests go one at a time, with gaps. */
const refusalsOfSuspicion = 2;
/** After this many refusals alone, with valid requests served in between, the request itself is the reason. */
const refusedAlone = 3;

/** Requests that look alike to a gateway: same operation, credential and validity of the body. */
interface Kind {
  /** How many failed while others were in flight, and have not yet succeeded when sent again alone. */
  failed: number;
  /** The first request that failed in this way. */
  first?: Exchange;
  /** How many were refused alone since one was served; a gateway that counts by time refuses at random. */
  alone: number;
}

/**
 * Detects load shedding in front of the server, or a busy store: requests that fail only while others are in
 * flight. The queue paces requests by it, and the rule takes the verdict from it.
 */
export function createShedding() {
  const kinds = new Map<string, Kind>();
  let refusals = 0;
  let refused: Exchange | undefined;
  let served = 0;
  let together = 0;
  let creations = 0;
  let controlDue = false;

  const kindOf = (request: HttpRequest): Kind => {
    const { method, operation, credential } = request;
    const isValid = meaningOfBody(request).kind === 'valid';
    const name = `${method} ${operation} ${credential} ${isValid}`;
    const kind = kinds.get(name) ?? { failed: 0, alone: 0 };
    kinds.set(name, kind);
    return kind;
  };

  function seeOther(exchange: Exchange, isAlone: boolean, isRepeated: boolean): void {
    if (!hasResponse(exchange) || statusOf(exchange) === 429) return;
    if (!isAlone) together++;
    if (!isAlone && exchange.request.method === 'POST') creations++;
    const kind = kindOf(exchange.request);
    if (isRepeated || isControl(exchange)) kind.alone = 0;
    const isRight = isAlone && isRepeated && (statusOf(exchange) ?? 500) < 500;
    if (isRight && kind.failed > 0) {
      kind.failed--;
      served++;
      refused ??= kind.first;
    }
    if (!hasKey(exchange) || !isServed(exchange)) return;
    controlDue = false;
  }

  return {
    see(exchange: Exchange, { isRepeated, isPaced }: Sent): void {
      const isAlone = exchange.concurrent <= 1;
      if (isRefusedInCompany(exchange)) {
        refusals++;
        const kind = kindOf(exchange.request);
        kind.failed++;
        kind.first ??= exchange;
        return;
      }
      if (!isShed(exchange)) {
        seeOther(exchange, isAlone, isRepeated);
        return;
      }
      refusals++;
      const kind = kindOf(exchange.request);
      // Without a gap, a gateway that counts by time refuses many requests.
      if (!isPaced) return;
      if (isControl(exchange)) {
        kind.alone++;
        return;
      }
      if (!controlDue) kind.alone++;
      controlDue = kind.alone < refusedAlone;
    },
    /** Whether requests must go one at a time. */
    oneAtATime: () => refusals >= refusalsOfSuspicion,
    /** Whether the server itself refuses such requests. */
    isOwn: (request: HttpRequest) => kindOf(request).alone >= refusedAlone,
    /** Whether the next refusal of such a request is the server's own, and is judged. */
    isDecisive: (request: HttpRequest) => kindOf(request).alone >= refusedAlone - 1,
    /** Whether a control request must be served before a request that was refused alone is retried. */
    controlDue: () => controlDue,
    /**
     * `refused`: the first request that failed while others were in flight, if one like it was right when sent again alone;
     * `served`: how many were right then; `tested`: that request, and all that were right while others were in flight.
     */
    decision: () => ({ tested: testedOf(together, creations, refused), refused, served }),
  };
}

/** Unless two creations overlapped, nothing was tested: plain GETs alone show little. */
function testedOf(together: number, creations: number, refused: Exchange | undefined): number {
  if (refused !== undefined) return together + 1;
  return creations > 1 ? together : 0;
}

function isControl(exchange: Exchange): boolean {
  return hasKey(exchange) && exchange.request.operation === 'listCategories';
}
