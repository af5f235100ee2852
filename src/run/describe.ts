import { suites } from '../../suites/index.ts';

/** What bears on a requirement: a check or a probe that sends for it, or a rule that judges it. */
export interface Description {
  readonly requirement: string;
  readonly kind: 'check' | 'rule';
  readonly title: string;
}

/** Everything in the suites, in order, for `list`, `explain` and the tests on coverage. */
export function describeSuites(): Description[] {
  return suites.flatMap(({ members }) =>
    members.map(({ requirement, kind, title }) => ({
      requirement,
      kind: kind === 'check' || kind === 'probe' ? ('check' as const) : ('rule' as const),
      title,
    })),
  );
}
