import type { Rule, Suite } from '../../src/checks/vocabulary.ts';
import { createJudge, type Judge } from '../../src/engine/judge.ts';
import { occurrencesWords, type Tally } from '../../src/engine/tally.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { dependent } from '../../src/exchange/finding.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { traitsOf } from '../../src/spec/catalog.ts';
import { freshReadings } from '../support/readings.ts';

/** Readings that do not come from the given exchanges. */
export type Known = {
  readonly [Reading in keyof Readings]?: Readings[Reading] extends object
    ? Partial<Readings[Reading]>
    : Readings[Reading];
};

/**
 * Judges a response by the rules of one requirement: "met", "expected …, received …: cause", "not judged: reason", or
 * "not selected" if no rule selects it.
 */
export function judged(suite: Suite, requirement: string, exchange: Exchange, known: Known = {}): string {
  return observationOf(judgeOf(suite, ['everyResponse'], requirement, [exchange], known), requirement);
}

/** Judges these exchanges by the conclusions of one requirement, in the same words. */
export function concluded(
  suite: Suite,
  requirement: string,
  exchanges: readonly Exchange[],
  known: Known = {},
): string {
  return observationOf(ended(judgeOf(suite, ['conclusion'], requirement, exchanges, known)), requirement);
}

/** Returns the tally of one requirement after these exchanges. */
export function tallied(
  suite: Suite,
  requirement: string,
  exchanges: readonly Exchange[],
  known: Known = {},
): Tally {
  return ended(judgeOf(suite, ['everyResponse', 'conclusion'], requirement, exchanges, known)).tally(
    requirement,
  );
}

/** Returns what one requirement observes in these exchanges, or the reason why nothing. */
export function observed(
  suite: Suite,
  requirement: string,
  ...exchanges: readonly Exchange[]
): string | undefined {
  const tally = tallied(suite, requirement, exchanges);
  const { reasons, causes } = tally;
  if (causes.size > 0) throw new Error(`${requirement} is judged, though it is only observed`);
  return occurrencesWords(tally) ?? [...reasons.keys()][0];
}

/** Returns the judgment of one requirement in a line, with a bar between findings. */
export function observationOf(judge: Judge, requirement: string): string {
  const [fault] = judge.kitFaults;
  if (fault !== undefined) throw new Error(fault);
  const { causes, reasons, tested } = judge.tally(requirement);
  if (causes.size > 0)
    return [...causes.values()]
      .map(
        ({ mismatch }) => `expected ${mismatch.expected}, received ${mismatch.received}: ${mismatch.cause}`,
      )
      .join(' | ');
  const [reason] = reasons.keys();
  if (reason === dependent) return `not judged: see ${traitsOf(requirement).dependsOn?.join(', ')}`;
  if (reason !== undefined) return `not judged: ${reason}`;
  return tested > 0 ? 'met' : 'not selected';
}

function ended(judge: Judge): Judge {
  judge.end();
  const [fault] = judge.kitFaults;
  if (fault !== undefined) throw new Error(fault);
  return judge;
}

/** Creates a judge that saw these exchanges after the readings did. */
function judgeOf(
  { checks }: Suite,
  kinds: readonly string[],
  requirement: string,
  exchanges: readonly Exchange[],
  known: Known,
): Judge {
  const rules = checks.filter(
    (one): one is Rule => kinds.includes(one.kind) && one.requirement === requirement,
  );
  const readings = freshReadings();
  const judge = createJudge(rules, { ...readings, ...known } as Readings, () => {});
  for (const exchange of exchanges) {
    readings.see(exchange);
    judge.see(exchange);
  }
  return judge;
}
