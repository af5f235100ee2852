import { caseOf, causeOf, receivedOf } from '../src/expect/answer.ts';
import { isCreation, meaningOf } from '../src/expect/picks.ts';
import { type WholeRun, wholeRun } from '../src/kit/suite.ts';
import { type Exchange, isServed, statusOf } from '../src/model/exchange.ts';
import type { Fold, Occurrence } from '../src/model/finding.ts';
import { createCounts } from './counts.ts';
import { bodySize, type Look } from './looks.ts';

/** What was judged wrongly for one cause: there may be a hundred thousand of it, so of each case the smallest is kept. */
interface Group {
  /** Whether such bodies are served, which the cause tells. */
  readonly accepted: boolean;
  readonly firstFound: Exchange;
  readonly byCase: Map<string, Found>;
}

interface Found {
  /** The smallest of its case. */
  exchange: Exchange;
  expected: string;
  count: number;
  /** How many of the row were found before it: of two that are as small, the one that was met first comes first. */
  place: number;
}

/**
 * A row about refused bodies, read from every answer. Where no valid body is accepted, another refusal than
 * 400 shows nothing about the body: it has no valid twin (reading 1).
 */
export function judged(requirement: string, title: string, look: Look): WholeRun {
  return wholeRun(requirement, title, ({ creationCap }): Fold => {
    const groups = new Map<string, Group>();
    const classes = new Set<string>();
    const kept = createCounts<string, string>();
    let found = 0;
    let twins = 0;
    return {
      step(exchange) {
        if (isCreation(exchange) && meaningOf(exchange).kind === 'valid' && isServed(exchange)) twins++;
        const result = statusOf(exchange) === 401 ? undefined : look(exchange);
        if (result === undefined) return;
        classes.add(caseOf(exchange));
        if (result === 'kept') kept.add(caseOf(exchange), caseOf(exchange));
        else add(groups, { exchange, expected: result, count: 1, place: found++ });
      },
      end() {
        // Where the service refuses any further category, a refusal with the same status tells nothing either.
        const cap = creationCap.reached();
        const shown = [...groups].filter(
          ([cause, { accepted }]) => accepted || (twins > 0 && cause !== `answered ${cap?.status}`),
        );
        const occurrences = shown.flatMap(([cause, group]) => occurrencesOf(cause, group, classes.size));
        return {
          exercised: kept.all().length + occurrences.length,
          occurrences,
          kept: kept.all(),
          reason:
            shown.length < groups.size
              ? 'no valid body is accepted, so a refusal tells nothing (see create.created)'
              : 'no such body was sent and answered',
        };
      },
    };
  });
}

function add(groups: Map<string, Group>, found: Found): void {
  const { exchange } = found;
  const cause = causeOf(exchange);
  const group = groups.get(cause) ?? {
    accepted: isServed(exchange),
    firstFound: exchange,
    byCase: new Map<string, Found>(),
  };
  groups.set(cause, group);
  const known = group.byCase.get(caseOf(exchange));
  if (known === undefined) group.byCase.set(caseOf(exchange), found);
  else if (bodySize(exchange) < bodySize(known.exchange))
    Object.assign(known, { ...found, count: known.count + 1 });
  else known.count++;
}

/** One finding for each cause: shown by its smallest body, with the classes that it is true of. */
function occurrencesOf(
  cause: string,
  { firstFound, byCase }: Group,
  classes: number,
): Omit<Occurrence, 'requirement'>[] {
  const smallestFirst = [...byCase.values()].sort(
    (a, b) => bodySize(a.exchange) - bodySize(b.exchange) || a.place - b.place,
  );
  return smallestFirst.flatMap(({ exchange, expected, count }) =>
    Array<Omit<Occurrence, 'requirement'>>(count).fill({
      exchange,
      expected,
      received: `${receivedOf(exchange)}${ofKinds(byCase.size, classes)}`,
      cause,
      instance: caseOf(exchange),
      firstFound,
    }),
  );
}

/** Of how many kinds of such bodies it is true; which they are stands in the cases of the finding. */
function ofKinds(faults: number, classes: number): string {
  return classes < 2 ? '' : `, for ${faults} of ${classes} kinds of such bodies`;
}
