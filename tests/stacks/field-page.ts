import { type Documents, markdownTable } from '../docs/written.ts';
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

/** Writes a table of what was found in each stack. */
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

/** Writes `reports/stacks.md`: the result of each stack that could be built. */
export function fieldDocuments(runs: ReadonlyMap<string, FieldRun>, measured: string): Documents {
  return { 'reports/stacks.md': `# Results on real stacks\n\n${measured}\n\n${summary(runs)}\n` };
}
