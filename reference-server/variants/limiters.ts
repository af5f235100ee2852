import type { Change, Variant } from '../change.ts';
import type { MakeGauge } from '../limits/gauge.ts';
import { limiterOf } from '../reference-parts.ts';
import { clockWindow } from './gauges/clock-window.ts';
import { gcra } from './gauges/gcra.ts';
import { slidingCounter } from './gauges/sliding-counter.ts';
import { slidingLog } from './gauges/sliding-log.ts';
import { tokenBucket } from './gauges/token-bucket.ts';

const counting = (makeGauge: MakeGauge): Change => {
  return (_parts, { settings }) => ({ limiter: limiterOf(settings, makeGauge) });
};

const SILENCE = 'The specification gives numbers per minute and per day, not how the time is cut.';

export const limiterVariants: readonly Variant[] = [
  {
    id: 'clock-windows',
    title: 'Windows begin with the minute of the clock',
    legal: SILENCE,
    warnings: [],
    change: counting(clockWindow),
  },
  {
    id: 'sliding-log',
    title: 'Each request counts for a minute, Reset names the moment the oldest is forgotten',
    legal: `${SILENCE} Reading 3 allows Remaining to rise as time passes.`,
    warnings: [],
    change: counting(slidingLog('oldest')),
  },
  {
    id: 'sliding-log-full',
    title: 'Each request counts for a minute, Reset names the moment all are forgotten',
    legal: `${SILENCE} Reading 3 allows Reset to move.`,
    warnings: [],
    change: counting(slidingLog('newest')),
  },
  {
    id: 'sliding-counter',
    title: 'Two windows are weighed against each other',
    legal: `${SILENCE} Reading 3 allows Remaining to rise as time passes.`,
    warnings: [],
    change: counting(slidingCounter),
  },
  {
    id: 'token-bucket',
    title: 'Tokens come back one by one',
    legal: `${SILENCE} Reading 3 names the token bucket.`,
    warnings: [],
    change: counting(tokenBucket),
  },
  {
    id: 'gcra',
    title: 'Requests are evenly spread by the generic cell rate algorithm',
    legal: `${SILENCE} Reading 3 allows Remaining to rise as time passes.`,
    warnings: [],
    change: counting(gcra),
  },
];
