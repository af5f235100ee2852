import type { Check, Needs, Probe } from '../kit/suite.ts';
import type { Plan } from '../model/report.ts';
import type { Settings } from '../model/settings.ts';
import { planQuotas } from '../spec/plans.ts';

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
  proof: { readonly limit?: number; readonly leftOut?: string },
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
  return {
    plan: { checks: taken.length, ...sum, ...proofOf(sum.withKey, settings, proof) },
    members: taken,
    leftOut,
  };
}

function proofOf(
  withKey: number,
  settings: Settings,
  { limit, leftOut }: { readonly limit?: number; readonly leftOut?: string },
): Partial<Plan> {
  if (leftOut !== undefined) return { proofLeftOut: leftOut, totalWithKey: withKey + keptForTheEnd };
  const { plan } = settings;
  const known = limit ?? (plan === undefined || plan === 'enterprise' ? undefined : planQuotas[plan].minute);
  if (known === undefined) return {};
  return { proof: known + 2, totalWithKey: Math.max(withKey, known) + 2 };
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
