import { type Documents, markdownTable } from '../docs/written.ts';
import type { Behavior } from './behavior.ts';
import { behaviors, themes } from './behaviors.ts';
import { type ChildEnd, maxMemoryMb } from './in-child.ts';
import { boundOf, type CommandRun, violatedRequirements } from './trial.ts';

/** How a run against one target ended. */
export interface Ended {
  readonly status: number;
  readonly violated: readonly string[];
  /** The verdict, if no requirement is violated. */
  readonly verdict: string;
  readonly memoryMb: number;
  readonly boundSeconds: number;
  readonly requests: number;
}

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

/** Writes `reports/hostile-targets.md`; `results` maps the id of each target to its result. */
export function hostileDocuments(results: ReadonlyMap<string, Ended>, measured: string): Documents {
  const endOf = ({ id }: Behavior): Ended => {
    const end = results.get(id);
    if (end === undefined) throw new Error(`There is no result for ${id}.`);
    return end;
  };
  return { 'reports/hostile-targets.md': pageText(endOf, measured) };
}

function pageText(endOf: (behavior: Behavior) => Ended, measured: string): string {
  const counts = (some: readonly Behavior[]) => [
    some.length,
    ...[0, 1, 3].map((status) => some.filter((one) => endOf(one).status === status).length),
    `${Math.max(...some.map((one) => endOf(one).memoryMb))} MB`,
  ];
  return `# Hostile targets

${measured} Each run must also stay below ${maxMemoryMb} MB.

${markdownTable(
  ['What is broken', 'Targets', 'Exit status 0', 'Exit status 1', 'Exit status 3', 'Maximum memory'],
  [
    ...themes.map(({ title, behaviors: ofTheme }) => [title, ...counts(ofTheme)]),
    ['**all**', ...counts(behaviors)],
  ],
)}

${markdownTable(
  ['Target', 'Exit status', 'Violated requirements', 'Verdict', 'Memory (MB)', 'Time bound (s)', 'Requests'],
  behaviors.map((one) => {
    const { status, violated, verdict, memoryMb, boundSeconds, requests } = endOf(one);
    return [one.id, status, violated.join(' '), verdict, memoryMb, boundSeconds, requests];
  }),
)}
`;
}
