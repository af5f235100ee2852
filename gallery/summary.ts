import { sections } from '../src/spec/catalog.ts';
import type { Entry } from './entry.ts';
import type { Outcome } from './outcome.ts';

/** Adds up outcomes. `whole` says that they are those of every entry; only then the gaps of the matrix count. */
export function summaryOf(outcomes: readonly Outcome[], whole: boolean) {
  const matrix = matrixOf(outcomes);
  return {
    defects: shareOf(outcomes, 'defect'),
    variants: shareOf(outcomes, 'variant'),
    /** Requests that the servers counted while the kit had to wait. */
    whileLimited: outcomes.reduce((sum, { whileLimited }) => sum + whileLimited, 0),
    matrix,
    wrong: outcomes.filter(({ complaints }) => complaints.length > 0),
    /** What the matrix lacks. */
    gaps: whole ? matrixComplaints(matrix) : [],
  };
}

export type Summary = ReturnType<typeof summaryOf>;

/** Whether everything is as stated: exit status 0. */
export const isGood = ({ wrong, gaps }: Summary): boolean => wrong.length === 0 && gaps.length === 0;

function shareOf(outcomes: readonly Outcome[], kind: Entry['kind']) {
  const ofKind = outcomes.filter(({ entry }) => entry.kind === kind);
  return { good: ofKind.filter(({ complaints }) => complaints.length === 0).length, all: ofKind.length };
}

/** The kill matrix: the requirements that a run can find broken, by section, each with the defects found there. */
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

/** The fewest defects that each requirement needs: a single one may have been written for its check. */
const fewestDefects = 2;

/** Lists the requirements that too few defects break, and those that never fail alone. */
export function matrixComplaints(matrix: Matrix): string[] {
  const rows = matrix.flatMap((section) => section.rows);
  return rows.flatMap(({ id, defects }) => {
    if (defects.length < fewestDefects)
      return [`${id} needs ${fewestDefects} defects that show it, and has ${defects.length}`];
    const shadow = rows.find(
      (other) => other.id !== id && defects.every((defect) => other.defects.includes(defect)),
    );
    return shadow === undefined ? [] : [`${id} only ever falls together with ${shadow.id}`];
  });
}
