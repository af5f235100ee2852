import type { Check, Needs, Probe } from '../kit/suite.ts';
import type { Plan } from '../model/report.ts';
import type { Settings } from '../model/settings.ts';
import { planQuotas } from '../spec/plans.ts';

/** What is known when the plan is made: nothing of the limit before the first answer. */
export interface KnownBefore {
  readonly limit?: number;
  readonly remaining?: number;
  readonly secondsToReset?: number;
  /** Milliseconds that the first request took. */
  readonly roundTripMs?: number;
  /** Why the limit is not proven, where it is not. */
  readonly leftOut?: string;
}

export interface Planned {
  readonly plan: Plan;
  /** What fits the budgets, what is worth most first. */
  readonly members: readonly (Check | Probe)[];
  readonly leftOut: readonly (Check | Probe)[];
}

/** Requests that are kept for the end of the run: the list that shows what was created. */
const keptForTheEnd = 1;

/**
 * Adds up what the members send, takes them as far as the budgets go, and says what the proof of the limit
 * costs: Limit + 2 requests with the key, on which everything else rides. `limit` is known after the first answer.
 */
export function planRun(
  members: readonly (Check | Probe)[],
  settings: Settings,
  proof: KnownBefore,
): Planned {
  const counted = new Set<Probe>();
  const taken: (Check | Probe)[] = [];
  const leftOut: (Check | Probe)[] = [];
  const sum = { withKey: 0, withoutKey: 0, creates: 0, refusedBodies: 0 };
  for (const member of members) {
    const cost = costOf(member, counted);
    const closing = member.kind === 'check' && member.phase === 'closing';
    const requests = sum.withKey + sum.withoutKey + cost.withKey + cost.withoutKey;
    const fits =
      requests + keptForTheEnd <= settings.maxRequests && sum.creates + cost.creates <= settings.maxCreates;
    if (!closing && !fits) {
      leftOut.push(member);
      continue;
    }
    taken.push(member);
    for (const probe of probesOf(member)) counted.add(probe);
    // Closing checks ride on what is sent anyway, or are asked for only where something is still open.
    if (closing) continue;
    sum.withKey += cost.withKey;
    sum.withoutKey += cost.withoutKey;
    sum.creates += cost.creates;
    if (member.requirement.startsWith('invalid.')) sum.refusedBodies += cost.withKey;
  }
  const atMost = boundOf(sum.withKey + sum.withoutKey, settings, proof.limit);
  return {
    plan: { checks: taken.length, ...sum, atMost, ...proofOf(sum.withKey, settings, sum.withoutKey, proof) },
    members: taken,
    leftOut,
  };
}

function proofOf(
  withKey: number,
  settings: Settings,
  withoutKey: number,
  { limit, leftOut, ...times }: KnownBefore,
): Pick<Plan, 'proof' | 'proofLeftOut' | 'totalWithKey' | 'seconds'> {
  if (leftOut !== undefined) {
    const totalWithKey = withKey + keptForTheEnd;
    return {
      proofLeftOut: leftOut,
      totalWithKey,
      seconds: secondsFor(totalWithKey + withoutKey, settings, times),
    };
  }
  const { plan } = settings;
  const known = limit ?? (plan === undefined || plan === 'enterprise' ? undefined : planQuotas[plan].minute);
  if (known === undefined) return {};
  const totalWithKey = Math.max(withKey, known) + 2;
  const seconds = secondsFor(totalWithKey + withoutKey, settings, { secondsToReset: 60, ...times }) + 2;
  return { proof: known + 2, totalWithKey, seconds };
}

/** Plain GETs that prove the limit, at most (`pacing/proof.ts`), what follows a 0, and what closes a run. */
const mostFillers = (limit: number) => 2 * limit + 31 + 20;
const mostAtTheEnd = 24 + 2 + 4;

/** No run sends more: each request once more where it failed in passing or was answered 429, and what is optional. */
function boundOf(planned: number, { maxRequests, shrinkRequests }: Settings, limit?: number): number {
  if (limit === undefined) return maxRequests;
  return Math.min(maxRequests, 2 * planned + mostFillers(limit) + mostAtTheEnd + shrinkRequests);
}

/** About how long a run takes: the requests, as many side by side as may be, and the wait for the window. */
function secondsFor(
  requests: number,
  { concurrency }: Settings,
  { secondsToReset = 0, roundTripMs = 50 }: KnownBefore,
): number {
  return Math.ceil(Math.max(secondsToReset, (requests * roundTripMs) / concurrency / 1000));
}

function costOf(
  member: Check | Probe,
  counted: ReadonlySet<Probe>,
): { withKey: number; withoutKey: number; creates: number } {
  const cost = { withKey: 0, withoutKey: 0, creates: 0 };
  const add = ({ withKey = 1, withoutKey = 0, creates = 0 }: Needs) => {
    cost.withKey += withKey;
    cost.withoutKey += withoutKey;
    cost.creates += creates;
  };
  for (const probe of probesOf(member)) if (!counted.has(probe)) add(probe.needs);
  if (member.kind === 'check') add(member.needs);
  return cost;
}

function probesOf(member: Check | Probe): readonly Probe[] {
  return member.kind === 'probe' ? [member] : member.uses;
}
