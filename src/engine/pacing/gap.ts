const leastGapMs = 250;
/** Gaps double up to here; a Retry-After may ask for more. */
const longestGapMs = 4_000;
/** A first gap ends after this many requests, because one at a time may be enough. A second gap stays. */
const requestsOfFirstGap = 12;
/** If a gateway serves this many responses between two refusals, the gap between requests is long enough. */
const fewResponses = 6;

/** The gap between two requests, in ms, after the target refused some. */
export interface Gap {
  ms: number;
  /** Its length from doubling alone, without Retry-After. */
  grownMs: number;
  /** The length of the last gap. */
  usedMs: number;
  gaps: number;
  responded: number;
  until: number;
  newestShedAt: number;
  respondedSinceShed: number;
}

export function createGap(): Gap {
  return {
    ms: 0,
    grownMs: 0,
    usedMs: 0,
    gaps: 0,
    responded: 0,
    until: Number.NEGATIVE_INFINITY,
    newestShedAt: Number.NEGATIVE_INFINITY,
    respondedSinceShed: 0,
  };
}

/** Doubles the gap, or sets it to `askedMs` if that is longer and there is room. */
export function widen(gap: Gap, askedMs: number): void {
  gap.grownMs = Math.max(leastGapMs, Math.min(longestGapMs, 2 * Math.max(gap.grownMs, gap.usedMs)));
  gap.ms = Math.max(gap.grownMs, askedMs);
  gap.gaps++;
  gap.responded = 0;
}

/** Ends the gap, because the target refuses one kind of request with or without it. */
export function endGap(gap: Gap): void {
  leave(gap);
  gap.grownMs = 0;
  gap.usedMs = 0;
}

/** Begins the gap after a response at `now`; `room` is the longest average of a requested gap. */
export function beginGap(gap: Gap, now: number, room: number): void {
  if (gap.ms === 0) return;
  gap.usedMs = Math.max(gap.grownMs, Math.min(gap.ms, room));
  gap.until = now + gap.usedMs;
  if (gap.gaps === 1 && ++gap.responded > requestsOfFirstGap) leave(gap);
}

/** Widens the gap while a gateway refuses many requests; `isShed` says whether it refused this one. */
export function seeShed(
  gap: Gap,
  { sentAt, readAt }: { readonly sentAt: number; readonly readAt: number },
  isShed: boolean,
  oneAtATime: boolean,
): void {
  if (!isShed) {
    gap.respondedSinceShed++;
    return;
  }
  const isSameMoment = sentAt < gap.newestShedAt;
  gap.newestShedAt = readAt;
  const grows = gap.ms === 0 || (!isSameMoment && gap.respondedSinceShed < fewResponses);
  gap.respondedSinceShed = 0;
  if (oneAtATime && grows) widen(gap, 0);
}

/** Returns its length, 0 if it ends soon. */
export function lastingMs({ gaps, ms }: Gap): number {
  return gaps > 1 ? ms : 0;
}

export function gapUntil({ until }: Gap): number {
  return until;
}

function leave(gap: Gap): void {
  gap.ms = 0;
  gap.until = Number.NEGATIVE_INFINITY;
}
