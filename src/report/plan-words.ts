import type { Plan } from '../model/report.ts';
import { printable } from './escape.ts';
import { counted, duration, number } from './layout.ts';

/** The plan in words: what is going to be sent, and about how long that takes. */
export function planLine(plan: Plan): string {
  const parts = [
    counted(plan.checks, 'check'),
    `${counted(plan.totalWithKey ?? plan.withKey, 'request')} with the key${proof(plan)}`,
    `${number(plan.withoutKey)} without`,
    `${counted(plan.creates, 'create')} at most`,
    `${counted(plan.refusedBodies, 'body', 'bodies')} to refuse`,
    ...(plan.seconds === undefined ? [] : [`about ${duration(plan.seconds)}`]),
  ];
  const left =
    plan.proofLeftOut === undefined ? '' : `\nThe limit is not proven: ${printable(plan.proofLeftOut)}`;
  return `${parts.join(', ')}.${left}`;
}

/** What a later plan adds to the one that was told: all of it, the time alone, or nothing. */
export function changedPlan(told: Plan, plan: Plan): string | undefined {
  const { seconds: toldSeconds, ...toldRest } = told;
  const { seconds, ...rest } = plan;
  if (planLine(toldRest) !== planLine(rest)) return `Plan after the first answer: ${planLine(plan)}`;
  if (seconds === undefined || seconds === toldSeconds) return undefined;
  return `About ${duration(seconds)}.`;
}

function proof({ proof: requests, proofLeftOut }: Plan): string {
  if (requests !== undefined) return ` (the limit is proven with ${number(requests)})`;
  return proofLeftOut === undefined ? ' and Limit + 2 in all where the limit is higher' : '';
}
