import type { Entry } from './entry.ts';
import { type MatrixSection, matrixComplaints, matrixOf } from './matrix.ts';
import type { Complaint, Outcome } from './outcome.ts';

/** What the outcomes say together. */
export interface Summary {
  readonly defects: Share;
  readonly variants: Share;
  /** Requests that the servers counted while the kit had been told to wait. */
  readonly whileLimited: number;
  readonly matrix: readonly MatrixSection[];
  readonly complaints: readonly { readonly entry: Entry; readonly complaints: readonly Complaint[] }[];
  /** What the matrix lacks; nothing is said of a part of the gallery. */
  readonly gaps: readonly string[];
}

/** How many of all are as they should be. */
export interface Share {
  readonly good: number;
  readonly all: number;
}

/** Sums outcomes up; `whole` where they are those of every entry. */
export function summaryOf(outcomes: readonly Outcome[], whole: boolean): Summary {
  const matrix = matrixOf(outcomes);
  return {
    defects: shareOf(outcomes, 'defect'),
    variants: shareOf(outcomes, 'variant'),
    whileLimited: outcomes.reduce((sum, { whileLimited }) => sum + whileLimited, 0),
    matrix,
    complaints: outcomes
      .filter(({ complaints }) => complaints.length > 0)
      .map(({ entry, complaints }) => ({ entry, complaints })),
    gaps: whole ? matrixComplaints(matrix) : [],
  };
}

/** Whether everything is as it should be: exit status 0. */
export function isGood({ complaints, gaps }: Summary): boolean {
  return complaints.length === 0 && gaps.length === 0;
}

function shareOf(outcomes: readonly Outcome[], kind: Entry['kind']): Share {
  const ofKind = outcomes.filter(({ entry }) => entry.kind === kind);
  return { good: ofKind.filter(({ complaints }) => complaints.length === 0).length, all: ofKind.length };
}
