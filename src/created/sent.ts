import { caseOf } from '../expect/answer.ts';
import { type Exchange, statusOf } from '../model/exchange.ts';

/** A POST that may have left something behind, and is looked for in the lists. */
export interface Sent {
  readonly status: number | undefined;
  /** In ms of the monotonic clock. */
  readonly readAt: number;
  /** What was sent, by name. */
  readonly instance: string;
  /** Only of the first ones: what was stored later is shown by the list that holds it. */
  readonly exchange?: Exchange;
  /** Whether a list was read after it. */
  searched: boolean;
  stored: boolean;
}

/** Keeps little of a POST, for there may be a hundred thousand; `isShown` says whether the whole exchange is kept. */
export function sentBy(exchange: Exchange, isShown: boolean): Sent {
  return {
    status: statusOf(exchange),
    readAt: exchange.readAt,
    instance: caseOf(exchange),
    ...(isShown ? { exchange } : {}),
    searched: false,
    stored: false,
  };
}
