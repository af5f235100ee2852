import { startReferenceServer } from '../../../reference-server/index.ts';
import { readCsv } from '../../docs/csv.ts';
import type { Stack } from '../../stacks/stack.ts';
import { prepareStranger } from '../../strangers/prepare.ts';
import { strangers } from '../../strangers/table.ts';

export const key = 'local-petstore-key';

/** Plain, correct servers. What a tool reports about one of them, it has not found on another. */
export const baselines: readonly string[] = ['reference', 'baseline.mjs', 'baseline.py'];

/**
 * What a tool reported about a broken server is not its defect: what the server does there is legal, but the description that
 * the tool reads is stricter. The failures were read one by one, for every tool.
 */
export const unrelated: Readonly<Record<string, readonly string[]>> = {
  // It accepts an empty name.
  'b95-two-remaining.py': ['schemathesis', 'newman'],
  // It lists categories without a description.
  'b56-page-of-ten.mjs': ['dredd'],
  'b67-id-from-count.mjs': ['dredd'],
};

/**
 * The names of all servers, baselines first. A rule chose them before any tool was run; docs/comparison.md has it. The list of
 * runs keeps them, because with today's files the rule would choose others.
 */
export const servers: readonly string[] = [
  ...new Set(readCsv('docs/data/comparison.csv').map(({ server = '' }) => server)),
];

/** Starts a server with a limit of 60 requests per 10 seconds, unless its first line has other values. */
export async function startServer(name: string): Promise<Stack> {
  if (name === 'reference') return startReferenceServer({ keys: [{ key, plan: 'free' }], minuteMs: 10_000 });
  const found = strangers.find(({ file }) => file === name);
  if (found === undefined) throw new Error(`No stranger wrote ${name}.`);
  const ready = await prepareStranger({ ...found, env: { WINDOW_MS: '10000', LIMIT: '60', ...found.env } });
  if (ready.kind === 'skipped') throw new Error(ready.why);
  return ready.start({ key, limit: 60, windowSeconds: 10 });
}
