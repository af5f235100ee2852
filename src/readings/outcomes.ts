import { placeOf } from '../exchange/answer.ts';
import { type Exchange, statusOf } from '../exchange/exchange.ts';

/** Why nothing is concluded from what a key is answered that looks banned. */
export const lookedBanned = 'the key is refused since a 429: a possible ban';

/** Whether the key looks banned (limit.ban, which is never judged): good before a 429, and refused after it. */
export function createBan() {
  let accepted = false;
  let limited = false;
  let shown: Exchange | undefined;
  return {
    see(exchange: Exchange): void {
      const { operation, presentation } = exchange.request;
      const status = statusOf(exchange);
      if (presentation !== 'bearer' || operation === 'elsewhere' || status === undefined) return;
      if (status === 429) limited = true;
      if (status < 300) accepted = true;
      if (accepted && limited && isRefusal(status, operation)) shown ??= exchange;
    },
    /** The first answer that refused the key so; undefined while none did. */
    shownBy: (): Exchange | undefined => shown,
  };
}

/** What is listed for one key is not forbidden to it, so a 403 there refuses the key; elsewhere it may be about rights. */
function isRefusal(status: number, operation: string): boolean {
  return status === 401 || (status === 403 && operation === 'listCategories');
}

/** How often requests of one operation, with one credential, came to the same. */
export interface Outcome {
  readonly first: Exchange;
  count: number;
  /** Whether the key looked banned by then. */
  readonly isBanned: boolean;
}

/** More statuses than these no service has; a target that invents them is not followed. */
const mostOutcomes = 1_000;

/** What came of the requests of a run, by operation, credential and status: the first of each, and how often. */
export function createOutcomes(ban: Pick<ReturnType<typeof createBan>, 'shownBy'>) {
  const outcomes = new Map<string, Outcome>();
  return {
    see(exchange: Exchange): void {
      const isBanned = ban.shownBy() !== undefined;
      const key = `${exchange.request.presentation} ${placeOf(exchange)} ${exchange.overLimit} ${isBanned}`;
      const known = outcomes.get(key);
      if (known !== undefined) known.count++;
      else if (outcomes.size < mostOutcomes) outcomes.set(key, { first: exchange, count: 1, isBanned });
    },
    /** In the order in which each came first. */
    all: (): readonly Outcome[] => [...outcomes.values()],
  };
}
