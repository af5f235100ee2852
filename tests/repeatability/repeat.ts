import { createRandom } from '../../src/engine/session.ts';
import type { Report } from '../../src/report/model/report.ts';

/** The verdicts of requirements that could have passed but did not. The first three are reported. */
const notPassed = ['fail', 'warn', 'flaky', 'not tested'];

/** What a run against a server must report each time, and how to run it. */
export interface Subject {
  readonly title: string;
  /** The requirements that fail or warn, in the order of the specification. */
  readonly reports: readonly string[];
  /** Requirements whose result depends on the bodies that the seed selects. They are not compared. */
  readonly bySeed?: readonly string[];
  /** Runs the kit once; `beginning` says when a run in virtual time begins. */
  readonly runOnce: (beginning: Beginning) => Promise<{ readonly report: Report; readonly requests: number }>;
}

/** The seed of a run, and the time by the shared clock at which the run starts. */
export interface Beginning {
  readonly seed: number;
  /** The time when the run starts, in milliseconds since 1970. */
  readonly start: number;
}

/** The results of many runs against one server. */
export interface Repeated {
  readonly runs: number;
  /** Each verdict, with the seed of the first run that gave it. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** Each set of requirements that failed or warned, as one line. */
  readonly reported: ReadonlySet<string>;
  /** The fewest and the most requests of a run, as counted by the server. */
  readonly requests: readonly [least: number, most: number];
  /** The total waiting time of the run that waited longest, in seconds. */
  readonly waitedSeconds: number;
}

/**
 * Runs the kit `runs` times against a subject, each time with a different seed and at a different moment of an hour.
 * Both follow from `seed`.
 */
export async function repeat(
  { runOnce, bySeed = [] }: Subject,
  runs: number,
  seed: number,
): Promise<Repeated> {
  const random = createRandom(seed);
  const verdicts = new Map<string, number>();
  const reported = new Set<string>();
  const sent: number[] = [];
  let waitedSeconds = 0;
  for (let run = 0; run < runs; run++) {
    const runSeed = Math.floor(random() * 2 ** 31);
    const start = Date.UTC(2026, 0, 5, 10, 7) + Math.floor(random() * 3_600_000);
    const { report, requests } = await runOnce({ seed: runSeed, start });
    const requirements = report.requirements.filter(({ id }) => !bySeed.includes(id));
    const verdict = verdictOf({ ...report, requirements });
    if (!verdicts.has(verdict)) verdicts.set(verdict, runSeed);
    const found = requirements.filter((row) => notPassed.slice(0, 3).includes(row.verdict));
    reported.add(found.map(({ id }) => id).join(' '));
    sent.push(requests);
    waitedSeconds = Math.max(
      waitedSeconds,
      report.waits.reduce((sum, wait) => sum + wait.seconds, 0),
    );
  }
  return { runs, verdicts, reported, requests: [Math.min(...sent), Math.max(...sent)], waitedSeconds };
}

/** Returns what is wrong with the results, one sentence each: several verdicts, or an unexpected one. */
export function troubles({ reports, bySeed = [] }: Subject, { verdicts, reported }: Repeated): string[] {
  const each = [...verdicts].map(([verdict, seed]) => `seed ${seed}: ${verdict}`);
  const expected = reports
    .filter((id) => !bySeed.includes(id))
    .sort()
    .join(' ');
  const others = [...reported].filter((ids) => ids.split(' ').sort().join(' ') !== expected);
  return [
    ...(each.length === 1 ? [] : each),
    ...others.map((ids) => `reports ${ids || 'nothing'}, not ${expected || 'nothing'}`),
  ];
}

/**
 * Returns the verdict in one line: the outcome, and each requirement that could have passed but did not. Observations are
 * left out, because they depend on the moment.
 */
export function verdictOf({ verdict, requirements, kitFaults }: Report): string {
  const rows = requirements
    .filter((row) => notPassed.includes(row.verdict) && row.level !== 'observed')
    .map((row) => `${row.id} ${row.verdict}`);
  return [verdict.outcome, ...rows, ...kitFaults].join(', ');
}
