import { caseOf, causeOf, receivedOf } from '../src/expect/answer.ts';
import { meaningOf } from '../src/expect/picks.ts';
import { type Concluded, type Conclusion, conclusion } from '../src/kit/suite.ts';
import { definedOnly } from '../src/model/defined-only.ts';
import { isServed } from '../src/model/exchange.ts';
import { bodySize, type SentBodies } from '../src/readings/bodies.ts';
import type { Look } from './looks.ts';

/**
 * A row about refused bodies, read from every answer. Where no valid body is accepted, another refusal than
 * 400 shows nothing about the body: it has no valid twin (reading 1).
 */
export function judged(requirement: string, title: string, look: Look): Conclusion {
  return conclusion(requirement, title, ({ bodies, creationCap }) => {
    const all = bodies.all();
    const twin = all.some(({ first }) => meaningOf(first).kind === 'valid' && isServed(first));
    // Where the service refuses any further category, a refusal with the same status tells nothing either.
    const cap = creationCap.reached();
    const looked = all.filter(({ first }) => look(first) !== undefined);
    const kept = looked.filter(({ first }) => look(first) === 'kept');
    const wrong = looked.filter(({ first }) => look(first) !== 'kept');
    const shown = wrong.filter(
      ({ first }) => isServed(first) || (twin && causeOf(first) !== `answered ${cap?.status}`),
    );
    const classes = new Set(looked.map(({ first }) => caseOf(first))).size;
    const causes = [...new Set(shown.map(({ first }) => causeOf(first)))];
    const occurrences = causes.flatMap((cause) =>
      occurrencesOf(
        shown.filter(({ first }) => causeOf(first) === cause),
        classes,
        look,
      ),
    );
    return {
      exercised: [...kept, ...shown].reduce((sum, { count }) => sum + count, 0),
      occurrences,
      kept: kept.map(({ first, count }) => [caseOf(first), count] as const),
      reason:
        shown.length < wrong.length
          ? 'no valid body is accepted, so a refusal tells nothing (see create.created)'
          : 'no such body was sent and answered',
    };
  });
}

/** One finding for each cause: shown by its smallest body, with the classes that it is true of. */
function occurrencesOf(
  alike: readonly SentBodies[],
  classes: number,
  look: Look,
): NonNullable<Concluded['occurrences']> {
  const [met] = [...alike].sort((a, b) => a.firstPlace - b.firstPlace);
  const smallestFirst = [...alike].sort(
    (a, b) => bodySize(a.smallest) - bodySize(b.smallest) || a.place - b.place,
  );
  const kinds = new Set(alike.map(({ first }) => caseOf(first))).size;
  return smallestFirst.map(({ smallest: exchange, count }) => ({
    exchange,
    count,
    expected: look(exchange) ?? '',
    // Which kinds they are stands in the cases of the finding.
    received: `${receivedOf(exchange)}${classes < 2 ? '' : `, for ${kinds} of ${classes} kinds of such bodies`}`,
    cause: causeOf(exchange),
    instance: caseOf(exchange),
    ...definedOnly({ firstFound: met?.first }),
  }));
}
