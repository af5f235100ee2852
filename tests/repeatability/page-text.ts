import { markdownTable } from '../docs/written.ts';
import type { Repeated, Subject } from './repeat.ts';

/** The runs against each server in memory, and against each real stack. */
export const runsOf = { servers: 200, stacks: 20 } as const;

/** The cells of a table row. */
export type Row = readonly string[];

export interface Rows {
  readonly legal: readonly Row[];
  readonly broken: readonly Row[];
  readonly stacks: readonly Row[];
}

/** Writes a row with the results of many runs against one server. */
export function rowOf({ title, reports }: Subject, repeated: Repeated): Row {
  const { runs, verdicts, requests, waitedSeconds } = repeated;
  const [least, most] = requests;
  const sent = least === most ? `${most}` : `${least} to ${most}`;
  const cells = [runs, verdicts.size, reports.length, sent, `${Math.round(waitedSeconds)} s`];
  return [title, ...cells.map(String)];
}

/** Writes the row of a stack that cannot be built. */
export function skippedRow(title: string, why: string): Row {
  return [title, '0', '0', `skipped: ${why}`, '', ''];
}

const columns = ['Runs', 'Verdicts', 'Requirements reported', 'Requests per run', 'Longest total wait'];

const headings = {
  legal: 'Conforming servers',
  broken: 'Servers with several defects',
  stacks: 'Real stacks',
} as const;

/** Writes `reports/repeatability.md`. */
export function repeatabilityPage({ legal, broken, stacks }: Rows, seed: string, measured: string): string {
  return `# Repeatability of verdicts

${measured} Seed: ${seed}

## ${headings.legal}

${markdownTable(['Server', ...columns], legal)}

## ${headings.broken}

${markdownTable(['Defects', ...columns], broken)}

## ${headings.stacks}

${markdownTable(['Stack', ...columns], stacks)}
`;
}
