import type { AddedChecks } from '../checks/custom-checks.ts';
import type { Settings } from '../config/settings.ts';
import type { Plan } from '../report/model/report.ts';
import { planAhead } from './ahead.ts';
import { catalogueOf } from './catalogue.ts';
import { select } from './select.ts';

/** What a run would send, if it were asked to. */
export interface DryRun {
  readonly plan: Plan;
  /** In the order of worth: the row that each is sent for, and what it is. */
  readonly requests: readonly { readonly requirement: string; readonly title: string }[];
}

/** Makes the plan of a run and sends nothing. Of the limit no more is known than `--plan` says. */
export async function dryRun(settings: Settings, added: readonly AddedChecks[] = []): Promise<DryRun> {
  const selection = select(catalogueOf(added), settings);
  const { plan, members } = await planAhead(selection, settings, { timed: true });
  return { plan, requests: members.map(({ requirement, title }) => ({ requirement, title })) };
}
