import { type Documents, markdownTable } from '../docs/written.ts';
import type { Expectations } from './expectations.ts';
import { fixedFastify, nodeStacks } from './node-stacks.ts';
import { otherStacks, versionsOf } from './other-stacks.ts';
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

/** Writes a table: what was found in each stack. */
export function summary(runs: ReadonlyMap<string, FieldRun>): string {
  return markdownTable(
    ['Stack', 'Versions', 'Exit status', 'Failures', 'Warnings', 'Requests', '429s', 'While rate-limited'],
    [...runs].map(([title, run]) => [
      title,
      run.versions,
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

/** Writes `reports/stacks.md`: the result of each stack that could be built. */
export function fieldDocuments(runs: ReadonlyMap<string, FieldRun>, measured: string): Documents {
  return { 'reports/stacks.md': `# Results on real stacks\n\n${measured}\n\n${summary(runs)}\n` };
}
