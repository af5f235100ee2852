import type { Rule, Suite } from '../../src/checks/built-in.ts';
import { createJudge, type Judge } from '../../src/engine/judge.ts';
import { occurrencesWords, type Tally } from '../../src/engine/tally.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { dependent } from '../../src/exchange/finding.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { traitsOf } from '../../src/spec/catalog.ts';
import { freshReadings } from '../support/readings.ts';

/** What a rule reads otherwise than from the exchanges that it is shown. */
export type Known = {
  readonly [Reading in keyof Readings]?: Readings[Reading] extends object
    ? Partial<Readings[Reading]>
    : Readings[Reading];
};

/**
 * What the rules of one row say of an answer: "met", "expected …, received …: cause", "not judged: reason", or
 * "not asked" where they do not pick it.
 */
export function judged(suite: Suite, row: string, exchange: Exchange, known: Known = {}): string {
  return sayingOf(judgeOf(suite, ['everyResponse'], row, [exchange], known), row);
}

/** What the rules of one row over the whole run say in the end of these exchanges, in the same words. */
export function concluded(
  suite: Suite,
  row: string,
  exchanges: readonly Exchange[],
  known: Known = {},
): string {
  return sayingOf(ended(judgeOf(suite, ['conclusion'], row, exchanges, known)), row);
}

/** All that the rules of one row hold in the end of these exchanges. */
export function tallied(suite: Suite, row: string, exchanges: readonly Exchange[], known: Known = {}): Tally {
  return ended(judgeOf(suite, ['everyResponse', 'conclusion'], row, exchanges, known)).tally(row);
}

/** What the rules of one row tell of these exchanges: what was seen, or why nothing was. */
export function observed(suite: Suite, row: string, ...exchanges: readonly Exchange[]): string | undefined {
  const tally = tallied(suite, row, exchanges);
  const { reasons, causes } = tally;
  if (causes.size > 0) throw new Error(`${row} is judged, though it is only observed`);
  return occurrencesWords(tally) ?? [...reasons.keys()][0];
}

/** What a judge holds of one row, in a line: several findings are parted by a bar. */
export function sayingOf(judge: Judge, row: string): string {
  const [fault] = judge.kitFaults;
  if (fault !== undefined) throw new Error(fault);
  const { causes, reasons, tested } = judge.tally(row);
  if (causes.size > 0)
    return [...causes.values()]
      .map(
        ({ mismatch }) => `expected ${mismatch.expected}, received ${mismatch.received}: ${mismatch.cause}`,
      )
      .join(' | ');
  const [reason] = reasons.keys();
  if (reason === dependent) return `not judged: see ${traitsOf(row).dependsOn?.join(', ')}`;
  if (reason !== undefined) return `not judged: ${reason}`;
  return tested > 0 ? 'met' : 'not selected';
}

function ended(judge: Judge): Judge {
  judge.end();
  const [fault] = judge.kitFaults;
  if (fault !== undefined) throw new Error(fault);
  return judge;
}

/** A judge that was shown these exchanges after the readings were. */
function judgeOf(
  { checks }: Suite,
  kinds: readonly string[],
  row: string,
  exchanges: readonly Exchange[],
  known: Known,
): Judge {
  const rules = checks.filter(
    (member): member is Rule => kinds.includes(member.kind) && member.requirement === row,
  );
  const readings = freshReadings();
  const judge = createJudge(rules, { ...readings, ...known } as Readings, () => {});
  for (const exchange of exchanges) {
    readings.see(exchange);
    judge.see(exchange);
  }
  return judge;
}
