import type { Change } from '../../../reference-server/index.ts';
import { readNewCategory } from '../../../reference-server/new-category.ts';
import { usualSeed } from '../../../src/config/options.ts';
import type { Settings } from '../../../src/config/settings.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { dateSeed } from '../../support/date-seed.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith, testKey } from '../../support/run-against.ts';
import type { WeakValidator } from './index.ts';

/** How many consecutive nights are measured. */
const mostNights = 10;

/** The first nights. Three of the five periods include the end of a month, and one the end of a year. */
export const starts = ['2026-11-21', '2026-11-26', '2026-12-27', '2027-02-22', '2027-04-06'] as const;

/** A run: the plan of the key, the profile and the seed. */
interface Run {
  readonly plan: 'free' | 'pro';
  readonly profile: Settings['profile'];
  readonly seed: number;
}

/** A run against the reference server, and the bodies of its requests to create a category. */
export interface Recorded extends Run {
  readonly requests: number;
  readonly bodies: readonly Uint8Array[];
  /** The start of each mark in these bodies. */
  readonly runMark: string;
}

/** One value for each way to run the kit. Standard and gentle runs have one value for each period. */
interface Ways<Period, Single> {
  readonly standard: readonly Period[];
  readonly gentle: readonly Period[];
  readonly thorough: Single;
  /** A thorough run with the larger quota of the Pro plan sends several times as many bodies. */
  readonly thoroughOnPro: Single;
}

export type Runs = Ways<readonly Recorded[], Recorded>;

/**
 * How a weakness is found: after how many nights (undefined if ten are not enough), and whether by the thorough runs.
 */
export type Nights = Ways<number | undefined, boolean>;

/** Returns the seeds of consecutive nights, as `--seed date` sets them, such as 20261130 and 20261201. */
export function seedsFrom(start: string, count = mostNights): number[] {
  const day = 86_400_000;
  return Array.from({ length: count }, (_, night) => dateSeed(Date.parse(start) + night * day));
}

/** Makes all runs against the reference server. */
export async function recordRuns(): Promise<Runs> {
  const nightly = async (profile: Run['profile']) => {
    const known = new Map<number, Recorded>();
    for (const seed of new Set(starts.flatMap((start) => seedsFrom(start))))
      known.set(seed, await record({ plan: 'free', profile, seed }));
    return starts.map((start) => seedsFrom(start).flatMap((seed) => known.get(seed) ?? []));
  };
  return {
    standard: await nightly('standard'),
    gentle: await nightly('gentle'),
    thorough: await record({ plan: 'free', profile: 'thorough', seed: usualSeed }),
    thoroughOnPro: await record({ plan: 'pro', profile: 'thorough', seed: usualSeed }),
  };
}

/** Makes a run against the reference server. */
export async function record(run: Run): Promise<Recorded> {
  const bodies: Uint8Array[] = [];
  const report = await runAgainst(run, (parts) => ({
    readNewCategory: (body) => {
      bodies.push(body);
      return parts.readNewCategory(body);
    },
  }));
  return { ...run, bodies, requests: report.requests.total, runMark: report.runMark };
}

async function runAgainst({ plan, ...settings }: Run, change: Change): Promise<Report> {
  const { report } = await runInMemory({ keys: [{ key: testKey, plan }], change }, settings);
  return report;
}

/** Measures which runs find a weakness. */
export async function measure(weakness: WeakValidator, runs: Runs): Promise<Nights> {
  return {
    standard: await nightsUntilFound(weakness, runs.standard),
    gentle: await nightsUntilFound(weakness, runs.gentle),
    thorough: await isFoundBy(weakness, runs.thorough),
    thoroughOnPro: await isFoundBy(weakness, runs.thoroughOnPro),
  };
}

async function nightsUntilFound(
  weakness: WeakValidator,
  periods: Runs['standard'],
): Promise<Nights['standard']> {
  const until: (number | undefined)[] = [];
  for (const period of periods) {
    let found: number | undefined;
    for (const [night, recorded] of period.entries())
      if (found === undefined && (await isFoundBy(weakness, recorded))) found = night + 1;
    until.push(found);
  }
  return until;
}

/**
 * Repeats a recorded run against the weak validator, if it responds wrongly to one of the bodies. If not, both servers
 * respond in the same way, so the run cannot find the weakness. Throws if the run reports anything else.
 */
async function isFoundBy(weakness: WeakValidator, recorded: Recorded): Promise<boolean> {
  if (!recorded.bodies.some(weakness.isWrongFor)) return false;
  const { plan, profile, seed } = recorded;
  const report = await runAgainst({ plan, profile, seed }, weakness.change);
  const found = idsWith(report, 'fail', 'warn');
  const others = [...found.filter((id) => id !== weakness.requirement), ...report.kitFaults];
  if (others.length > 0) throw new Error(`${profile} run ${seed} of ${weakness.id}: ${others.join(', ')}`);
  return found.length > 0;
}

/** Counts the invalid bodies of some runs, and how many of them are distinct if their marks are ignored. */
export function countBodies(runs: readonly Recorded[]): {
  readonly bodies: number;
  readonly distinct: number;
} {
  const invalid = runs.flatMap(({ bodies, runMark }) =>
    bodies
      .filter((body) => readNewCategory(body).kind !== 'category')
      .map((body) =>
        Buffer.from(body)
          .toString('latin1')
          .replaceAll(new RegExp(`${runMark}[a-z]{4}`, 'gi'), '…'),
      ),
  );
  return { bodies: invalid.length, distinct: new Set(invalid).size };
}
