import { hasKey } from '../src/expect/picks.ts';
import { wholeRun } from '../src/kit/suite.ts';
import { momentOf, quotaOf } from '../src/limiter/quota-headers.ts';
import { isAnswer, statusOf } from '../src/model/exchange.ts';

/** What Remaining shows once a Reset has passed: seen where the run happens to cross one, never waited for. */
export const observeResetReached = wholeRun('headers.reset-reached', 'what a Reset brings', () => {
  let before: { remaining: number; limit: number; reset: number } | undefined;
  let crossings = 0;
  let seen: string | undefined;
  return {
    step(exchange) {
      if (!isAnswer(exchange) || !hasKey(exchange)) return;
      if (exchange.request.operation !== 'listCategories') return;
      const { limit, remaining, reset } = quotaOf(exchange);
      if (limit === undefined || remaining === undefined || reset === undefined) return;
      if (before !== undefined && before.limit === limit && momentOf(exchange).seconds >= before.reset) {
        crossings++;
        const limited = statusOf(exchange) === 429 ? ', and the answer was 429' : '';
        seen = `Remaining ${movedWords(before.remaining, remaining)} of ${limit}${limited}`;
      }
      before = { remaining, limit, reset };
    },
    end: () => ({
      exercised: crossings,
      occurrences: [],
      reason: 'no Reset passed during the run',
      ...(seen === undefined ? {} : { seen }),
    }),
  };
});

function movedWords(before: number, after: number): string {
  return before === after ? `stayed at ${after}` : `went from ${before} to ${after}`;
}
