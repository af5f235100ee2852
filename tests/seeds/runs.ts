import { env } from 'node:process';
import { type Entry, entries } from '../../gallery/entry.ts';
import { idsWith, outcomeOf, runEntry } from '../../gallery/outcome.ts';
import { runTrial, type Trial } from '../../gallery/trial.ts';
import { usualSeed } from '../../src/config/options.ts';
import type { Settings } from '../../src/config/settings.ts';
import { showsInMemory } from '../gallery/in-memory.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { verdictOf } from '../repeatability/repeat.ts';
import { runInMemory } from '../support/in-memory.ts';

/** What a run varies: the seed, and for legal servers the profile. */
export type Varied = Pick<Settings, 'seed'> & Partial<Pick<Settings, 'profile'>>;

/** The result of one run. */
export interface Result {
  /** The verdict in one line, for comparison with other seeds. */
  readonly verdict: string;
  /** What is wrong about the run, one sentence each. */
  readonly troubles: readonly string[];
}

type DefectEntry = Extract<Entry, { kind: 'defect' }>;
type VariantEntry = Extract<Entry, { kind: 'variant' }>;

/** The servers of the gallery that are legal, and those with a defect, apart from defects of a description. */
export const legalEntries: readonly VariantEntry[] = entries.filter((entry) => entry.kind === 'variant');
export const defectEntries: readonly DefectEntry[] = entries.filter((entry) => entry.kind === 'defect');

/** The seeds of the runs against each legal server. `SEEDS=20 npm run seeds` uses fewer. */
export const seedsForLegal: readonly number[] = Array.from(
  { length: Number(env['SEEDS'] ?? 200) },
  (_, index) => index + 1,
);

/** The seeds of the runs against each server with a defect, after the default one. */
export const seedsForDefects = [1, 2, 3, 4, 5] as const;

/**
 * Runs the kit against a legal server in memory. No requirement may fail, and only the warnings that the server names may
 * appear. Whether they appear may depend on the seed.
 */
export async function runLegal(entry: VariantEntry, varied: Varied): Promise<Result> {
  const { report, counted, whileLimited } = await runOnce(entry, varied, runInMemory);
  const { kitFaults, verdict, findings } = report;
  const warned = idsWith(report, 'warn').filter((id) => !entry.server.warnings.includes(id));
  const wrong = [...idsWith(report, 'fail'), ...warned];
  const expected = completeOutcomes[varied.profile ?? 'standard'];
  return {
    verdict: verdictOf(report),
    troubles: [
      ...findings
        .filter(({ requirement }) => wrong.includes(requirement))
        .map(({ signature, received }) => `${signature}: ${received}`),
      ...kitFaults,
      ...(counted.faults === 0 ? [] : [`${counted.faults} internal errors of the changed server`]),
      ...(whileLimited === 0 ? [] : [`${whileLimited} requests while limited`]),
      ...(expected === undefined || verdict.outcome === expected ? [] : [verdict.sentence]),
    ],
  };
}

/** The outcome for a legal server. A thorough run may end early after too many stray 429s. */
const completeOutcomes: Readonly<Record<string, string | undefined>> = {
  standard: 'conforms',
  gentle: 'passed-selection',
};

/** The result of one run against a server with a defect. */
export interface DefectResult extends Result {
  /** The requirements that failed or warned. */
  readonly found: readonly string[];
}

/**
 * Runs the kit against a server with a defect, in memory where that shows it. Exactly its requirements must be reported.
 * With another seed than the default, those of `bySeed` may be reported, too.
 */
export async function runDefect(entry: DefectEntry, seed: number): Promise<DefectResult> {
  const trial = showsInMemory(entry.server) ? runInMemory : runTrial;
  const { report, counted, whileLimited } = await runOnce(entry, { seed }, trial);
  const found = idsWith(report, 'fail', 'warn');
  const { requirements, bySeed = [] } = entry.server;
  const more = seed === usualSeed ? [] : bySeed.filter((id) => found.includes(id));
  const due = [...requirements, ...more];
  const stated = { ...entry, server: { ...entry.server, requirements: due } };
  const { complaints } = outcomeOf(stated, { report, counted }, whileLimited);
  return {
    verdict: verdictOf(report),
    found,
    troubles: complaints.map(({ expected, saw }) => `expected ${expected}, saw ${saw}`),
  };
}

/** In memory, the clock is virtual: the same seed gives the same run everywhere. */
async function runOnce(entry: Entry, varied: Varied, trial: typeof runTrial) {
  let first: Trial | undefined;
  const { whileLimited } = await runEntry(entry, {
    trial: (server, settings, context) => {
      const own = trial === runInMemory ? { ...context, clock: createVirtualClock() } : context;
      return trial(server, { ...settings, ...varied }, own);
    },
    tried: (tried) => {
      first = tried;
    },
  });
  if (first === undefined) throw new Error('the run did not end');
  return { ...first, whileLimited };
}
