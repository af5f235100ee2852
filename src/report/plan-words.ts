import { counted, duration, number } from '../text/layout.ts';
import { printable, printableWhole, type Shown, shown } from '../text/shown.ts';
import type { Plan } from './model/report.ts';

/** Renders the plan: what is going to be sent, and about how long that takes. */
export function planLine(plan: Plan): Shown {
  const [checks, ...requests] = requestWords(plan);
  const first = `${checks} (a requirement may take several)`;
  const about = sentence([first, ...requests, ...timeWords(plan)]);
  const words = printableWhole([about, ...bounds(plan)].join(' '));
  return shown`Plan: ${words}${proofWords(plan)}${warning(plan)}`;
}

/** Renders what a later plan changes of the one that was shown; undefined if nothing. */
export function planChanges(told: Plan, plan: Plan): Shown | undefined {
  const changed = added(requestWords(told), requestWords(plan));
  const time = added(timeWords(told), timeWords(plan));
  const proof = proofWords(told) === proofWords(plan) ? shown`` : proofWords(plan);
  if (changed.length > 0) {
    const words = [sentence([...changed, ...time]), ...added(bounds(told), bounds(plan))].join(' ');
    return shown`After the first answer: ${printableWhole(words)}${proof}`;
  }
  if (time.length === 0) return proof.length === 0 ? undefined : shown`${printableWhole(proof.trim())}`;
  return shown`${printableWhole(sentence(time).replace('about', 'About'))}${proof}`;
}

function requestWords(plan: Plan): string[] {
  return [
    counted(plan.checks, 'check'),
    `${counted(plan.totalWithKey ?? plan.withKey, 'request')} with the key${inBrackets(plan)}`,
    `${number(plan.withoutKey)} without`,
    ...(plan.invalidBodies === 0 ? [] : [`${counted(plan.invalidBodies, 'body', 'bodies')} to refuse`]),
  ];
}

function inBrackets({ proof, proofSkipped }: Plan): string {
  if (proof !== undefined) return ` (the limit is proven with ${number(proof)})`;
  return proofSkipped === undefined ? ' and Limit + 2 in all where the limit is higher' : '';
}

/** Returns what a run normally takes, and what it never exceeds whatever the server does. */
function bounds(plan: Plan): string[] {
  const { creates, createsAtMost, waitsAtMost } = plan;
  const requests = (plan.totalWithKey ?? plan.withKey) + plan.withoutKey;
  return [
    `Normally ${counted(requests, 'request')}, never more than ${number(plan.atMost)}.`,
    ...(createsAtMost === undefined
      ? []
      : [`Normally ${counted(creates, 'create')}, never more than ${number(createsAtMost)}.`]),
    ...(waitsAtMost === undefined
      ? []
      : [`Normally ${waitWords(plan)}, never more than ${duration(waitsAtMost)} of waits.`]),
  ];
}

function waitWords({ waits = 0, waitSeconds }: Plan): string {
  if (waits === 0) return 'no wait';
  const length = waitSeconds === undefined ? '' : ` of ${duration(waitSeconds)} in all`;
  return `${counted(waits, 'wait')}${length}`;
}

function timeWords({ seconds }: Plan): string[] {
  return seconds === undefined ? [] : [`about ${duration(seconds)}`];
}

function proofWords({ proofSkipped }: Plan): Shown {
  return proofSkipped === undefined ? shown`` : shown`\nThe limit is not proven: ${printable(proofSkipped)}`;
}

function warning({ mayBreak }: Plan): Shown {
  if (mayBreak === undefined) return shown``;
  return shown`\nWarning: last come ${counted(mayBreak, 'body', 'bodies')} that a faulty service may store and choke on for ever, for nothing can be deleted. Is that no service of yours to break? Then stop here, and use --profile standard.`;
}

function added(told: readonly string[], now: readonly string[]): string[] {
  return now.filter((words) => !told.includes(words));
}

function sentence(parts: readonly string[]): string {
  return `${parts.join(', ')}.`;
}
