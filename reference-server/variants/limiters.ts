import type { Change, Variant } from '../changes/change.ts';
import { fixedWindow, type MakeGauge } from '../gauge.ts';
import { type Bucket, createLimiter } from '../limiter.ts';
import { clockWindow } from './gauges/clock-window.ts';
import { gcra } from './gauges/gcra.ts';
import { slidingCounter } from './gauges/sliding-counter.ts';
import { slidingLog } from './gauges/sliding-log.ts';
import { tokenBucket } from './gauges/token-bucket.ts';

const counting = (makeGauge: MakeGauge): Change => {
  return (_parts, { settings }) => ({ limiter: createLimiter(settings, makeGauge) });
};

/** Counts the requests of each address in addition to those of each key, and refuses a request if either limit is used up. */
const alsoByAddress =
  (limit: number): Change =>
  ({ bucket, limiter }, { settings }) => {
    const addresses = new WeakMap<Bucket, Bucket>();
    const byAddress = createLimiter(settings, fixedWindow);
    return {
      bucket: (incoming, identity, route) => {
        const found = { ...bucket(incoming, identity, route) };
        const id = `address:${incoming.remoteAddress}`;
        addresses.set(found, { id, kind: 'address', limits: { ...found.limits, minute: limit } });
        return found;
      },
      limiter: {
        ...limiter,
        take: (found, now) => {
          const address = addresses.get(found);
          const usage = address && byAddress.take(address, now);
          return usage?.allowed === false ? usage : limiter.take(found, now);
        },
      },
    };
  };

const SILENCE = 'The specification gives numbers per minute and per day, but does not define the windows.';

export const limiterVariants: readonly Variant[] = [
  {
    id: 'clock-windows',
    title: 'Starts each window at the top of the minute',
    legal: SILENCE,
    warnings: [],
    change: counting(clockWindow),
  },
  {
    id: 'sliding-log',
    title: 'Counts each request for a minute, and sets Reset to the time when the oldest expires',
    legal: `${SILENCE} Remaining may rise over time.`,
    warnings: [],
    change: counting(slidingLog('oldest')),
  },
  {
    id: 'sliding-log-full',
    title: 'Counts each request for a minute, and sets Reset to the time when all have expired',
    legal: `${SILENCE} Reset may move.`,
    warnings: [],
    change: counting(slidingLog('newest')),
  },
  {
    id: 'sliding-counter',
    title: 'Weights the counts of two adjacent windows',
    legal: `${SILENCE} Remaining may rise over time.`,
    warnings: [],
    change: counting(slidingCounter),
  },
  {
    id: 'token-bucket',
    title: 'Refills tokens one by one',
    legal: `${SILENCE} A token bucket is legal.`,
    warnings: [],
    change: counting(tokenBucket),
  },
  {
    id: 'gcra',
    title: 'Spreads requests evenly with the generic cell rate algorithm',
    legal: `${SILENCE} Remaining may rise over time.`,
    warnings: [],
    change: counting(gcra),
  },
  {
    id: 'limit-by-address-too',
    title:
      'Has a lower limit per IP address in addition to the limit per key, and shows each where it applies',
    legal: `${SILENCE} A second limit may refuse first, and its 429 may show its own Limit.`,
    warnings: [],
    change: alsoByAddress(45),
  },
];
