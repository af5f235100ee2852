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
  const [own, its] = [factsOf(run), factsOf(other)];
  const ofProfile = run.profile === other.profile ? [] : profileOptions;
  return [...own].flatMap(([fact, value]) => {
    const others = its.get(fact);
    const same = others === undefined || others === value || ofProfile.includes(fact);
    return same ? [] : [{ fact, own: value, its: others }];
  });
}

/** Profiles set these, so they are not named in addition if the profiles differ. */
const profileOptions = ['--no-exhaust', '--no-near-misses', '--max-requests', '--max-creates', '--payloads'];

function factsOf({ kit, requirementsVersion, profile, plan, only, asked }: RunSummary): Map<string, string> {
  const given = (is: boolean) => (is ? 'given' : 'not given');
  return new Map([
    ['kit', kit],
    ['requirements', requirementsVersion],
    ['profile', profile],
    ['plan', plan ?? 'none'],
    ['selection', only ?? 'all'],
    ['--description', given(asked.description)],
    ['--no-exhaust', given(!asked.exhaust)],
    ['--no-near-misses', given(!asked.nearMisses)],
    ['--max-requests', String(asked.maxRequests)],
    ['--max-creates', String(asked.maxCreates)],
    ['--payloads', String(asked.payloads)],
  ]);
}
