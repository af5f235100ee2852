import type { Trial } from '../../gallery/trial.ts';
import type { Change, ReferenceServerOptions } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { createRandom } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { Report } from '../../src/report/model/report.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runInMemory } from '../support/in-memory.ts';

/** A server against which a run takes long, and what makes it slow. */
export interface Subject {
  readonly title: string;
  /** Makes the changes for one run; `clock` is the one that kit and server share. */
  readonly changes: (clock: Clock) => readonly Change[];
  readonly options?: Partial<ReferenceServerOptions>;
}

/** Delays every response, in milliseconds of the shared clock. */
const taking = (ms: number) => {
  return (clock: Clock): Change =>
    (parts) => ({
      finish: async (response, visit) => {
        const finished = await parts.finish(response, visit);
        await clock.sleep(ms);
        return finished;
      },
    });
};

const variant = (id: string): Change => {
  const found = variants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no variant ${id}`);
  return found.change;
};

/** A legal variant of the gallery, optionally with slow responses. */
const slowVariant = (id: string, ms = 0): Subject => ({
  title: ms === 0 ? id : `${id}, ${ms} ms per response`,
  changes: (clock) => [variant(id), ...(ms === 0 ? [] : [taking(ms)(clock)])],
});

/** The reference server and the slowest others: slow responses, short windows, long waits. */
export const subjects: readonly Subject[] = [
  { title: 'the reference server', changes: () => [] },
  { title: 'two seconds per response', changes: (clock) => [taking(2_000)(clock)] },
  {
    title: 'windows of two seconds, 20 ms per response',
    changes: (clock) => [taking(20)(clock)],
    options: { minuteMs: 2_000 },
  },
  slowVariant('token-bucket', 300),
  slowVariant('sliding-counter', 500),
  slowVariant('list-after-two-seconds', 300),
  slowVariant('limit-of-five'),
  slowVariant('limits-per-route'),
  slowVariant('burst-limit'),
  slowVariant('blocked-for-90-seconds'),
  slowVariant('failed-keys-limited'),
  slowVariant('key-shared-in-bursts', 200),
];

/** The results of many runs against one server. */
export interface Repeated {
  readonly runs: number;
  /** Each verdict, with the seed of the first run that gave it. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** The fewest and the most requests of a run, as counted by the server. */
  readonly requests: readonly [least: number, most: number];
  /** The total waits of the run that waited longest, in seconds. */
  readonly waitedSeconds: number;
}

/** When a run starts, by the shared clock, and its seed. */
interface Beginning {
  readonly seed: number;
  /** In milliseconds since 1970. */
  readonly start: number;
}

/** Runs the kit once against a subject. Only waits move their clock, so a run takes no minute. */
async function runOnce({ options, changes }: Subject, { seed, start }: Beginning): Promise<Trial> {
  const clock = createVirtualClock({ start });
  return runInMemory({ ...options, change: changes(clock) }, { seed }, { clock });
}

/** Returns the verdict of one run in one line. */
export async function verdictAt(subject: Subject, beginning: Beginning): Promise<string> {
  return verdictOf((await runOnce(subject, beginning)).report);
}

/**
 * Runs the kit `runs` times against a subject, each time with a different seed and at a different moment of an hour.
 * Both follow from `seed`.
 */
export async function repeat(subject: Subject, runs: number, seed: number): Promise<Repeated> {
  const random = createRandom(seed);
  const verdicts = new Map<string, number>();
  const requests: number[] = [];
  let waitedSeconds = 0;
  for (let run = 0; run < runs; run++) {
    const runSeed = Math.floor(random() * 2 ** 31);
    const start = Date.UTC(2026, 0, 5, 10, 7) + Math.floor(random() * 3_600_000);
    const { report, counted } = await runOnce(subject, { seed: runSeed, start });
    const verdict = verdictOf(report);
    if (!verdicts.has(verdict)) verdicts.set(verdict, runSeed);
    requests.push(counted.requests);
    waitedSeconds = Math.max(
      waitedSeconds,
      report.waits.reduce((sum, wait) => sum + wait.seconds, 0),
    );
  }
  return { runs, verdicts, requests: [Math.min(...requests), Math.max(...requests)], waitedSeconds };
}

/** Returns the verdict in one line: the outcome, and each requirement that could have passed and did not. */
function verdictOf({ verdict, requirements, kitFaults }: Report): string {
  const rows = requirements
    .filter((row) => ['fail', 'warn', 'flaky', 'not tested'].includes(row.verdict))
    .map((row) => `${row.id} ${row.verdict}`);
  return [verdict.outcome, ...rows, ...kitFaults].join(', ');
}
