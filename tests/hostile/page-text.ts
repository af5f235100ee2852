import { csv, readCsv } from '../docs/csv.ts';
import { type Documents, markdownTable } from '../docs/written.ts';
import type { Behavior } from './behavior.ts';
import { behaviors, themes } from './behaviors.ts';
import { type ChildEnd, maxMemoryMb } from './in-child.ts';
import { boundOf, type CommandRun, violatedRequirements } from './trial.ts';

/** How a run against one target ended, as recorded in the list. */
export interface Ended {
  readonly status: number;
  readonly violated: readonly string[];
  /** The verdict, if no requirement is violated. */
  readonly verdict: string;
  readonly memoryMb: number;
  readonly boundSeconds: number;
  readonly requests: number;
}

const list = 'hostile-targets.csv';

export function endedOf({ report, status, peakMb }: CommandRun<ChildEnd>): Ended {
  const violated = violatedRequirements(report);
  return {
    status: status ?? -1,
    violated,
    verdict: violated.length > 0 ? '' : report.verdict.sentence,
    memoryMb: Math.ceil(peakMb / 10) * 10,
    boundSeconds: Math.ceil(boundOf(report)),
    requests: report.requests.total,
  };
}

/** Writes docs/hostile-targets.md and its list; `results` has every target by id. */
export function hostileDocuments(results: ReadonlyMap<string, Ended>, measured: string): Documents {
  const endOf = ({ id }: Behavior): Ended => {
    const end = results.get(id);
    if (end === undefined) throw new Error(`The list has no result for ${id}. Run \`npm run hostile\`.`);
    return end;
  };
  return {
    [`data/${list}`]: csv(
      columns,
      themes.flatMap(({ title, behaviors: ofTheme }) =>
        ofTheme.map((one) => listRow(title, one, endOf(one))),
      ),
    ),
    'hostile-targets.md': pageText(endOf, measured),
  };
}

const columns = [
  'theme',
  'id',
  'the target',
  'expected exit status',
  'reason',
  'exit status',
  'violated requirements',
  'verdict',
  'memory (MB)',
  'time bound (s)',
  'requests',
];

function listRow(theme: string, { id, does, status, because }: Behavior, end: Ended): (string | number)[] {
  return [
    theme,
    id,
    does,
    status,
    because,
    end.status,
    end.violated.join(' '),
    end.verdict,
    end.memoryMb,
    end.boundSeconds,
    end.requests,
  ];
}

/** Reads how each run ended back from the list. */
export function listedEnds(): ReadonlyMap<string, Ended> {
  return new Map(
    readCsv(list).map((row) => [
      row['id'] ?? '',
      {
        status: Number(row['exit status']),
        violated: (row['violated requirements'] ?? '').split(' ').filter((id) => id !== ''),
        verdict: row['verdict'] ?? '',
        memoryMb: Number(row['memory (MB)']),
        boundSeconds: Number(row['time bound (s)']),
        requests: Number(row['requests']),
      },
    ]),
  );
}

function pageText(endOf: (behavior: Behavior) => Ended, measured: string): string {
  const counts = (some: readonly Behavior[]) => [
    some.length,
    ...[0, 1, 3].map((status) => some.filter((one) => endOf(one).status === status).length),
    `${Math.max(...some.map((one) => endOf(one).memoryMb))} MB`,
  ];
  return `<!-- Written by \`npm run hostile\`. -->

# Hostile targets

A target can be broken at any level: it resets connections, sends invalid HTTP, or never ends a body. This page shows how a run
ends against ${behaviors.length} such targets. Each is a raw socket server in \`tests/hostile/\`. Most are otherwise correct and send some
bad responses.

${measured}

${markdownTable(
  ['What is broken', 'Targets', 'Exit status 0', 'Exit status 1', 'Exit status 3', 'Most memory'],
  [
    ...themes.map(({ title, behaviors: ofTheme }) => [title, ...counts(ofTheme)]),
    ['**all**', ...counts(behaviors)],
  ],
)}

[The list](data/${list}) has every target: what it does, the expected exit status and its reason, and how the run ended.

## What each run must do

The expected exit status of each target was written down before the first run: 1 if it violates a requirement, 3 if nothing
can be tested, 0 only if the specification allows its behavior. \`npm run hostile\` runs the real command in a process
of its own and fails unless:

- the exit status, the violated requirements and the verdict are the expected ones
- the kit reports no internal error and prints no stack trace
- memory stays below ${maxMemoryMb} MB (the list rounds up to multiples of 10 MB)
- the run ends in time: \`--timeout\` for each request, \`--max-wait\` for all waits together, and one minute for
  starting and writing reports on a busy machine

\`npm test\` and \`npm run test:all\` together also try all targets.
`;
}
