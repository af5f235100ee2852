import type { Clock } from '../../src/exchange/clock.ts';

/** Five seconds into a minute and seven minutes into an hour, so that no window ends by chance. */
const usualStart = Date.UTC(2026, 0, 5, 10, 7, 5, 100);

export interface VirtualClockOptions {
  /** The start, in milliseconds since 1970. */
  readonly start?: number;
  /** Milliseconds that pass with each reading of the clock. */
  readonly perReading?: number;
}

/** Creates a clock that is independent of the local one, so that the same run takes the same time everywhere. */
export function createVirtualClock({
  start = usualStart,
  perReading = 0.02,
}: VirtualClockOptions = {}): Clock {
  let moved = 0;
  const read = () => {
    moved += perReading;
    return moved;
  };
  return {
    now: () => start + read(),
    monotonic: read,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      moved += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** After this many turns of the event loop without a new sleep, only the end of a sleep can make anything happen. */
const quietTurns = 12;

/**
 * Creates a clock whose sleeps overlap, so that responses to concurrent requests may be delayed. Time passes only when
 * nothing else can happen.
 */
export function createOverlappingClock({
  start = usualStart,
}: Pick<VirtualClockOptions, 'start'> = {}): Clock {
  let moved = 0;
  let begun = 0;
  let isPassing = false;
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  async function pass(): Promise<void> {
    isPassing = true;
    while (sleepers.length > 0) {
      for (let quiet = 0, before = begun; quiet < quietTurns; quiet = begun === before ? quiet + 1 : 0) {
        before = begun;
        await new Promise((resolve) => setImmediate(resolve));
      }
      sleepers.sort((a, b) => a.until - b.until);
      const next = sleepers.shift();
      moved = Math.max(moved, next?.until ?? moved);
      next?.wake();
    }
    isPassing = false;
  }
  return {
    now: () => start + moved,
    monotonic: () => moved,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      begun++;
      await new Promise<void>((resolve, reject) => {
        const sleeper = { until: moved + ms, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener(
          'abort',
          () => {
            const at = sleepers.indexOf(sleeper);
            if (at >= 0) sleepers.splice(at, 1);
            reject(signal.reason);
          },
          { once: true },
        );
        if (!isPassing) void pass();
      });
    },
  };
}
