import type { Repeated } from './repeatability.ts';

/** Writes a table row: the results of many runs against one server, and the seed that their seeds follow from. */
export function rowOf(title: string, seed: number, repeated: Repeated): string {
  const { runs, verdicts, requests, waitedSeconds } = repeated;
  const [least, most] = requests;
  const sent = least === most ? `${most}` : `${least} to ${most}`;
  return `| ${title} | ${runs} | ${verdicts.size} | ${sent} | ${Math.round(waitedSeconds)} s | ${seed} |`;
}

/** Returns the rows of a page by title. */
export function listIndexIn(page: string): ReadonlyMap<string, string> {
  return new Map([...page.matchAll(/^\| ([^|]+) \| \d+ \|.*$/gm)].map(([row, title = '']) => [title, row]));
}

/** Writes docs/repeatability.md from its rows. */
export function repeatabilityPage(rows: readonly string[], measured: string): string {
  return `<!-- Written by \`npm run repeatability\`. -->

# Repeatability of verdicts

The same server must get the same verdict in every run. This page shows 200 runs against the reference server and 200
against each of its slowest [legal variants](reference-server.md): slow responses, short windows, long waits. Each run has a
different seed, so it sends different invalid bodies. It starts at a different moment of an hour, so windows reset at
different points. Kit and server share a [virtual clock](decisions/0007-shared-virtual-time.md).

A verdict here is the outcome and every requirement that failed, warned, was flaky or was not tested. Two runs that differ
in one requirement have two verdicts.

${measured}

## Results

| Server | Runs | Verdicts | Requests per run | Longest total wait per run | Seed |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The seeds of the runs follow from the last column. Set \`REPEATABILITY_SEED\` to it to repeat the same runs with
\`npm run repeatability\`. \`npm run repeatability -- -t token-bucket\` measures one server and updates only its row.
\`npm run test:all\` makes four runs of each.
`;
}
