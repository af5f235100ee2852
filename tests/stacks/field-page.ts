import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv, readCsv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import type { Expectations, Seen } from './expectations.ts';
import { diary } from './fastify/diary.ts';
import { fixedFastify, nodeStacks } from './node-stacks.ts';
import { type OtherStack, otherStacks, versionsOf } from './other-stacks.ts';
import type { Tried } from './try-stack.ts';

/** The result of one run against a stack. */
export interface FieldRun {
  readonly versions: string;
  readonly exitStatus: number;
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly requests: number;
  readonly rateLimited: number;
  readonly whileLimited: number;
}

export function fieldRunOf(versions: readonly string[], { report, passed, fails, warns }: Tried): FieldRun {
  return {
    versions: versions.join(', '),
    exitStatus: report.verdict.exitStatus,
    fails,
    warns,
    requests: passed.requests,
    rateLimited: report.requests.rateLimited,
    whileLimited: passed.whileLimited,
  };
}

/** What was expected for one requirement of one stack, and what was found. */
export interface Comparison {
  readonly requirement: string;
  readonly beforehand: Seen;
  readonly seen: Seen;
  /** The cause, or why the result differs from what was expected. */
  readonly why: string;
}

/** Compares the expected with the actual findings, sorted by id. */
function compare(expected: Expectations, fails: readonly string[], warns: readonly string[]): Comparison[] {
  const ids = new Set([...Object.keys(expected.fails), ...Object.keys(expected.warns), ...fails, ...warns]);
  return [...ids].sort().map((requirement) => {
    const difference = expected.differences.find((one) => one.requirement === requirement);
    const reason = expected.fails[requirement] ?? expected.warns[requirement] ?? '';
    return {
      requirement,
      beforehand: stateOf(requirement, Object.keys(expected.fails), Object.keys(expected.warns)),
      seen: stateOf(requirement, fails, warns),
      why: difference?.why ?? reason,
    };
  });
}

/** Writes a table for the terminal: what was found in each stack. */
export function summary(runs: ReadonlyMap<string, FieldRun>): string {
  return markdownTable(
    ['Stack', 'Exit status', 'Failures', 'Warnings', 'Requests', '429s', 'While rate-limited'],
    [...runs].map(([title, run]) => [
      title,
      run.exitStatus,
      run.fails.join(' ') || 'none',
      run.warns.join(' ') || 'none',
      run.requests,
      run.rateLimited,
      run.whileLimited,
    ]),
  );
}

/** The stacks as they were first written, in the order of the page. */
const firstStacks: readonly Expectations[] = [...nodeStacks, ...otherStacks].map(({ expected }) => expected);

/** All stacks, including the fixed ones. */
export const allStacks: readonly Expectations[] = [
  ...firstStacks,
  fixedFastify.expected,
  ...otherStacks.flatMap((stack) =>
    versionsOf(stack)
      .slice(1)
      .map(({ expected }) => expected),
  ),
];

const runList = 'field-report-runs.csv';
const findingList = 'field-report-findings.csv';

/** Reads the runs back from their list. */
export function listedFieldRuns(): ReadonlyMap<string, FieldRun> {
  const ids = (cell = '') => cell.split(' ').filter((id) => id !== '');
  return new Map(
    readCsv(runList).map((row) => [
      row['stack'] ?? '',
      {
        versions: row['versions'] ?? '',
        exitStatus: Number(row['exit status']),
        fails: ids(row['failures']),
        warns: ids(row['warnings']),
        requests: Number(row['requests']),
        rateLimited: Number(row['429s']),
        whileLimited: Number(row['requests while rate-limited']),
      },
    ]),
  );
}

/** Writes docs/field-report.md and its lists; `runs` has every stack by title. */
export function fieldDocuments(runs: ReadonlyMap<string, FieldRun>, measured: string): Documents {
  const runOf = ({ title }: Expectations): FieldRun => {
    const run = runs.get(title);
    if (run === undefined) throw new Error(`The list has no run of ${title}. Run \`npm run stacks\`.`);
    return run;
  };
  const comparisons = (expected: Expectations) =>
    compare(expected, runOf(expected).fails, runOf(expected).warns);
  return {
    [`data/${runList}`]: csv(
      [
        'stack',
        'versions',
        'exit status',
        'failures',
        'warnings',
        'requests',
        '429s',
        'requests while rate-limited',
      ],
      allStacks.map((expected) => {
        const run = runOf(expected);
        return [
          expected.title,
          run.versions,
          run.exitStatus,
          run.fails.join(' '),
          run.warns.join(' '),
          run.requests,
          run.rateLimited,
          run.whileLimited,
        ];
      }),
    ),
    [`data/${findingList}`]: csv(
      ['stack', 'requirement', 'expected', 'found', 'cause'],
      firstStacks.flatMap((expected) =>
        comparisons(expected).map(({ requirement, beforehand, seen, why }) => [
          expected.title,
          requirement,
          beforehand,
          seen,
          why,
        ]),
      ),
    ),
    'field-report.md': pageText(runOf, comparisons, measured),
  };
}

