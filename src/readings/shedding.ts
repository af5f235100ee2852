import {
  type Exchange,
  type HttpRequest,
  isAnswer,
  isServed,
  isShed,
  statusOf,
} from '../exchange/exchange.ts';
import { classify } from '../payloads/classify.ts';

/** How a request was sent. */
export interface Sent {
  /** It failed in passing before. */
  readonly isRepeated: boolean;
  /** A gap lay before it. */
  readonly isPaced: boolean;
}

export interface SheddingDecision {
  /** The first that was refused while others were in flight. */
  readonly refused: Exchange | undefined;
  /** How many of those that were refused so were served when they were sent again, alone. */
  readonly served: number;
  /** How many were answered otherwise while others were in flight. */
  readonly together: number;
}

/** From the second refusal on requests go one at a time, with a gap. */
const refusalsOfSuspicion = 2;
/** Answered 503 so often alone, with a valid request served between, a request is refused for its own sake. */
const refusedAlone = 3;
/** Controls that are sent in vain: a service that serves no valid request is not waited for. */
const mostControls = 3;

/** Requests that a gateway cannot tell apart from what is wrong with them: operation, credential, valid or invalid. */
interface Kind {
  /** Refused in company and not yet served. */
  waiting: number;
  /** Refused alone since one that was refused was served at last: a gateway that counts by time refuses by chance. */
  alone: number;
}

/**
 * Whether something before the service sheds load (reading 19): what is answered 502, 503 or 504 while other requests are
 * in flight is served alone. The queue asks it what becomes of a request, the rule asks it for the verdict.
 */
export function createShedding() {
  const kinds = new Map<string, Kind>();
  let refusals = 0;
  let refused: Exchange | undefined;
  let served = 0;
  let together = 0;
  let controlDue = false;
  let controls = 0;

  const kindOf = (request: HttpRequest): Kind => {
    const name = nameOf(request);
    const kind = kinds.get(name) ?? { waiting: 0, alone: 0 };
    kinds.set(name, kind);
    return kind;
  };

  return {
    see(exchange: Exchange, { isRepeated, isPaced }: Sent): void {
      const isAlone = exchange.concurrent <= 1;
      if (!isShed(exchange)) {
        if (!isAnswer(exchange) || statusOf(exchange) === 429) return;
        if (!isAlone) together++;
        const kind = kindOf(exchange.request);
        if (isRepeated || isControlRequest(exchange)) kind.alone = 0;
        if (isAlone && isRepeated && kind.waiting > 0) {
          kind.waiting--;
          served++;
        }
        if (isControl(exchange)) {
          controlDue = false;
          controls = 0;
        }
        return;
      }
      refusals++;
      const kind = kindOf(exchange.request);
      if (!isAlone) {
        refused ??= exchange;
        kind.waiting++;
        return;
      }
      // Where requests follow upon each other, a gateway that counts by time refuses many of them.
      if (!isPaced) return;
      if (isControlRequest(exchange)) {
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
    /** A valid request has to be served before what was refused alone is sent again. */
    controlDue: () => controlDue,
    decision: (): SheddingDecision => ({ served, together, refused }),
  };
}

function isControlRequest({ request }: Exchange): boolean {
  return request.presentation === 'bearer' && request.operation === 'listCategories';
}

function isControl(exchange: Exchange): boolean {
  return exchange.request.presentation === 'bearer' && isServed(exchange);
}

function nameOf({ method, operation, presentation, body }: HttpRequest): string {
  const isValid = method === 'GET' || classify(body ?? new Uint8Array()).kind === 'valid';
  return `${method} ${operation} ${presentation} ${isValid}`;
}
