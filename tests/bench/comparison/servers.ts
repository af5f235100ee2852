import { startReferenceServer } from '../../../reference-server/index.ts';
import { readCsv } from '../../docs/csv.ts';
import type { Stack } from '../../stacks/stack.ts';
import { prepareStranger } from '../../strangers/prepare.ts';
import { strangers } from '../../strangers/table.ts';

export const key = 'local-petstore-key';

/**
 * Plain, correct servers. If a tool reports a failure for one of them, the same failure does not count on any other
 * server.
 */
export const baselines: readonly string[] = ['reference', 'baseline.mjs', 'baseline.py'];

/**
 * For each broken server, the tools that reported something other than its defect. They reported legal behavior,
 * because the description that they read is stricter than the specification. The failures of every tool were read one
 * by one.
 */
export const unrelated: Readonly<Record<string, readonly string[]>> = {
  // The server accepts an empty name.
  'b95-two-remaining.py': ['schemathesis', 'newman'],
  // The server lists categories without a description.
  'b56-page-of-ten.mjs': ['dredd'],
  'b67-id-from-count.mjs': ['dredd'],
};

/**
 * The names of all servers, baselines first. A rule chose them before any tool was run (see docs/comparison.md). They are
 * read from the list of runs, because the rule would choose other servers from today's files.
 */
export const servers: readonly string[] = [
  ...new Set(readCsv('docs/data/comparison.csv').map(({ server = '' }) => server)),
];

/** Starts a server with a limit of 60 requests per 10 seconds, unless its file sets other values. */
export async function startServer(name: string): Promise<Stack> {
  if (name === 'reference') return startReferenceServer({ keys: [{ key, plan: 'free' }], minuteMs: 10_000 });
  const found = strangers.find(({ file }) => file === name);
  if (found === undefined) throw new Error(`No stranger wrote ${name}.`);
  const ready = await prepareStranger({ ...found, env: { WINDOW_MS: '10000', LIMIT: '60', ...found.env } });
  if (ready.kind === 'skipped') throw new Error(ready.why);
  return ready.start({ key, limit: 60, windowSeconds: 10 });
}
