import type { Clock } from '../../src/exchange/clock.ts';

/** Five seconds into a minute, seven minutes into an hour: no window ends by chance. */
const usualStart = Date.UTC(2026, 0, 5, 10, 7, 5, 100);

export interface VirtualClockOptions {
  /** The start, in milliseconds since 1970. */
  readonly start?: number;
  /** Milliseconds that pass with each reading of the clock. */
  readonly perReading?: number;
}

/** A clock independent of the local one: the same run takes the same time everywhere. */
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
