import { createRandom } from '../../src/engine/session.ts';
import type { Fixtures } from './fixtures.ts';

/** One command that is interrupted at a random moment. */
export interface Interruption {
  readonly name: string;
  readonly args: (fixtures: Fixtures) => readonly string[];
  /** When the signal is sent, in ms after the start or after `milestone`. */
  readonly afterMs: number;
  /**
   * What stderr must show before the signal is sent. About half of the commands have a milestone, so they are not
   * interrupted while they load.
   */
  readonly milestone?: RegExp;
  readonly signal: NodeJS.Signals;
  /** Whether a second signal follows. */
  readonly twice: boolean;
}

interface Kind {
  readonly name: string;
  readonly args: Interruption['args'];
  /** The approximate duration of the command in ms, or how long it is observed if it does not end. */
  readonly spanMs: number;
  /** What the command writes to stderr when it starts its work. */
  readonly milestone?: RegExp;
}

const formats = ['--reporter', 'json,html,junit,markdown,har'];

const kinds: readonly Kind[] = [
  {
    name: 'run',
    args: ({ service }) => ['run', '--base-url', service, ...formats],
    milestone: /^Plan: /m,
    spanMs: 2_000,
  },
  {
    name: 'run, writing reports',
    args: ({ service }) => ['run', '--base-url', service, '--only', 'errors.*', '--no-exhaust', ...formats],
    milestone: /^Plan: /m,
    spanMs: 900,
  },
  {
    name: 'run --wait-for',
    args: ({ silent }) => ['run', '--base-url', silent, '--wait-for', '60', '--timeout', '30', ...formats],
    spanMs: 1_500,
  },
  {
    name: 'run --description FILE',
    args: ({ service, description }) => [
      ...['run', '--base-url', service, '--description', description],
      ...['--profile', 'thorough', '--only', 'versioning.*', ...formats],
    ],
    milestone: /^Plan: /m,
    spanMs: 1_500,
  },
  {
    name: 'run --description URL',
    // The kit reads a description only from the target's own origin.
    args: ({ slow }) => ['run', '--base-url', `${slow}/v1`, '--description', `${slow}/openapi.json`],
    spanMs: 1_500,
  },
  {
    name: 'replay',
    args: ({ report }) => ['replay', report, '--finding', '1'],
    milestone: /^Replaying against /m,
    spanMs: 1_000,
  },
  {
    name: 'report',
    args: ({ largeReport }) => [
      'report',
      largeReport,
      '--reports',
      'reports',
      '--reporter',
      'json,html,junit,markdown',
    ],
    spanMs: 1_200,
  },
];

const random = createRandom(1);
const signals = ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A hundred interruptions, which are the same in each run of the tests. */
export const interruptions: readonly Interruption[] = Array.from({ length: 100 }, (_, index) => {
  const kind = kinds[index % kinds.length] ?? kinds[0];
  if (kind === undefined) throw new Error('no kinds are defined');
  const { name, args, spanMs } = kind;
  // Each kind occurs at every seventh index. Its signal is timed alternately from the start and from the milestone.
  const milestone = Math.floor(index / kinds.length) % 2 === 0 ? kind.milestone : undefined;
  const afterMs = Math.floor(random() * (milestone === undefined ? spanMs : spanMs / 2));
  const signal = signals[Math.floor(random() * signals.length)] ?? 'SIGINT';
  const twice = random() < 0.2;
  const from = milestone === undefined ? 'the start' : 'its first line';
  return {
    name: `${index + 1}: ${name}, ${twice ? '2 × ' : ''}${signal} ${afterMs} ms after ${from}`,
    args,
    afterMs,
    signal,
    twice,
    ...(milestone === undefined ? {} : { milestone }),
  };
});
