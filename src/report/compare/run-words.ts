import { differingOptions } from '../configuration.ts';
import type { RunSummary } from './run-summary.ts';

/** Returns "2026-11-20". */
export function dayOf(startedAt: string): string {
  return startedAt.slice(0, 10);
}

/** Returns "2026-11-20 (build 1.4.2)". */
export function dayAndLabels(
  { startedAt, labels }: Pick<RunSummary, 'startedAt' | 'labels'>,
  timeOf = dayOf,
): string {
  const words = labelWords(labels);
  return `${timeOf(startedAt)}${words === '' ? '' : ` (${words})`}`;
}

/** Returns "build 1.4.2, branch main". */
export function labelWords(labels: RunSummary['labels']): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** Returns the differing facts that decide what is tested. How far a run got is not one: a failure can use up its budget. */
export function differences(run: RunSummary, other: RunSummary) {
  const versions = (['kit', 'requirements'] as const).map((fact) => {
    const of = fact === 'kit' ? 'kit' : 'requirementsVersion';
    return { fact, own: run[of], its: other[of] };
  });
  const options = differingOptions(run.asked, other.asked);
  return [
    ...versions.filter(({ own, its }) => own !== its),
    ...options.map(({ flag, own, its }) => ({ fact: flag, own, its })),
  ];
}
