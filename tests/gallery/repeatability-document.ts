import type { Repeated } from './repeatability.ts';

/** One row of the table: what many runs against one server came to, and the seed that theirs follow from. */
export function rowOf(title: string, seed: number, repeated: Repeated): string {
  const { runs, verdicts, requests, waitedSeconds } = repeated;
  const [least, most] = requests;
  const sent = least === most ? `${most}` : `${least} to ${most}`;
  return `| ${title} | ${runs} | ${verdicts.size} | ${sent} | ${Math.round(waitedSeconds)} s | ${seed} |`;
}

/** The rows that a page holds, by title. */
export function rowsIn(page: string): ReadonlyMap<string, string> {
  return new Map([...page.matchAll(/^\| ([^|]+) \| \d+ \|.*$/gm)].map(([row, title = '']) => [title, row]));
}

/** `docs/repeatability.md`, from its rows. */
export function repeatabilityPage(rows: readonly string[]): string {
  return `<!-- Written by \`npm run repeatability\`. -->

# Whether the verdict repeats

A kit that says one thing today and another tomorrow is believed by nobody. So the kit is run two hundred times
against the reference server and against the slowest of the [legal variants](reference-server.md): by the time of an
answer, by the length of a window, by the waits. Each run has another seed, so other bodies are drawn, and begins
at another moment of an hour, so windows turn over elsewhere. Kit and server share [virtual time](decisions/0007-shared-virtual-time.md).

A verdict is the outcome with every row that failed, was warned of, was flaky or could not be exercised. Two runs
that differ in one row have two verdicts.

## The same verdict each time

| Server | Runs | Verdicts | Requests of a run | Longest waits of a run | Seed |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The seeds of the runs follow from the one in the last column: \`REPEATABILITY_SEED\` gives it to \`npm run repeatability\`,
which makes the same runs again. \`npm run repeatability -- -t token-bucket\` makes those of one server, and leaves the other
rows as they are. \`npm run test:all\` makes four runs of each.
`;
}
