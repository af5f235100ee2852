import { markdownTable } from '../docs/written.ts';
import type { Repeated, Subject } from './repeat.ts';

/** The runs against each server in memory, and against each real stack. */
export const runsOf = { servers: 200, stacks: 20 } as const;

/** A row of a table: its cells. */
export type Row = readonly string[];

export interface Rows {
  readonly legal: readonly Row[];
  readonly broken: readonly Row[];
  readonly stacks: readonly Row[];
}

/** Writes a row: the results of many runs against one server. */
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

export const headings = {
  legal: 'Conforming servers',
  broken: 'Servers with several defects',
  stacks: 'Real stacks',
} as const;

/** Writes docs/repeatability.md. */
export function repeatabilityPage({ legal, broken, stacks }: Rows, seed: string, measured: string): string {
  return `<!-- Written by \`npm run repeatability\`. -->

# Repeatability of verdicts

The same server must get the same verdict in every run. Each run here has a different seed, so it sends different invalid
bodies, and starts at another moment of a window.

A verdict here is the outcome and every requirement that failed, warned, was flaky or was not tested. Two runs that differ
in one requirement have two verdicts.

${measured} Seed: ${seed}

## ${headings.legal}

The reference server and its slowest [legal variants](reference-server.md): slow responses, short windows, long waits. Kit
and server share a [virtual clock](decisions/0007-shared-virtual-time.md).

${markdownTable(['Server', ...columns], legal)}

## ${headings.broken}

Each has several defects of the [gallery](gallery.md) at once. The kit reports exactly the requirements that they violate.

${markdownTable(['Defects', ...columns], broken)}

## ${headings.stacks}

Stacks of the [field report](field-report.md), in real time with short windows. Each run starts the stack again. The kit
reports exactly what that page shows. What it only observes, such as Remaining after a Reset, is not compared here: in real time,
it depends on fractions of a second. Nor is what only the two bodies show that the seed selects: some runs of FastAPI send \`NaN\`,
which Python accepts, and warn about \`invalid.body-lenient\`.

${markdownTable(['Stack', ...columns], stacks)}

\`REPEATABILITY_SEED=N npm run repeatability\` repeats the same runs. \`npm run repeatability -- -t token-bucket\` runs one
server and leaves this page as it is. \`npm run test:all\` makes four runs of each server in memory.
`;
}
