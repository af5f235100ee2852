import { plainList } from '../../checks/requests.ts';
import { isWithKey } from '../../exchange/credentials.ts';
import { isPlainList } from '../../exchange/picks.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { createCategory } from '../../spec/operations.ts';
import { controlOf, followControl, repetitionOf } from './failures.ts';
import type { LaneState } from './lane.ts';
import type { ListReason, Next, SendingState, Waiting } from './next.ts';
import { beyondTheLimit, fillers, isProofDue, planProof, whyNoProof } from './proof.ts';
import { bucketOf, mostInFlight } from './quota.ts';
import { creationsLeft, dequeue, type Entry, isUnlimited, newEntry, takePlainList } from './requests.ts';

/** The burst is not sent below this Remaining, because the target might refuse some of it. */
const leastForBurst = 12;

/**
 * Returns the facts on which `next` bases its decision. Plans the proof first, because the current time decides whether the
 * proof begins.
 */
export function stateOf(lane: LaneState): SendingState<Entry> {
  const { queue, waits, quota, proof, creates, failing, options } = lane;
  const { listHealth, refusals, recovery } = options.readings;
  const repetition = repetitionOf(lane);
  const now = options.clock.monotonic();
  const bucket = bucketOf(quota, 'listCategories', now);
  const blocked = whyNoProof(lane);
  if (blocked === undefined && waits.gaps.lastingMs(plainList()) === 0) planProof(lane);
  return {
    most: refusals.stray() > 0 ? 1 : mostInFlight(quota),
    mayBurst: !lane.burstIsOver && bucket.left >= leastForBurst && creationsLeft(creates) >= 2,
    limitedUntil: waits.limited?.until,
    recovering: waits.recovering,
    pausedUntil: waits.pause.until,
    listGapUntil: waits.gaps.until(plainList()),
    listDue: listHealth.needsList(),
    controlDue: failing.suspect !== undefined,
    repetition: repetition && {
      ...repetition,
      isList: isPlainList(repetition.entry.request),
      waiting: waitingOf(lane, [repetition.entry]),
    },
    unlimited: isUnlimited(lane),
    proof: { asked: proof.asked, isDue: isProofDue(proof, now), blocked, bucket },
    waiting: [...queue.values()].map((entries) => waitingOf(lane, entries)),
    // After a failed recovery, it makes no sense to wait again.
    goesOn:
      queue.size > 0 ||
      failing.waiting.length > 0 ||
      (options.exhaust === true && recovery.decision().kind !== 'still limited'),
  };
}

/** Returns what holds back the waiting requests of one kind. */
function waitingOf(
  { quota, waits, creates, windows, options }: LaneState,
  entries: readonly Entry[],
): Waiting<Entry> {
  const [first] = entries;
  if (first === undefined) throw new Error('no request of this kind is waiting');
  const { request, inBurst = false } = first;
  const now = options.clock.monotonic();
  const withKey = isWithKey(request);
  return {
    isPost: request.operation === createCategory.id,
    withKey,
    inBurst,
    goesLate: windows > 1 && request.generated !== undefined,
    goesLast: first.creates === true && creationsLeft(creates) <= 1,
    heldUntil: waits.holds.until(request, now),
    gapUntil: waits.gaps.until(request),
    entries,
    bucket: bucketOf(quota, withKey ? request.operation : 'listCategories', now),
  };
}

/** The purposes of the plain GETs that the lane itself sends. */
const purposes: Readonly<Record<Exclude<ListReason, 'proof'>, string>> = {
  recovery: 'the recovery after a 429',
  storage: 'the list after a body that may have been stored',
};

/** Returns the requests that `next` decided to send. */
export function batchFor(
  lane: LaneState,
  todo: Extract<Next<Entry>, { kind: 'send' | 'list' | 'control' | 'exceed' }>,
): readonly Entry[] {
  if (todo.kind === 'exceed') return beyondTheLimit(lane);
  if (todo.kind === 'control') return [controlOf(lane)];
  if (todo.kind === 'send') {
    dequeue(lane.queue, todo.entries);
    return todo.entries.map(followControl);
  }
  if (todo.why === 'proof') return fillers(lane, todo.count);
  const wanted = {
    purpose: purposes[todo.why],
    sentFor: plainListsFor[todo.why],
    priority: 0,
    make: plainList,
  };
  return [takePlainList(lane.queue) ?? newEntry(lane, wanted)];
}
