import { get } from '../../checks/requests.ts';
import type { Clock } from '../../exchange/clock.ts';
import { type Exchange, hasResponse, statusOf } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import { isReady } from '../../readings/readiness.ts';
import { plainListsFor } from '../../spec/catalog.ts';
import { listCategories } from '../../spec/operations.ts';
import type { LaneState } from './lane.ts';
import { budgetUsedUp } from './requests.ts';
import { pauseFor, requestedPause, seeHead, sleep } from './waits.ts';

/** How often a target may be away, for how long each time, and for how long in total. */
const mostAbsences = 3;
const longestAbsenceMs = 30_000;
const longestInAllMs = 60_000;
const everyMs = 1_000;
/** The maximum number of requests that check whether the target is back. */
export const mostPolls = longestInAllMs / everyMs + mostAbsences;

/**
 * Waits for a target that is away: sends GET /categories without a key once a second, or later if Retry-After says so.
 * Resolves with the reason why the run ends, if the target does not come back.
 */
export async function awaitTarget(lane: LaneState): Promise<Stopped | undefined> {
  const { failing, absences, waits, counts, options } = lane;
  const { clock } = options;
  const since = clock.monotonic();
  const until = since + Math.min(longestAbsenceMs, longestInAllMs - absences.ms);
  for (let asked = 0; lane.stop === undefined; asked++) {
    if (counts.requests >= lane.maxRequests) return budgetUsedUp(lane);
    const sent = await ask(lane, asked);
    if (isReady(sent)) {
      Object.assign(failing, { isAway: false, suspect: undefined });
      waits.faultsInARow = 0;
      // A gateway that counts requests over time may have served this request but still refuse the next one.
      pauseFor(waits, everyMs, 'after the target came back');
      // A target that responds to the first request was not away.
      if (asked > 0) {
        absences.count++;
        absences.ms += clock.monotonic() - since;
      }
      return undefined;
    }
    if (asked === 0 && absences.count >= mostAbsences) break;
    const leftMs = until - clock.monotonic();
    if (leftMs <= 0) break;
    const ms = Math.max(requestedMs(sent, clock), Math.min(everyMs, leftMs));
    const stopped = await sleep(waits, ms, 'for the target to respond again');
    if (stopped !== undefined) return stopped.kind === 'maxWaitSeconds' ? goneFor(stopped.message) : stopped;
  }
  return lane.stop ?? gone;
}

const gone = new Stopped('target away', 'the target stopped responding');

function goneFor(why: string): Stopped {
  return new Stopped('target away', `${gone.message} (${why})`);
}

/** Returns the wait that a response requests with Retry-After, in milliseconds. */
function requestedMs(sent: Exchange, clock: Clock): number {
  if (!hasResponse(sent)) return 0;
  const { status, headers } = sent.outcome.response;
  return requestedPause(status, headers, clock.now())?.ms ?? 0;
}

/** Sends one request on a connection of its own. The request only shows whether the target is back, so it is not judged. */
async function ask(lane: LaneState, asked: number): Promise<Exchange> {
  const { options, counts, absences, waits } = lane;
  const request = get(listCategories, 'none');
  counts.requests++;
  absences.polls++;
  const exchange = await options.client.exchange(request, {
    purpose: 'whether the target is back',
    sentFor: plainListsFor.control,
    overLimit: false,
    own: { id: `back ${counts.requests} ${asked}`, last: true },
    onHead: (status, headers) => seeHead(waits, request, { status, headers, overLimit: false }),
  });
  const marked: Exchange = { ...exchange, again: true };
  options.readings.counts.see(marked);
  if (hasResponse(marked) && statusOf(marked) === 429)
    options.readings.refusals.see(marked, { isExpected: false });
  options.onExchange(marked);
  return marked;
}
