import type { AddedChecks } from '../checks/custom-checks.ts';
import { catalogueOf } from './catalogue.ts';

/** What bears on a requirement: a check or a probe that sends for it, or a rule that judges it. */
export interface Description {
  readonly requirement: string;
  readonly kind: 'check' | 'rule';
  readonly title: string;
}

/** Everything in the suites and in what was added, in order, for `list`, `explain` and the tests on coverage. */
export function describeSuites(added: readonly AddedChecks[] = []): Description[] {
  return catalogueOf(added).members.map(({ requirement, kind, title }) => ({
    requirement,
    kind: kind === 'check' || kind === 'probe' ? 'check' : 'rule',
    title,
  }));
}
