import { caseOf, causeOf } from '../exchange/answer.ts';
import { type Exchange, statusOf } from '../exchange/exchange.ts';
import { isCreation, meaningOf } from '../exchange/picks.ts';

/** Bodies of one meaning and case that came to the same. */
export interface SentBodies {
  /** The smallest; of several that are as small, the one that was met first. */
  smallest: Exchange;
  readonly first: Exchange;
  count: number;
  /** How many were met before the smallest, and before the first: of what is alike, the earlier one is shown. */
  place: number;
  readonly firstPlace: number;
}

/** In bytes. */
const largestPlain = 1_000;

/** A run of 2,000 bodies sends fewer that are not alike. */
const mostKinds = 2_000;

/**
 * The bodies that were sent to create something, apart from those that a 401 kept from being read: of what means the
 * same, is of one case and came to the same, the smallest. There may be very many.
 */
export function createBodies() {
  const kinds = new Map<string, SentBodies>();
  let place = 0;
  return {
    see(exchange: Exchange): void {
      if (!isCreation(exchange) || statusOf(exchange) === 401) return;
      const key = kindOf(exchange);
      const known = kinds.get(key);
      if (known === undefined && kinds.size < mostKinds)
        kinds.set(key, { smallest: exchange, first: exchange, count: 1, place, firstPlace: place });
      place++;
      if (known === undefined) return;
      known.count++;
      if (bodySize(exchange) >= bodySize(known.smallest)) return;
      known.smallest = exchange;
      known.place = place - 1;
    },
    all: (): readonly SentBodies[] => [...kinds.values()],
  };
}

/** What decides how an answer to a body is judged. */
function kindOf(exchange: Exchange): string {
  const meaning = meaningOf(exchange);
  const violated = meaning.kind === 'violates' ? meaning.requirement : '';
  const size = isLarge(exchange) ? 'large' : bodySize(exchange) > 0 ? 'plain' : 'empty';
  return [meaning.kind, violated, exchange.sentFor, caseOf(exchange), causeOf(exchange), size].join('\n');
}

/** Size limits of bodies are not shown: one that is far larger than any plain category may be refused for that. */
export function isLarge(exchange: Exchange): boolean {
  return bodySize(exchange) > largestPlain;
}

/** In bytes. */
export function bodySize({ request }: Exchange): number {
  return request.body?.length ?? 0;
}
