import type { Creates } from './creates.ts';
import { type Entry, isPlainList, isWithKey } from './entry.ts';
import type { QueueOptions } from './options.ts';
import type { Proof } from './proof.ts';
import type { QuotaEstimate } from './quota.ts';
import { createSideBySide, type SideBySide } from './side-by-side.ts';
import type { UnderWay } from './under-way.ts';

/** What the quota and the budgets allow to be sent now. */
export interface Allowance extends Omit<SideBySide, 'hasRoomWithoutKey'> {
  /** Requests that the operation has left, as far as is known; one's own reserve is not counted. */
  leftFor(operation: string): number;
  /** Held back by a quota that is used up: what is sent then is a plain GET alone (reading 1). */
  isHeld(entry: Entry): boolean;
  /** Can go as soon as another is back: there is no room beside those under way, or it is the last creation of the budget. */
  waitsItsTurn(entry: Entry): boolean;
}

export interface AllowanceParts extends Pick<QueueOptions, 'concurrency' | 'timeoutMs' | 'reserve'> {
  readonly quota: QuotaEstimate;
  readonly proof: Proof;
  readonly creates: Creates;
  readonly underWay: UnderWay;
}

/** Puts together what quota, proof and creates allow. */
export function createAllowance(parts: AllowanceParts): Allowance {
  const { quota, proof, creates, reserve } = parts;
  const stopsNobody = (): boolean => {
    const decision = proof.decision();
    return decision.kind === 'not enforced' && decision.served;
  };
  const reserved = () => (reserve ? Math.max(5, Math.ceil((quota.limit() ?? 0) / 10)) : 0);
  const leftFor = (operation: string): number =>
    // A 0 that is known to stop nobody holds nothing back.
    stopsNobody() ? Number.POSITIVE_INFINITY : quota.left(operation) - reserved();
  const { hasRoomWithoutKey, ...beside } = createSideBySide({ ...parts, reserved, stopsNobody });

  return {
    ...beside,
    leftFor,
    isHeld: ({ request }) =>
      leftFor(request.operation) <= 0 && !(isPlainList(request) && proof.whyNot() === undefined),
    waitsItsTurn({ request }) {
      if (!beside.hasRoomFor(request.operation)) return true;
      if (request.method === 'POST' && creates.mayRunOut()) return true;
      return !isWithKey(request) && !hasRoomWithoutKey();
    },
  };
}
