import type { Expectations, Seen } from './expectations.ts';
import type { Fixing } from './fastify/diary.ts';
import type { Tried } from './try-stack.ts';

/** A stack, what was expected of it, and what was seen. */
export interface FieldResult {
  readonly expected: Expectations;
  readonly versions: readonly string[];
  readonly tried: Tried;
}

/** A stack that was fixed by a patch: as it was first written, and fixed. */
export interface FixedResult {
  /** The folder of its sources. */
  readonly name: string;
  readonly first: FieldResult;
  readonly fixed: FieldResult;
  /** How many lines the patch adds and removes. */
  readonly added: number;
  readonly removed: number;
}

/** What was expected of one requirement of one stack, and what was seen. */
export interface Comparison {
  readonly requirement: string;
  readonly beforehand: Seen;
  readonly seen: Seen;
  /** What leads to it, or why it came out otherwise. */
  readonly why: string;
}

/** Compares what was expected with what was seen, whether or not it is the same. Ids in the order of the alphabet. */
export function compare(
  expected: Expectations,
  fails: readonly string[],
  warns: readonly string[],
): Comparison[] {
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

/** A table for the terminal: what was found in each stack that was tried. */
export function summary(results: readonly FieldResult[]): string {
  const rows = results.map(({ expected: { title }, tried: { fails, warns, report, passed } }) => [
    title,
    `${report.verdict.exitStatus}`,
    fails.join(' ') || 'none',
    warns.join(' ') || 'none',
    `${passed.requests}`,
    `${report.requests.rateLimited}`,
    `${passed.whileLimited}`,
  ]);
  return table(['Stack', 'Exit', 'Failures', 'Warnings', 'Requests', '429s', 'While limited'], rows);
}

/** docs/field-report.md, from what was seen. */
export function fieldPage(
  results: readonly FieldResult[],
  fastify: FieldResult,
  diary: readonly Fixing[],
  fixed: readonly FixedResult[],
): string {
  return `<!-- Written by \`npm run stacks\`. Its tables are held by the tests in \`tests/stacks/\`. -->

# How real stacks fare

The same pet store, ${results.length} times, each written as the documentation of its framework and of its limiter shows: an
honest first version, with the specification at hand and all settings as they come. Before the kit was run on any of
them, it was written down which requirements would fail, and what in the documentation or in the defaults leads to it.
For Django and those after it, that was written down after the first runs, from their sources and documentation.

Two of them are a gateway in front of the reference server. \`npm run stacks\` builds and tries all of them, skips with the reason
what cannot be built, and prints what it found.

No failure here is a fault of a framework. The specification asks for one way to do things, and frameworks have their own.

## Stack by requirement

${matrix(results)}

An empty cell means that the requirement was kept, or could not be exercised; rows that are empty in all of them are
left out. What is not exercised is said with its reason in the report of a run.

## What was sent

One request at a time, but six for Jetty and nginx, which show less with one. A relay that changes no byte stood between the kit and the stack and counted: "While limited" are
requests that came between a 429 and the end of the time it gave.

${sentTable([...results, fastify, ...fixed.map((result) => result.fixed)])}

## Expected and seen

${results.map(section).join('\n\n')}

## Fixed by the report alone

Each of these was changed until the report of the kit was clean; the patch is all that was changed.

${fixedTable(fixed)}

## Mended by the report alone

The first version on Fastify was mended by following the report of one run, and what the documentation of Fastify was
needed for besides stands in the last column. Both versions are kept:
[first.ts](../tests/stacks/fastify/first.ts) and [fixed.ts](../tests/stacks/fastify/fixed.ts). The mended one passes
with exit status ${fastify.tried.report.verdict.exitStatus}, ${fastify.tried.fails.length} failures and ${fastify.tried.warns.length} warnings.

${table(
  ['Finding', 'What the report said', 'What was changed', 'What the report left open'],
  diary.map(({ requirement, said, changed, missing }) => [
    `\`${requirement}\``,
    said,
    changed,
    missing ?? '',
  ]),
)}
`;
}

function stateOf(requirement: string, fails: readonly string[], warns: readonly string[]): Seen {
  if (fails.includes(requirement)) return 'fails';
  return warns.includes(requirement) ? 'warns' : 'nothing';
}

function matrix(results: readonly FieldResult[]): string {
  const seen = results.map(
    ({ tried }) =>
      (id: string) =>
        stateOf(id, tried.fails, tried.warns),
  );
  const ids = new Set(results.flatMap(({ tried }) => [...tried.fails, ...tried.warns]));
  const rows = [...ids]
    .sort()
    .map((id) => [`\`${id}\``, ...seen.map((of) => (of(id) === 'nothing' ? '' : of(id)))]);
  return table(['Requirement', ...results.map(({ expected }) => expected.title.split(' ')[0] ?? '')], rows);
}

function sentTable(results: readonly FieldResult[]): string {
  const rows = results.map(({ expected, versions, tried: { report, passed, fails, warns } }) => [
    expected.title,
    versions.join(', '),
    `${fails.length} fail, ${warns.length} warn`,
    `${passed.requests}`,
    `${report.requests.rateLimited}`,
    `${passed.whileLimited}`,
  ]);
  return table(['Stack', 'Versions', 'Found', 'Requests', 'Answered 429', 'While limited'], rows);
}

function fixedTable(fixed: readonly FixedResult[]): string {
  const rows = fixed.map(({ name, first, fixed: { expected, tried }, added, removed }) => [
    first.expected.title,
    `[+${added} −${removed}](../tests/stacks/${name}/fix.patch)`,
    found(first.tried),
    found(tried),
    Object.entries(expected.warns)
      .map(([id, why]) => `\`${id}\`: ${why}`)
      .join('; '),
  ]);
  return table(['Stack', 'Patch', 'Before', 'After', 'What stays'], rows);
}

function found({ fails, warns, report }: Tried): string {
  return `exit ${report.verdict.exitStatus}, ${fails.length} fail, ${warns.length} warn`;
}

function section({ expected, tried }: FieldResult): string {
  const rows = compare(expected, tried.fails, tried.warns).map(({ requirement, beforehand, seen, why }) => [
    `\`${requirement}\``,
    beforehand,
    beforehand === seen ? seen : `**${seen}**`,
    why,
  ]);
  const note = expected.note === undefined ? '' : `${expected.note}\n\n`;
  return `### ${expected.title}\n\n${note}${table(['Requirement', 'Expected', 'Seen', 'What leads to it'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
