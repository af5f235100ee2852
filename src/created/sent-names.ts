import { caseOf } from '../expect/answer.ts';
import { type Exchange, statusOf } from '../model/exchange.ts';
import { numberOfName } from '../payloads/names.ts';
import { createColumn } from './column.ts';

/** The POSTs of a run by the names in them: each may have left something behind, and is looked for in the lists. */
export interface SentNames {
  /** A POST with this name in it has ended, whatever came back. */
  ended(name: string, exchange: Exchange): void;
  /** A POST with this name in it was accepted: that lists show it is no news, whatever else is sent under it. */
  accepted(name: string): void;
  /** An answer told of what bears this name: that a list shows it tells of nothing more that was left behind. */
  told(name: string): void;
  /** Whether anything was sent under this name. */
  has(name: string): boolean;
  /** Whether anything was sent under any. */
  hasAny(): boolean;
  /** A list that was asked for at this moment was searched for all names. */
  searched(sentAt: number): void;
  /** A list that was asked for at this moment shows the name; undefined where what was sent under it does not tell more. */
  shown(name: string, sentAt: number): Shown | undefined;
  /** What was answered 400 or 401 and looked for in a list: how many, and those that none showed, by name. */
  refused(): { readonly count: number; readonly kept: readonly string[] };
}

/** What was sent under a name that a list shows. */
export interface Shown {
  /** Undefined where it was not answered. */
  readonly status: number | undefined;
  /** What was sent, by name. */
  readonly instance: string;
  /** Only of the first ones: what was stored later is shown by the list that holds it. */
  readonly exchange?: Exchange;
  /** Whether no answer and no list told of it before. */
  readonly isLeft: boolean;
  /** Whether it was refused, and no list showed it before. */
  readonly isStored: boolean;
}

/** Of so many POSTs the whole exchange is kept, the first: what stores bodies by mistake does so among these. */
const mostKept = 1_000;

/** What is known of a name, as bits of one number. */
const [isSent, isAccepted, isTold, isStored] = [1, 2, 4, 8];

/** Keeps some fifteen bytes for each name, by its number: there may be a hundred thousand of them. */
export function createSentNames(): SentNames {
  const known = createColumn((length) => new Uint8Array(length));
  const statuses = createColumn((length) => new Uint16Array(length));
  const readAt = createColumn((length) => new Float64Array(length));
  const cases = createColumn((length) => new Uint32Array(length));
  const numbersOfCases = new Map<string, number>();
  const namesOfCases: string[] = [];
  const exchanges = new Map<number, Exchange>();
  /** One more than the highest number of a name. */
  let end = 0;
  let searchedTo = Number.NEGATIVE_INFINITY;

  return {
    ended(name, exchange) {
      const number = numberOfName(name);
      // What was known of an earlier body under this name tells nothing of this one, but that it may be listed.
      known.set(number, (known.get(number) & isAccepted) | isSent);
      end = Math.max(end, number + 1);
      statuses.set(number, statusOf(exchange) ?? 0);
      readAt.set(number, exchange.readAt);
      cases.set(number, numberOfCase(caseOf(exchange)));
      if (exchanges.has(number) || exchanges.size < mostKept) exchanges.set(number, exchange);
    },
    accepted(name) {
      const number = numberOfName(name);
      add(number, isAccepted);
      exchanges.delete(number);
    },
    told: (name) => add(numberOfName(name), isTold),
    has: (name) => has(numberOfName(name), isSent),
    hasAny: () => end > 0,
    searched(sentAt) {
      searchedTo = Math.max(searchedTo, sentAt);
    },
    shown(name, sentAt) {
      const number = numberOfName(name);
      if (!has(number, isSent) || has(number, isAccepted) || readAt.get(number) > sentAt) return undefined;
      const exchange = exchanges.get(number);
      const shown = {
        status: statuses.get(number) || undefined,
        instance: caseAt(number),
        ...(exchange === undefined ? {} : { exchange }),
        isLeft: !has(number, isTold),
        isStored: isRefused(number) && !has(number, isStored),
      };
      add(number, shown.isStored ? isTold | isStored : isTold);
      return shown;
    },
    refused() {
      const kept: string[] = [];
      let count = 0;
      for (let number = 0; number < end; number++) {
        if (!isRefused(number) || has(number, isAccepted) || readAt.get(number) > searchedTo) continue;
        count++;
        if (!has(number, isStored)) kept.push(caseAt(number));
      }
      return { count, kept };
    },
  };

  function has(number: number, bit: number): boolean {
    return (known.get(number) & bit) !== 0;
  }

  function add(number: number, bits: number): void {
    known.set(number, known.get(number) | bits);
  }

  function isRefused(number: number): boolean {
    return statuses.get(number) === 400 || statuses.get(number) === 401;
  }

  function caseAt(number: number): string {
    return namesOfCases[cases.get(number)] ?? '';
  }

  function numberOfCase(name: string): number {
    const number = numbersOfCases.get(name) ?? namesOfCases.length;
    if (number === namesOfCases.length) {
      numbersOfCases.set(name, number);
      namesOfCases.push(name);
    }
    return number;
  }
}