function pageText(
  runOf: (expected: Expectations) => FieldRun,
  comparisons: (expected: Expectations) => Comparison[],
  measured: string,
): string {
  const all = firstStacks.flatMap(comparisons);
  const asExpected = all.filter(({ beforehand, seen }) => beforehand === seen);
  const fastify = runOf(fixedFastify.expected);
  return `<!-- Written by \`npm run stacks\`. The tests in \`tests/stacks/\` check its tables. -->

# Results on real stacks

The kit was run against ${firstStacks.length} stacks. Two are gateways in front of the reference server. The others are implementations of the
pet store, each with a different framework and rate limiter. Each follows the specification and its framework's documentation, and
keeps the default settings.

No failure is a bug in a framework. The specification requires certain behavior, and the defaults of frameworks differ.

${measured}

${markdownTable(
  ['Stack', 'Failures', 'Warnings', 'Requests', '429s', 'While rate-limited'],
  firstStacks.map((expected) => {
    const run = runOf(expected);
    return [
      expected.title,
      run.fails.length,
      run.warns.length,
      run.requests,
      run.rateLimited,
      run.whileLimited,
    ];
  }),
)}

Most runs send one request at a time. The runs against Jetty and nginx send six, because one at a time shows less. A relay
between the kit and the stack forwards every byte unchanged and counts requests. "While rate-limited" counts those sent after
a 429, before its wait was over.

- [All runs](data/${runList}): versions, exit status, failures, warnings and requests, before and after each fix.
- [All findings](data/${findingList}): what was expected of each stack, what was found, and its cause in the documentation or the defaults.

\`npm run stacks\` builds and tests all of them. It skips stacks that cannot be built and says why.

## Failures and warnings by requirement

${markdownTable(['Requirement', 'Fails in', 'Warns in'], byRequirement(runOf))}

Requirements without a failure or a warning are omitted. The report of a run says why a requirement was not tested.

## Expected and found

The expected failures of most stacks, and their causes, were written down before the first run. For Django and the stacks
after it, this was done after the first runs, from their sources and documentation. ${asExpected.length} of ${all.length} findings were as
expected.${differencesIn(comparisons)}

${firstStacks.flatMap(({ title, note }) => (note === undefined ? [] : [`**${title}**: ${note}`])).join('\n\n')}

## Fixed with the report

Each of these stacks was changed until the kit reported nothing that could be fixed. The patch contains all changes.

${fixedTable(runOf)}

## Fixed with the report, step by step

The first version on Fastify was fixed by following the report of one run. The last column shows what the report did not
explain. Both versions are in the repository: [first.ts](../tests/stacks/fastify/first.ts) and
[fixed.ts](../tests/stacks/fastify/fixed.ts). The fixed one exits with ${fastify.exitStatus}, with ${fastify.fails.length} failures and ${fastify.warns.length} warnings.

${markdownTable(
  ['Finding', 'What the report said', 'What was changed', 'What the report did not explain'],
  diary.map(({ requirement, said, changed, missing }) => [code(requirement), said, changed, missing ?? '']),
)}
`;
}

function stateOf(requirement: string, fails: readonly string[], warns: readonly string[]): Seen {
  if (fails.includes(requirement)) return 'fails';
  return warns.includes(requirement) ? 'warns' : 'nothing';
}

function byRequirement(runOf: (expected: Expectations) => FieldRun): string[][] {
  const ids = new Set(
    firstStacks.flatMap((expected) => [...runOf(expected).fails, ...runOf(expected).warns]),
  );
  const names = (id: string, verdict: 'fails' | 'warns') =>
    firstStacks
      .filter((expected) => runOf(expected)[verdict].includes(id))
      .map(({ title }) => title.split(' ')[0])
      .join(', ');
  return [...ids].sort().map((id) => [code(id), names(id, 'fails'), names(id, 'warns')]);
}

function differencesIn(comparisons: (expected: Expectations) => Comparison[]): string {
  const sentences = firstStacks.flatMap((expected) =>
    comparisons(expected)
      .filter(({ beforehand, seen }) => beforehand !== seen)
      .map(
        ({ requirement, beforehand, seen, why }) =>
          `- ${expected.title}, ${code(requirement)}: expected "${beforehand}", found "${seen}": ${why}.`,
      ),
  );
  const others = sentences.length === 1 ? 'The exception' : 'The exceptions';
  return sentences.length === 0 ? '' : ` ${others}:\n\n${sentences.join('\n')}`;
}

function fixedTable(runOf: (expected: Expectations) => FieldRun): string {
  return markdownTable(
    ['Stack', 'Patch', 'Before', 'After', 'What remains'],
    otherStacks.flatMap(({ name, expected, fixed }) =>
      fixed === undefined
        ? []
        : [
            [
              expected.title,
              `[${patchSize(name)}](../tests/stacks/${name}/fix.patch)`,
              found(runOf(expected)),
              found(runOf(fixed)),
              Object.entries(fixed.warns)
                .map(([id, why]) => `${code(id)}: ${why}`)
                .join('; '),
            ],
          ],
    ),
  );
}

/** Counts the lines that a patch adds and removes. */
function patchSize(name: OtherStack['name']): string {
  const lines = readFileSync(join(import.meta.dirname, name, 'fix.patch'), 'utf8').split('\n');
  const starting = (sign: string): number =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return `+${starting('+')} −${starting('-')}`;
}

function found({ fails, warns, exitStatus }: FieldRun): string {
  return `exit ${exitStatus}, ${fails.length} fail, ${warns.length} warn`;
}
