import type { Facts } from '../src/kit/facts.ts';
import { type WholeRun, wholeRun } from '../src/kit/suite.ts';
import { type Answer, type Exchange, isAnswer } from '../src/model/exchange.ts';

/** The most different things that are shown of one observed row. */
const mostShown = 16;

/** An observed row: `look` says in a few words what an answer shows, or undefined where it shows nothing of it. */
export function observe(
  requirement: string,
  title: string,
  look: (answer: Answer) => string | undefined,
): WholeRun {
  return observeExchanges(requirement, title, (exchange) =>
    isAnswer(exchange) ? look(exchange) : undefined,
  );
}

/** The same for exchanges that may have come to nothing. */
export function observeExchanges(
  requirement: string,
  title: string,
  look: (exchange: Exchange, facts: Facts) => string | undefined,
): WholeRun {
  return wholeRun(requirement, title, (facts) => {
    const seen = new Map<string, number>();
    let exercised = 0;
    return {
      step(exchange) {
        const text = look(exchange, facts);
        if (text === undefined) return;
        exercised++;
        if (seen.has(text) || seen.size < mostShown) seen.set(text, (seen.get(text) ?? 0) + 1);
      },
      end: () => ({
        exercised,
        occurrences: [],
        seen: [...seen]
          .map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text))
          // Requests overtake one another, and two reports of one target have to be the same.
          .sort()
          .join('; '),
      }),
    };
  });
}
