import { plainList } from '../../checks/requests.ts';
import { isWithKey } from '../../exchange/credentials.ts';
import { isPlainList } from '../../exchange/picks.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { createCategory } from '../../spec/operations.ts';
import { behindControl, controlOf, repetitionOf } from './failures.ts';
import type { LaneState } from './lane.ts';
import type { ListReason, Next, SendingState, Waiting } from './next.ts';
import { beyondTheLimit, fillers, isProofDue, planProof, whyNotProven } from './proof.ts';
import { bucketOf, mostInFlight } from './quota.ts';
import { createsLeft, dequeue, type Entry, isUnlimited, newEntry, takePlainList } from './requests.ts';

/** Below this Remaining the burst is not sent, because it may be one too many. */
const leastForBurst = 12;

/** Returns what `next` decides by. Plans the proof first, because that depends on the time. */
export function stateOf(lane: LaneState): SendingState<Entry> {
  const { rooms, waits, quota, proof, creates, failing, options } = lane;
  const { listHealth, refusals, recovery } = options.readings;
  const repetition = repetitionOf(lane);
  const now = options.clock.monotonic();
  const bucket = bucketOf(quota, 'listCategories', now);
  const blocked = whyNotProven(lane);
  if (blocked === undefined && waits.gaps.lastingMs(plainList()) === 0) planProof(lane);
  return {
    most: refusals.stray() > 0 ? 1 : mostInFlight(quota),
    mayBurst: !lane.burstIsOver && bucket.left >= leastForBurst && createsLeft(creates) >= 2,
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
    waiting: [...rooms.values()].map((entries) => waitingOf(lane, entries)),
    // A recovery that failed needs no further wait.
    goesOn:
      rooms.size > 0 ||
      failing.waiting.length > 0 ||
      (options.exhaust === true && recovery.decision().kind !== 'still limited'),
  };
}

/** Returns what holds back waiting requests of one kind. */
function waitingOf(
  { quota, waits, creates, windows, options }: LaneState,
  entries: readonly Entry[],
): Waiting<Entry> {
  const [first] = entries;
  if (first === undefined) throw new Error('a kind of waiting requests is empty');
  const { request, inBurst = false } = first;
  const now = options.clock.monotonic();
  const withKey = isWithKey(request);
  return {
    isPost: request.operation === createCategory.id,
    withKey,
    inBurst,
    goesLate: windows > 1 && request.generated !== undefined,
    goesLast: first.creates === true && createsLeft(creates) <= 1,
    heldUntil: waits.holds.until(request, now),
    gapUntil: waits.gaps.until(request),
    entries,
    bucket: bucketOf(quota, withKey ? request.operation : 'listCategories', now),
  };
}

/** The purposes of the plain GETs of the lane itself. */
const purposes: Readonly<Record<Exclude<ListReason, 'proof'>, string>> = {
  recovery: 'the recovery after a 429',
  storage: 'the list after a body that may have been stored',
};

/** Returns the requests that are sent now. */
export function batchFor(
  lane: LaneState,
  todo: Extract<Next<Entry>, { kind: 'send' | 'list' | 'control' | 'exceed' }>,
): readonly Entry[] {
  if (todo.kind === 'exceed') return beyondTheLimit(lane);
  if (todo.kind === 'control') return [controlOf(lane)];
  if (todo.kind === 'send') {
    dequeue(lane.rooms, todo.entries);
    return todo.entries.map(behindControl);
  }
  if (todo.why === 'proof') return fillers(lane, todo.count);
  const wanted = {
    purpose: purposes[todo.why],
    sentFor: plainListsFor[todo.why],
    priority: 0,
    make: plainList,
  };
  return [takePlainList(lane.rooms) ?? newEntry(lane, wanted)];
}
