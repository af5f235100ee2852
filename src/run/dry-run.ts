import { feeds } from '../../suites/feeds.ts';
import { firstList, suites } from '../../suites/index.ts';
import type { Plan } from '../model/report.ts';
import type { Settings } from '../model/settings.ts';
import { planQuotas } from '../spec/plans.ts';
import { drawBodies } from './bodies.ts';
import { planRun } from './plan.ts';
import { select } from './select.ts';

/** What a run would send, if it were asked to. */
export interface DryRun {
  readonly plan: Plan;
  /** In the order of worth: the row that each is sent for, and what it is. */
  readonly requests: readonly { readonly requirement: string; readonly title: string }[];
}

/** Makes the plan of a run and sends nothing. Of the limit no more is known than `--plan` says. */
export async function dryRun(settings: Settings): Promise<DryRun> {
  const selection = select(suites, feeds, settings);
  const { plan } = settings;
  const limit = plan === undefined || plan === 'enterprise' ? undefined : planQuotas[plan].minute;
  const known = limit === undefined ? {} : { limit, remaining: limit - 1, secondsToReset: 60 };
  const leftOut = selection.exhaust === true ? {} : { leftOut: selection.exhaust };
  const withFirst = [firstList, ...selection.members.filter((member) => member !== firstList)];
  const others = planRun(withFirst, settings, leftOut).plan.withKey;
  const bodies = await drawBodies({ ...selection, members: withFirst }, settings, { others, ...known });
  const planned = planRun(bodies.members, settings, { ...known, ...leftOut });
  return {
    plan: planned.plan,
    requests: planned.members.map(({ requirement, title }) => ({ requirement, title })),
  };
}
