/** What the time of a run depends on. */
export interface Course {
  readonly withKey: number;
  readonly withoutKey: number;
  /** Whether the limit is proven: then a window is waited for in any case. */
  readonly proven: boolean;
  readonly concurrency: number;
  /** What the first answer showed, and how long it took. */
  readonly limit?: number;
  readonly remaining?: number;
  readonly secondsToReset?: number;
  readonly roundTripMs?: number;
}

/** What is added to each wait, in seconds: one, some jitter, and the rounding of Retry-After. */
const perWait = 2;

/**
 * About how many seconds a run takes: the requests, as many side by side as may be, and the windows that have to be
 * waited for, each as long as the first answer said. Undefined where there are such and no answer told their length.
 */
export function estimate(course: Course): number | undefined {
  const { withKey, withoutKey, concurrency, secondsToReset, roundTripMs = 50 } = course;
  const sending = ((withKey + withoutKey) * roundTripMs) / concurrency / 1000;
  const waits = windowsWaitedFor(course);
  if (waits === 0) return Math.ceil(sending);
  if (secondsToReset === undefined) return undefined;
  // The requests of a window are sent while it lasts.
  return Math.ceil(Math.max(waits * secondsToReset, sending)) + waits * perWait;
}

/** How many windows a run normally waits for, and about how many seconds that takes, where their length is known. */
export function waitsOf(course: Course): { readonly waits: number; readonly waitSeconds?: number } {
  const waits = windowsWaitedFor(course);
  const { secondsToReset } = course;
  return secondsToReset === undefined || waits === 0
    ? { waits }
    : { waits, waitSeconds: Math.ceil(waits * (secondsToReset + perWait)) };
}

function windowsWaitedFor({ withKey, proven, limit, remaining }: Course): number {
  const least = proven ? 1 : 0;
  if (limit === undefined || remaining === undefined) return least;
  // The first answer was one of them; the one over the limit and the recovery of a proof wait for nothing more.
  const later = withKey - (remaining + 1) - (proven ? 2 : 0);
  return Math.max(least, Math.ceil(later / limit));
}
