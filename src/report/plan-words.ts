import type { Plan } from '../model/report.ts';
import { printable } from './escape.ts';
import { counted, duration } from './layout.ts';

/** The plan in words: what is going to be sent, and about how long that takes. */
export function planLine(plan: Plan): string {
  const withKey = plan.totalWithKey ?? plan.withKey;
  const proof =
    plan.proof === undefined
      ? plan.proofLeftOut === undefined
        ? ' and Limit + 2 in all where the limit is higher'
        : ''
      : ` (the limit is proven with ${plan.proof})`;
  const parts = [
    counted(plan.checks, 'check'),
    `${counted(withKey, 'request')} with the key${proof}`,
    `${plan.withoutKey} without`,
    `${plan.creates} creates at most`,
    `${plan.refusedBodies} bodies to refuse`,
    ...(plan.seconds === undefined ? [] : [`about ${duration(plan.seconds)}`]),
  ];
  const left =
    plan.proofLeftOut === undefined ? '' : `\nThe limit is not proven: ${printable(plan.proofLeftOut)}`;
  return `${parts.join(', ')}.${left}`;
}
