import type { Creates } from './creates.ts';
import { type Entry, isPlainList, isWithKey } from './entry.ts';
import type { Proof } from './proof.ts';
import type { QuotaEstimate } from './quota.ts';
import type { UnderWay } from './under-way.ts';

/** What the quota and the budgets allow to be sent now. */
export interface Allowance {
  /** Requests that the operation has left, as far as is known; one's own reserve is not counted. */
  leftFor(operation: string): number;
  /** Held back by a quota that is used up: what is sent then is a plain GET alone (reading 1). */
  isHeld(entry: Entry): boolean;
  /** Can go as soon as another is back: the last creation of the budget, the last requests of those without the key. */
  waitsItsTurn(entry: Entry): boolean;
  /** In the last of the quota requests go one at a time. */
  isNearlyUsedUp(): boolean;
}

export interface AllowanceParts {
  readonly quota: QuotaEstimate;
  readonly proof: Proof;
  readonly creates: Creates;
  readonly underWay: UnderWay;
  /** Whether a part of the quota is left for the others who use the key. */
  readonly reserve: boolean;
}

/** Sent one at a time from here on down. */
const lastOfQuota = 10;

/** Puts together what quota, proof and creates allow. */
export function createAllowance({ quota, proof, creates, underWay, reserve }: AllowanceParts): Allowance {
  const leftFor = (operation: string): number => {
    const decision = proof.decision();
    // A 0 that is known to stop nobody holds nothing back.
    if (decision.kind === 'not enforced' && decision.served) return Number.POSITIVE_INFINITY;
    return quota.left(operation) - (reserve ? Math.max(5, Math.ceil((quota.limit() ?? 0) / 10)) : 0);
  };
  return {
    leftFor,
    isHeld: ({ request }) =>
      leftFor(request.operation) <= 0 && !(isPlainList(request) && proof.whyNot() === undefined),
    waitsItsTurn({ request }) {
      if (request.method === 'POST' && creates.mayRunOut()) return true;
      if (isWithKey(request) || underWay.withoutKey === 0) return false;
      return quota.leftWithoutKey() <= lastOfQuota;
    },
    isNearlyUsedUp: () => leftFor('listCategories') <= lastOfQuota,
  };
}
