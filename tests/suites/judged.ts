import { createCreationCap } from '../../src/created/creation-cap.ts';
import { createCreations } from '../../src/created/creations.ts';
import { createListHealth } from '../../src/created/list-health.ts';
import { createJudge, type Judge } from '../../src/judge/judge.ts';
import type { Tally } from '../../src/judge/tally.ts';
import type { Facts } from '../../src/kit/facts.ts';
import type { Rule, Suite } from '../../src/kit/suite.ts';
import { createBan } from '../../src/limiter/ban.ts';
import type { Exchange } from '../../src/model/exchange.ts';

/** The facts that a rule looks at. */
export type Known = Partial<Facts>;

function nothingKnown(): Known {
  return {
    holdsKey: () => false,
    creations: createCreations('kit'),
    ban: createBan(),
    listHealth: createListHealth(),
    creationCap: createCreationCap(),
    base: new URL('http://127.0.0.1/v1'),
  };
}

/**
 * What the rules of one row say of an answer: "met", "expected …, received …: cause", "not judged: reason", or
 * "not asked" where they do not pick it.
 */
export function judged(suite: Suite, row: string, exchange: Exchange, known: Known = {}): string {
  const judge = judgeOf(suite, 'everyResponse', row, known);
  judge.see(exchange);
  return sayingOf(judge, row);
}

/** What the rules of one row over the whole run say in the end of these exchanges, in the same words. */
export function concluded(
  suite: Suite,
  row: string,
  exchanges: readonly Exchange[],
  known: Known = {},
): string {
  return sayingOf(judgedToTheEnd(suite, row, exchanges, known), row);
}

/** All that the rules of one row over the whole run hold in the end of these exchanges. */
export function tallied(suite: Suite, row: string, exchanges: readonly Exchange[], known: Known = {}): Tally {
  return judgedToTheEnd(suite, row, exchanges, known).tally(row);
}

/** What the rules of one row over the whole run tell of these exchanges: what was seen, or why nothing was. */
export function observed(suite: Suite, row: string, ...exchanges: readonly Exchange[]): string | undefined {
  const { seen, reasons, causes } = tallied(suite, row, exchanges);
  if (causes.size > 0) throw new Error(`${row} is judged, though it is only observed`);
  return seen ?? [...reasons.keys()][0];
}

/** What a judge holds of one row, in a line: several findings are parted by a bar. */
export function sayingOf(judge: Judge, row: string): string {
  const [fault] = judge.kitFaults;
  if (fault !== undefined) throw new Error(fault);
  const { causes, reasons, exercised } = judge.tally(row);
  if (causes.size > 0)
    return [...causes.values()]
      .map(
        ({ mismatch }) => `expected ${mismatch.expected}, received ${mismatch.received}: ${mismatch.cause}`,
      )
      .join(' | ');
  const [reason] = reasons.keys();
  if (reason !== undefined) return `not judged: ${reason}`;
  return exercised > 0 ? 'met' : 'not asked';
}

function judgedToTheEnd(suite: Suite, row: string, exchanges: readonly Exchange[], known: Known): Judge {
  const judge = judgeOf(suite, 'wholeRun', row, known);
  for (const exchange of exchanges) judge.see(exchange);
  judge.end();
  const [fault] = judge.kitFaults;
  if (fault !== undefined) throw new Error(fault);
  return judge;
}

function judgeOf({ members }: Suite, kind: Rule['kind'], row: string, known: Known): Judge {
  const rules = members.filter(
    (member): member is Rule => member.kind === kind && member.requirement === row,
  );
  return createJudge(rules, { ...nothingKnown(), ...known } as Facts, () => {});
}
