import { createCreations } from '../../src/created/creations.ts';
import { createJudge } from '../../src/judge/judge.ts';
import type { Facts } from '../../src/kit/facts.ts';
import type { Rule, Suite } from '../../src/kit/suite.ts';
import { createBan } from '../../src/limiter/ban.ts';
import type { Exchange } from '../../src/model/exchange.ts';

/** The facts that a rule looks at. */
export type Known = Partial<Facts>;

const nothingKnown: Known = {
  holdsKey: () => false,
  creations: createCreations('kit'),
  ban: createBan(),
  base: new URL('http://127.0.0.1/v1'),
};

/**
 * What the rules of one row say of an answer: "met", "expected …, received …: cause", "not judged: reason", or
 * "not asked" where they do not pick it.
 */
export function judged(suite: Suite, row: string, exchange: Exchange, known: Known = {}): string {
  const rules = suite.members.filter(
    (member): member is Rule & { kind: 'everyResponse' } =>
      member.kind === 'everyResponse' && member.requirement === row,
  );
  const judge = createJudge(rules, { ...nothingKnown, ...known } as Facts, () => {});
  judge.see(exchange);
  const [fault] = judge.kitFaults;
  if (fault !== undefined) throw new Error(fault);
  const { causes, reasons, exercised } = judge.tally(row);
  const [cause] = causes.values();
  if (cause !== undefined) {
    const { mismatch } = cause;
    return `expected ${mismatch.expected}, received ${mismatch.received}: ${mismatch.cause}`;
  }
  const [reason] = reasons.keys();
  if (reason !== undefined) return `not judged: ${reason}`;
  return exercised > 0 ? 'met' : 'not asked';
}

/** What the rules of one row over the whole run tell of these exchanges: what was seen, or why nothing was. */
export function observed(suite: Suite, row: string, ...exchanges: readonly Exchange[]): string | undefined {
  const rules = suite.members.filter(
    (member): member is Rule & { kind: 'wholeRun' } =>
      member.kind === 'wholeRun' && member.requirement === row,
  );
  const judge = createJudge(rules, nothingKnown as Facts, () => {});
  for (const exchange of exchanges) judge.see(exchange);
  judge.end();
  const { seen, reasons } = judge.tally(row);
  return seen ?? [...reasons.keys()][0];
}
