import { sections } from '../../src/spec/catalog.ts';
import type { Family } from './row.ts';
import type { Outcome } from './run-row.ts';

/** Adds up outcomes. Gaps in the matrix count only if the outcomes are those of the `whole` gallery. */
export function summaryOf(outcomes: readonly Outcome[], whole: boolean) {
  const matrix = matrixOf(outcomes);
  return {
    defects: shareOf(outcomes, 'defects'),
    variants: shareOf(outcomes, 'variants'),
    /** Requests that the servers counted while the kit should have waited. */
    whileLimited: outcomes.reduce((sum, { whileLimited }) => sum + whileLimited, 0),
    matrix,
    wrong: outcomes.filter(({ complaints }) => complaints.length > 0),
    /** Requirements without enough defects. */
    gaps: whole ? matrixComplaints(matrix) : [],
  };
}

export type Summary = ReturnType<typeof summaryOf>;

/** Returns whether every result is as expected, which leads to exit status 0. */
export const isGood = ({ wrong, gaps }: Summary): boolean => wrong.length === 0 && gaps.length === 0;

function shareOf(outcomes: readonly Outcome[], family: Family) {
  const ofFamily = outcomes.filter(({ row }) => row.family === family);
  return { good: ofFamily.filter(({ complaints }) => complaints.length === 0).length, all: ofFamily.length };
}

/** Lists the requirements that a run can find violated, by section, each with the defects that were reported under it. */
export function matrixOf(outcomes: readonly Outcome[]) {
  const defects = outcomes.filter(({ row }) => row.family === 'defects');
  return sections
    .map(({ title, requirements }) => ({
      title,
      rows: requirements
        .filter(
          ({ level, asked }) => (level === 'required' || level === 'advisory') && asked !== 'description',
        )
        .map(({ id }) => ({
          id,
          defects: defects.filter(({ found }) => found.includes(id)).map(({ row }) => row.id),
        })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

export type Matrix = ReturnType<typeof matrixOf>;

/** A single defect may have been written to fit its check, so each requirement needs more than one. */
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
