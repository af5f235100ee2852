import { counted, duration } from '../text/layout.ts';
import { printable, printableWhole, type Shown, shown } from '../text/shown.ts';
import type { RequestPlan } from './model/report.ts';

/** Renders the plan: about how many requests, and what the run leaves on the target. */
export function planLine(plan: RequestPlan): Shown {
  const creates =
    plan.creates === 0 ? [] : [`Creates about ${counted(plan.creates, 'category', 'categories')}.`];
  const words = printableWhole([`${courseWords(plan)}.`, ...creates].join(' '));
  return shown`Plan: ${words}${proofWords(plan)}${warning(plan)}`;
}

/** Renders the bounds that a run never exceeds, whatever the server does. */
export function boundsLine({ atMost, createsAtMost, waitsAtMost }: RequestPlan): Shown {
  const bounds = [
    counted(atMost, 'request'),
    ...(createsAtMost === undefined ? [] : [counted(createsAtMost, 'category', 'categories')]),
    ...(waitsAtMost === undefined ? [] : [`${duration(waitsAtMost)} of waits`]),
  ];
  return shown`At most, whatever the server does: ${printableWhole(bounds.join(', '))}.`;
}

/** Renders what the first response changes in a plan that was shown; undefined if nothing. */
export function planChanges(shownPlan: RequestPlan, plan: RequestPlan): Shown | undefined {
  const proof = proofWords(shownPlan) === proofWords(plan) ? shown`` : proofWords(plan);
  const isSame = requestsOf(shownPlan) === requestsOf(plan) && shownPlan.waits === plan.waits;
  if (isSame) return proof.length === 0 ? undefined : shown`${printableWhole(proof.trim())}`;
  return shown`After the first response: ${printableWhole(courseWords(plan))}.${proof}`;
}

/** Returns "about 98 requests, including a wait for the limit to reset". */
function courseWords(plan: RequestPlan): string {
  const { proof, proofSkipped, waits = 0 } = plan;
  const isOpen = proof === undefined && proofSkipped === undefined;
  const higher = isOpen ? ' (more if the limit is higher)' : '';
  const wait = waits === 0 ? '' : `, with ${counted(waits, 'wait')} for the limit to reset`;
  return `about ${counted(requestsOf(plan), 'request')}${higher}${wait}`;
}

/** Returns how many requests a run normally sends. */
export function requestsOf({ totalWithKey, withKey, withoutKey, proofSkipped }: RequestPlan): number {
  // Without the proof, the total has a reserve that a conforming server does not need.
  return (proofSkipped === undefined ? (totalWithKey ?? withKey) : withKey) + withoutKey;
}

function proofWords({ proofSkipped }: RequestPlan): Shown {
  return proofSkipped === undefined
    ? shown``
    : shown`\nDoes not test whether the limit is enforced: ${printable(proofSkipped)}.`;
}

function warning({ mayBreak }: RequestPlan): Shown {
  if (mayBreak === undefined) return shown``;
  return shown`\nWarning: the last ${counted(mayBreak, 'body', 'bodies')} may break a faulty server permanently: it may store them, and the API cannot delete them. If you must not break this server, stop now and use --profile standard.`;
}
