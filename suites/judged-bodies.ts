import { caseOf, causeOf, receivedOf } from '../src/expect/answer.ts';
import { isCreation, meaningOf } from '../src/expect/picks.ts';
import { type WholeRun, wholeRun } from '../src/kit/suite.ts';
import { type Exchange, isServed, statusOf } from '../src/model/exchange.ts';
import type { Fold, Occurrence } from '../src/model/finding.ts';
import { bodySize, type Look } from './looks.ts';

interface Found {
  readonly exchange: Exchange;
  readonly expected: string;
  readonly accepted: boolean;
}

/**
 * A row about refused bodies, read from every answer. Where no valid body is accepted, another refusal than
 * 400 shows nothing about the body: it has no valid twin (reading 1).
 */
export function judged(requirement: string, title: string, look: Look): WholeRun {
  return wholeRun(requirement, title, (): Fold => {
    const found: Found[] = [];
    const classes = new Set<string>();
    const kept: string[] = [];
    let twins = 0;
    return {
      step(exchange) {
        const accepted = isServed(exchange);
        if (isCreation(exchange) && meaningOf(exchange).kind === 'valid' && accepted) twins++;
        const result = statusOf(exchange) === 401 ? undefined : look(exchange);
        if (result === undefined) return;
        classes.add(caseOf(exchange));
        if (result === 'kept') kept.push(caseOf(exchange));
        else found.push({ exchange, expected: result, accepted });
      },
      end() {
        const shown = found.filter(({ accepted }) => accepted || twins > 0);
        return {
          exercised: kept.length + shown.length,
          occurrences: occurrencesOf(shown, classes.size),
          kept,
          reason:
            shown.length < found.length
              ? 'no valid body is accepted, so a refusal tells nothing (see create.created)'
              : 'no such body was sent and answered',
        };
      },
    };
  });
}

/** One finding for each cause: shown by its smallest body, with the classes that it is true of. */
function occurrencesOf(found: readonly Found[], classes: number): Omit<Occurrence, 'requirement'>[] {
  const byCause = new Map<string, Found[]>();
  for (const one of found) {
    const cause = causeOf(one.exchange);
    byCause.set(cause, [...(byCause.get(cause) ?? []), one]);
  }
  return [...byCause].flatMap(([cause, group]) => {
    const faults = new Set(group.map(({ exchange }) => caseOf(exchange)));
    const firstFound = group[0]?.exchange;
    const smallestFirst = [...group].sort((a, b) => bodySize(a.exchange) - bodySize(b.exchange));
    return smallestFirst.map(({ exchange, expected }) => ({
      exchange,
      expected,
      received: `${receivedOf(exchange)}${ofKinds(faults.size, classes)}`,
      cause,
      instance: caseOf(exchange),
      ...(firstFound === undefined ? {} : { firstFound }),
    }));
  });
}

/** Of how many kinds of such bodies it is true; which they are stands in the cases of the finding. */
function ofKinds(faults: number, classes: number): string {
  return classes < 2 ? '' : `, for ${faults} of ${classes} kinds of such bodies`;
}
