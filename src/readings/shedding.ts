import {
  type Exchange,
  type HttpRequest,
  hasResponse,
  isServed,
  isShed,
  statusOf,
} from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';
import { classify } from '../payloads/classify.ts';

/** How a request was sent. */
export interface Sent {
  /** It failed in passing before. */
  readonly isRepeated: boolean;
  /** A gap preceded it. */
  readonly isPaced: boolean;
}

/** From the second refusal on, requests go one at a time, with a gap. */
const refusalsOfSuspicion = 2;
/** Answered 503 this often alone, with a valid request served in between, a request is refused for its own sake. */
const refusedAlone = 3;
/** How many controls may fail: a service that serves no valid request is not waited for. */
const mostControls = 3;

/** Requests that a gateway cannot tell apart: operation, credential, valid or invalid. */
interface Kind {
  /** Refused while others were in flight, and not yet served. */
  waiting: number;
  /** Refused alone since one of them was served at last: a gateway that counts by time refuses by chance. */
  alone: number;
}

/**
 * Detects that something in front of the service sheds load (reading 19): what is answered 502, 503 or 504 while other
 * requests are in flight is served alone. The queue asks it what to do with a request, the rule for the verdict.
 */
export function createShedding() {
  const kinds = new Map<string, Kind>();
  let refusals = 0;
  let refused: Exchange | undefined;
  let served = 0;
  let together = 0;
  let controlDue = false;
  let controls = 0;

  const kindOf = ({ method, operation, credential, body }: HttpRequest): Kind => {
    const isValid = method === 'GET' || classify(body ?? new Uint8Array()).kind === 'valid';
    const name = `${method} ${operation} ${credential} ${isValid}`;
    const kind = kinds.get(name) ?? { waiting: 0, alone: 0 };
    kinds.set(name, kind);
    return kind;
  };

  function seeOther(exchange: Exchange, isAlone: boolean, isRepeated: boolean): void {
    if (!hasResponse(exchange) || statusOf(exchange) === 429) return;
    if (!isAlone) together++;
    const kind = kindOf(exchange.request);
    if (isRepeated || isControl(exchange)) kind.alone = 0;
    if (isAlone && isRepeated && kind.waiting > 0) {
      kind.waiting--;
      served++;
    }
    if (!hasKey(exchange) || !isServed(exchange)) return;
    controlDue = false;
    controls = 0;
  }

  return {
    see(exchange: Exchange, { isRepeated, isPaced }: Sent): void {
      const isAlone = exchange.concurrent <= 1;
      if (!isShed(exchange)) {
        seeOther(exchange, isAlone, isRepeated);
        return;
      }
      refusals++;
      const kind = kindOf(exchange.request);
      if (!isAlone) {
        refused ??= exchange;
        kind.waiting++;
        return;
      }
      // Without a gap before it, a gateway that counts by time refuses many requests.
      if (!isPaced) return;
      if (isControl(exchange)) {
        kind.alone++;
        // A control that is refused itself says nothing; after some there is nothing to wait for.
        if (controlDue && ++controls >= mostControls) controlDue = false;
        return;
      }
      if (!controlDue) kind.alone++;
      controlDue = kind.alone < refusedAlone && controls < mostControls;
    },
    /** Whether requests have to go one at a time: the second refusal was seen. */
    oneAtATime: () => refusals >= refusalsOfSuspicion,
    /** Whether such requests are refused for their own sake. */
    isOwn: (request: HttpRequest) => kindOf(request).alone >= refusedAlone,
    /** Whether the next refusal of such a request is the service's own, and is judged. */
    isDecisive: (request: HttpRequest) => kindOf(request).alone >= refusedAlone - 1,
    /** Whether a valid request has to be served before what was refused alone is sent again. */
    controlDue: () => controlDue,
    /**
     * The first request that was refused while others were in flight, how many refused so were served when sent again
     * alone, and how many were answered otherwise while others were in flight.
     */
    decision: () => ({ refused, served, together }),
  };
}

function isControl(exchange: Exchange): boolean {
  return hasKey(exchange) && exchange.request.operation === 'listCategories';
}
