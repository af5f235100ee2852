import { sections } from '../src/spec/catalog.ts';
import type { Entry } from './entry.ts';
import type { Outcome } from './outcome.ts';

/** Adds up outcomes. The gaps of the matrix count only if the outcomes are those of the `whole` gallery. */
export function summaryOf(outcomes: readonly Outcome[], whole: boolean) {
  const matrix = matrixOf(outcomes);
  return {
    defects: shareOf(outcomes, 'defect'),
    variants: shareOf(outcomes, 'variant'),
    /** Requests that the servers counted while the kit should have waited. */
    whileLimited: outcomes.reduce((sum, { whileLimited }) => sum + whileLimited, 0),
    matrix,
    wrong: outcomes.filter(({ complaints }) => complaints.length > 0),
    /** Requirements without enough defects. */
    gaps: whole ? matrixComplaints(matrix) : [],
  };
}

export type Summary = ReturnType<typeof summaryOf>;

/** Returns whether every result is as expected: exit status 0. */
export const isGood = ({ wrong, gaps }: Summary): boolean => wrong.length === 0 && gaps.length === 0;

function shareOf(outcomes: readonly Outcome[], kind: Entry['kind']) {
  const ofKind = outcomes.filter(({ entry }) => entry.kind === kind);
  return { good: ofKind.filter(({ complaints }) => complaints.length === 0).length, all: ofKind.length };
}

/** Lists the requirements that a run can find violated, by section, each with the defects reported there. */
export function matrixOf(outcomes: readonly Outcome[]) {
  const defects = outcomes.filter(({ entry }) => entry.kind === 'defect');
  return sections
    .map(({ title, requirements }) => ({
      title,
      rows: requirements
        .filter(
          ({ level, asked }) => (level === 'required' || level === 'advisory') && asked !== 'description',
        )
        .map(({ id }) => ({
          id,
          defects: defects.filter(({ found }) => found.includes(id)).map(({ entry }) => entry.server.id),
        })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

export type Matrix = ReturnType<typeof matrixOf>;

/** A single defect may have been written for its check, so each requirement needs more. */
const fewestDefects = 2;

/** Lists the requirements that too few defects violate, and those that never fail alone. */
export function matrixComplaints(matrix: Matrix): string[] {
  const rows = matrix.flatMap((section) => section.rows);
  return rows.flatMap(({ id, defects }) => {
    if (defects.length < fewestDefects)
      return [`${id} needs ${fewestDefects} defects that violate it, and has ${defects.length}`];
    const shadow = rows.find(
      (other) => other.id !== id && defects.every((defect) => other.defects.includes(defect)),
    );
    return shadow === undefined ? [] : [`${id} only ever fails together with ${shadow.id}`];
  });
}
