import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { startReferenceServer } from '../../reference-server/index.ts';
import type { WeakValidator } from '../payloads/weak-validators/index.ts';
import { execute } from './comparison/execute.ts';
import { key } from './comparison/servers.ts';
import { describeTo, tools } from './comparison/tools.ts';

/** A run of Schemathesis against one server. */
interface Tried {
  readonly requests: number;
  /** The operation and the title of each failure. */
  readonly failures: readonly string[];
}

/**
 * The version of Schemathesis, the maximum number of requests in a run against the reference server, and, for each
 * weakness, whether each run reported a failure.
 */
export interface Schemathesis {
  readonly version: string;
  readonly requests: number;
  readonly found: ReadonlyMap<string, readonly boolean[]>;
}

/** The seeds of the runs against each server. */
const seeds = [1, 2, 3];

/**
 * Runs Schemathesis against the weak validators, on loopback and without a limit that it could reach. A failure counts only
 * if no run against the reference server reports it. Returns undefined if Schemathesis is not installed in `tools`.
 */
export async function trySchemathesis(
  installed: string | undefined,
  rows: readonly WeakValidator[],
): Promise<Schemathesis | undefined> {
  const folder = resolve(installed ?? '');
  if (installed === undefined || !existsSync(`${folder}/venv/bin/st`)) return undefined;
  describeTo(folder);
  const usual = await Promise.all(seeds.map((seed) => tryOnce(folder, seed)));
  const known = new Set(usual.flatMap(({ failures }) => failures));
  const found = new Map<string, readonly boolean[]>();
  for (const row of rows) {
    const tried = await Promise.all(seeds.map((seed) => tryOnce(folder, seed, row)));
    const runs = tried.map(({ failures }) => failures.some((failure) => !known.has(failure)));
    process.stderr.write(`Schemathesis, ${row.id}: ${runs.join(', ')}\n`);
    found.set(row.id, runs);
  }
  const { output } = await execute({ program: `${folder}/venv/bin/st`, args: ['--version'] }, folder);
  const version = output.trim().split(' ').at(-1) ?? 'unknown';
  return { version, requests: Math.max(...usual.map(({ requests }) => requests)), found };
}

async function tryOnce(folder: string, seed: number, row?: WeakValidator): Promise<Tried> {
  const tool = tools['schemathesis'];
  if (tool === undefined) throw new Error('There is no tool named schemathesis.');
  const place = `${folder}/runs/weak-validators/${row?.id ?? 'reference'}-${seed}`;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const started = await startReferenceServer({
    keys: [{ key, plan: 'business' }],
    plans: { business: { minute: 100_000, day: 1_000_000 } },
    ...(row === undefined ? {} : { change: row.change }),
  });
  try {
    const { output } = await execute(tool.command({ folder, place, url: started.url, seed }), place);
    return { requests: started.stats().requests, failures: tool.failures({ place, output }) };
  } finally {
    await started.close();
  }
}
