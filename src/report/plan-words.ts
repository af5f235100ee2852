import { counted, duration, enumerated } from '../text/layout.ts';
import { printable, printableWhole, type Shown, shown } from '../text/shown.ts';
import type { RequestPlan } from './model/report.ts';

/** Renders the plan: what a run normally sends and leaves on the target, and the maximum, whatever the server does. */
export function planLine(plan: RequestPlan): Shown {
  const isOpen = plan.proof === undefined && plan.proofSkipped === undefined;
  const words = printableWhole(courseWords(plan, isOpen ? ' (more if the limit is higher)' : ''));
  return shown`Plan: ${words}${proofWords(plan)}${warning(plan)}`;
}

/** Renders what a later response changes in a plan that was shown. Returns undefined if nothing changes. */
export function planChanges(shownPlan: RequestPlan, plan: RequestPlan): Shown | undefined {
  const proof = proofWords(shownPlan) === proofWords(plan) ? shown`` : proofWords(plan);
  if (courseWords(shownPlan) !== courseWords(plan))
    return shown`The plan changed: ${printableWhole(courseWords(plan))}${proof}`;
  return proof.length === 0 ? undefined : shown`${printableWhole(proof.trim())}`;
}

/** Returns "normally 98 requests and 9 categories; at most 485 requests, 40 categories and 150 s of waits." */
function courseWords(plan: RequestPlan, afterRequests = ''): string {
  const { creates, waits = 0, atMost, createsAtMost = 0, waitsAtMost = 0 } = plan;
  const normally = [
    `${counted(requestsOf(plan), 'request')}${afterRequests}`,
    ...(creates === 0 ? [] : [counted(creates, 'category', 'categories')]),
    ...(waits === 0 ? [] : [`${counted(waits, 'wait')} for the limit to reset`]),
  ];
  const most = [
    counted(atMost, 'request'),
    counted(createsAtMost, 'category', 'categories'),
    `${duration(waitsAtMost)} of waits`,
  ];
  return `normally ${enumerated(normally)}; at most ${enumerated(most)}.`;
}

/** Returns how many requests a run normally sends. */
export function requestsOf({ totalWithKey, withKey, withoutKey, proofSkipped }: RequestPlan): number {
  // Without the proof, the total has a reserve that a conforming server does not need.
  return (proofSkipped === undefined ? (totalWithKey ?? withKey) : withKey) + withoutKey;
}

function proofWords({ proofSkipped }: RequestPlan): Shown {
  return proofSkipped === undefined
    ? shown``
    : shown`\nThis run does not try to reach the limit: ${printable(proofSkipped)}.`;
}

function warning({ mayBreak }: RequestPlan): Shown {
  if (mayBreak === undefined) return shown``;
  return shown`\nWarning: the last ${counted(mayBreak, 'body', 'bodies')} may break a faulty server permanently: it may store them, and the API cannot delete them. If you must not break this server, stop now and use --profile standard.`;
}
