import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../src/exchange/clock.ts';

const clocks = new AsyncLocalStorage<Clock | undefined>();
const realNow = Date.now;
const realHrtime = process.hrtime;

/** Returns how far the current clock is ahead of the local one, in milliseconds. */
function ahead(): number {
  const clock = clocks.getStore();
  return clock === undefined ? 0 : clocks.run(undefined, () => clock.now()) - realNow();
}

function hrtime(since?: [number, number]): [number, number] {
  const [seconds, nanoseconds] = realHrtime(since);
  const ms = seconds * 1_000 + nanoseconds / 1e6 + ahead();
  const whole = Math.floor(ms / 1_000);
  return [whole, (ms - whole * 1_000) * 1e6];
}

Date.now = () => Math.floor(realNow() + ahead());
process.hrtime = Object.assign(hrtime, { bigint: realHrtime.bigint });

/** Gives a server its own clock. This works because packages read only Date.now() and process.hrtime(). */
export function underClock<Result>(clock: Clock, work: () => Result): Result {
  return clocks.run(clock, work);
}
