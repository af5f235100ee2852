import { type Exchange, statusOf } from '../model/exchange.ts';

/** Whether the key looks banned (limit.ban, which is never judged): good before a 429, and refused after it. */
export interface Ban {
  step(exchange: Exchange): void;
  /** The first answer that refused the key so; undefined while none did. */
  shownBy(): Exchange | undefined;
}

/** Why nothing is concluded from what a key is answered that looks banned. */
export const lookedBanned = 'the key is refused since a 429: a possible ban';

export function createBan(): Ban {
  let accepted = false;
  let limited = false;
  let shown: Exchange | undefined;
  return {
    step(exchange) {
      const { operation, presentation } = exchange.request;
      const status = statusOf(exchange);
      if (presentation !== 'bearer' || operation === 'elsewhere' || status === undefined) return;
      if (status === 429) limited = true;
      if (status < 300) accepted = true;
      if (accepted && limited && isRefusal(status, operation)) shown ??= exchange;
    },
    shownBy: () => shown,
  };
}

/** What is listed for one key is not forbidden to it, so a 403 there refuses the key; elsewhere it may be about rights. */
function isRefusal(status: number, operation: string): boolean {
  return status === 401 || (status === 403 && operation === 'listCategories');
}
