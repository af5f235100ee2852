import { type Check, type Needs, type Probe, phaseOf, probesOf } from '../checks/built-in.ts';
import type { Settings } from '../config/settings.ts';
import type { Plan } from '../report/model/report.ts';
import { traitsOf } from '../spec/ledger.ts';
import { planQuotas } from '../spec/operations.ts';
import { carriersAmong } from './behind-key.ts';
import { estimate, waitsOf } from './estimate.ts';

/** What is known when the plan is made: nothing of the limit before the first answer. */
export interface KnownBefore {
  readonly limit?: number;
  readonly remaining?: number;
  readonly secondsToReset?: number;
  /** Milliseconds that the first request took. */
  readonly roundTripMs?: number;
  /** Why the limit is not proven, where it is not. */
  readonly leftOut?: string;
  /** The bodies to refuse are not among the members yet: requests without the key will go behind those. */
  readonly beforeBodies?: true;
}

export interface Planned {
  readonly plan: Plan;
  /** What fits the budgets, what is worth most first. */
  readonly members: readonly (Check | Probe)[];
  readonly leftOut: readonly (Check | Probe)[];
}

/** Requests that are kept for the end of the run: the list that shows what was created, and another where some of several is missing. */
function keptForTheEnd(creates: number): number {
  return creates > 1 ? 2 : 1;
}

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
  let spare = 0;
  let mayBreak = 0;
  let requestsShort = false;
  for (const member of members) {
    const cost = costOf(member, counted);
    const closing = ['settled', 'closing'].includes(phaseOf(member));
    const { spare: ownSpare = 0 } = member.needs;
    const requests = sum.withKey + sum.withoutKey + cost.withKey + cost.withoutKey - spare - ownSpare;
    const creates = sum.creates + cost.creates;
    // What closes a run is what the rest was kept for.
    const kept = closing ? 0 : keptForTheEnd(creates);
    const fits = requests + kept <= settings.maxRequests;
    if (!(fits && creates <= settings.maxCreates)) {
      leftOut.push(member);
      requestsShort ||= !fits && !closing;
      continue;
    }
    taken.push(member);
    for (const probe of probesOf(member)) counted.add(probe);
    // Closing checks ride on what is sent anyway, or are asked for only where something is still open.
    if (closing) continue;
    spare += ownSpare;
    sum.withKey += cost.withKey;
    sum.withoutKey += cost.withoutKey;
    sum.creates += cost.creates;
    mayBreak += member.needs.mayBreak ?? 0;
    if (traitsOf(member.requirement).invalidBodies) sum.refusedBodies += cost.withKey;
  }
  if (proof.beforeBodies !== true)
    sum.withKey += controlsMissing(taken, settings.maxRequests - sum.withKey - sum.withoutKey);
  const bounds = boundsOf(sum, settings, proof.limit);
  const short = requestsShort
    ? { leftOut: `--max-requests ${settings.maxRequests} leaves no room for it` }
    : {};
  return {
    plan: {
      checks: taken.length,
      ...sum,
      ...(mayBreak === 0 ? {} : { mayBreak }),
      ...bounds,
      ...proofOf(sum, settings, { ...short, ...proof }),
    },
    members: taken,
    leftOut,
  };
}

/** Requests with the key that are sent only so that one without it goes behind them; `room` at most. */
function controlsMissing(members: readonly (Check | Probe)[], room: number): number {
  const behind = members.filter((one) => one.kind === 'check' && one.needs.behindKey === true).length;
  return Math.max(0, Math.min(behind - carriersAmong(members).length, room));
}

function proofOf(
  { withKey, withoutKey, creates }: Pick<Plan, 'withKey' | 'withoutKey' | 'creates'>,
  settings: Settings,
  known: KnownBefore,
): Pick<Plan, 'proof' | 'proofLeftOut' | 'totalWithKey' | 'seconds' | 'waits' | 'waitSeconds'> {
  const { maxRequests, plan } = settings;
  const limit =
    known.limit ?? (plan === undefined || plan === 'enterprise' ? undefined : planQuotas[plan].minute);
  const proven = limit === undefined ? undefined : Math.max(withKey, limit) + 2;
  const proofLeftOut =
    known.leftOut ??
    (proven !== undefined && proven + withoutKey > maxRequests
      ? `it takes ${proven + withoutKey} requests in all, and --max-requests is ${maxRequests}`
      : undefined);
  if (proofLeftOut !== undefined) {
    // What is spare is not counted twice where the budget is what ends the run.
    const totalWithKey = Math.min(withKey + keptForTheEnd(creates), maxRequests - withoutKey);
    return { proofLeftOut, totalWithKey, ...timeOf(totalWithKey, false) };
  }
  if (limit === undefined || proven === undefined) return { waits: 1 };
  return { proof: limit + 2, totalWithKey: proven, ...timeOf(proven, true) };

  function timeOf(total: number, isProven: boolean): Pick<Plan, 'seconds' | 'waits' | 'waitSeconds'> {
    const { concurrency } = settings;
    const course = { ...known, withKey: total, withoutKey, concurrency, proven: isProven };
    const seconds = estimate(course);
    return { ...waitsOf(course), ...(seconds === undefined ? {} : { seconds }) };
  }
}

/** Plain GETs that prove the limit, at most (`pacing/proof.ts`), what follows a 0, and what closes a run. */
const mostFillers = (limit: number) => 2 * limit + 31 + 20;
const mostAtTheEnd = 24 + 2 + 4;

/**
 * No run exceeds these: each request goes once more where it failed in passing or was answered 429, each POST may be
 * followed by a list (reading 12), and what is optional is sent.
 */
function boundsOf(
  {
    withKey,
    withoutKey,
    creates,
    refusedBodies,
  }: Pick<Plan, 'withKey' | 'withoutKey' | 'creates' | 'refusedBodies'>,
  { maxRequests, maxCreates, maxWaitSeconds, shrinkRequests }: Settings,
  limit?: number,
): Pick<Plan, 'atMost' | 'createsAtMost' | 'waitsAtMost'> {
  const posts = Math.min(withKey + withoutKey, creates + refusedBodies + withoutKey) + shrinkRequests;
  // A creation that is refused is followed by a plain one (reading 21).
  const planned = 2 * (withKey + withoutKey + creates) + shrinkRequests + 2 * posts;
  return {
    atMost:
      limit === undefined ? maxRequests : Math.min(maxRequests, planned + mostFillers(limit) + mostAtTheEnd),
    createsAtMost: Math.min(maxCreates, 2 * posts),
    waitsAtMost: maxWaitSeconds,
  };
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
