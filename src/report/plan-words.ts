import { counted, duration, number } from '../text/layout.ts';
import { printable, printableWhole, type Shown, shown } from '../text/shown.ts';
import type { Plan } from './model/report.ts';

/** Renders the plan: the number of requests of each kind, and the estimated time. */
export function planLine(plan: Plan): Shown {
  const about = sentence([...requestWords(plan), ...timeWords(plan)]);
  const words = printableWhole([about, ...normally(boundWords(plan))].join(' '));
  return shown`Plan: ${words}${payloadWords(plan)}${proofWords(plan)}${warning(plan)}`;
}

/** Renders how a later plan differs from the one that was shown; undefined if it does not. */
export function planChanges(shownPlan: Plan, plan: Plan): Shown | undefined {
  const changed = added(requestWords(shownPlan), requestWords(plan));
  const time = added(timeWords(shownPlan), timeWords(plan));
  const proof = proofWords(shownPlan) === proofWords(plan) ? shown`` : proofWords(plan);
  if (changed.length > 0) {
    const bounds = added(boundWords(shownPlan), boundWords(plan));
    const words = [sentence([...changed, ...time]), ...normally(bounds)].join(' ');
    return shown`After the first response: ${printableWhole(words)}${proof}`;
  }
  if (time.length === 0) return proof.length === 0 ? undefined : shown`${printableWhole(proof.trim())}`;
  return shown`${printableWhole(sentence(time).replace('about', 'About'))}${proof}`;
}

function requestWords(plan: Plan): string[] {
  return [
    counted(plan.checks, 'check'),
    `${counted(plan.totalWithKey ?? plan.withKey, 'request')} with the key${inBrackets(plan)}`,
    `${number(plan.withoutKey)} without`,
    ...(plan.invalidBodies === 0 ? [] : [counted(plan.invalidBodies, 'invalid body', 'invalid bodies')]),
  ];
}

function inBrackets({ proof, proofSkipped }: Plan): string {
  if (proof !== undefined) return ` (${number(proof)} prove the limit)`;
  return proofSkipped === undefined ? ' (or Limit + 3 if that is more)' : '';
}

/** Returns how many requests a run normally sends. */
export function requestsOf({ totalWithKey, withKey, withoutKey }: Plan): number {
  return (totalWithKey ?? withKey) + withoutKey;
}

/** Returns the normal numbers of a run, each with the bound that it never exceeds whatever the server does. */
function boundWords(plan: Plan): string[] {
  const { creates, createsAtMost, waitsAtMost } = plan;
  return [
    `${counted(requestsOf(plan), 'request')} (at most ${number(plan.atMost)})`,
    ...(createsAtMost === undefined
      ? []
      : [`${counted(creates, 'create')} (at most ${number(createsAtMost)})`]),
    ...(waitsAtMost === undefined ? [] : [`${waitWords(plan)} (at most ${duration(waitsAtMost)})`]),
  ];
}

function normally(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [`Normally ${sentence(words)}`];
}

function waitWords({ waits = 0, waitSeconds }: Plan): string {
  if (waits === 0) return 'no waits';
  return counted(waits, 'wait') + (waitSeconds === undefined ? '' : ` of ${duration(waitSeconds)}`);
}

function timeWords({ seconds }: Plan): string[] {
  return seconds === undefined ? [] : [`about ${duration(seconds)}`];
}

function proofWords({ proofSkipped }: Plan): Shown {
  return proofSkipped === undefined ? shown`` : shown`\nThe limit is not proven: ${printable(proofSkipped)}`;
}

function payloadWords({ payloadsAsked }: Plan): Shown {
  if (payloadsAsked === undefined) return shown``;
  return shown`\nThe quota has no room for --payloads ${number(payloadsAsked)}; the run sends as many invalid bodies as fit.`;
}

function warning({ mayBreak }: Plan): Shown {
  if (mayBreak === undefined) return shown``;
  return shown`\nWarning: the last ${counted(mayBreak, 'body', 'bodies')} may break a faulty server permanently: it may store them, and the API cannot delete them. If you must not break this server, stop now and use --profile standard.`;
}

function added(before: readonly string[], now: readonly string[]): string[] {
  return now.filter((words) => !before.includes(words));
}

function sentence(parts: readonly string[]): string {
  return `${parts.join(', ')}.`;
}
