import { createEnforcement, type EnforcementDecision } from '../limiter/enforcement.ts';
import { quotaOf, secondsToReset } from '../limiter/quota-headers.ts';
import { type Exchange, isAnswer, statusOf } from '../model/exchange.ts';
import { isPlainList } from './entry.ts';

/** Whether, and why not, plain GETs may be sent to prove the limit (reading 4). */
export interface Proof {
  see(exchange: Exchange, recovering: boolean): void;
  /** A plain GET is going to be sent for the proof alone. */
  filled(): void;
  /** Why none may be sent, or undefined where one may. `requestsLeft` is what --max-requests leaves. */
  whyNot(requestsLeft: number): string | undefined;
  decision(): EnforcementDecision;
}

const oneHour = 3600;
const mostStrays = 2;

/** `exhaust` is true, or a sentence that says why the limit is not to be proven. */
export function createProof(exhaust: true | string): Proof {
  const enforcement = createEnforcement();
  let lastList: { limit: number; remaining: number; secondsToReset: number } | undefined;
  let strays = 0;
  let strayReadAt = 0;
  let fillers = 0;

  return {
    see(exchange, recovering) {
      enforcement.step(exchange);
      if (exchange.request.presentation !== 'bearer' || !isAnswer(exchange)) return;
      if (statusOf(exchange) === 429) countStray(exchange, recovering);
      if (!isPlainList(exchange.request)) return;
      const { limit, remaining, reset } = quotaOf(exchange);
      lastList =
        limit === undefined || remaining === undefined || reset === undefined
          ? undefined
          : { limit, remaining, secondsToReset: secondsToReset(exchange, reset) };
    },
    filled() {
      fillers++;
    },
    whyNot(requestsLeft) {
      if (exhaust !== true) return exhaust;
      const decision = enforcement.decision();
      if (decision.kind === 'undecided') return decision.reason;
      if (decision.kind !== 'open') return 'it is decided already';
      if (lastList === undefined)
        return 'the answers to GET /categories carry no usable rate-limit headers (see headers.*)';
      if (strays >= mostStrays) return 'another limit answered 429 before this one was used up';
      if (lastList.secondsToReset > oneHour)
        return 'the limit resets in more than an hour: proving it would use up a whole day';
      if (fillers > 2 * lastList.limit + 30) return 'twice the Limit in plain GETs decided nothing';
      const needed = Math.max(0, lastList.remaining) + 2;
      if (requestsLeft < needed)
        return `what is left to be sent (${needed} requests) exceeds what --max-requests leaves (${requestsLeft})`;
      return undefined;
    },
    decision: enforcement.decision,
  };

  /** Several 429s that were under way together are one; those of a recovery are limit.recovers' business. */
  function countStray(exchange: Exchange, recovering: boolean): void {
    if (recovering || exchange.sentAt < strayReadAt || enforcement.decision().kind === 'proven') return;
    strayReadAt = exchange.readAt;
    strays++;
  }
}
