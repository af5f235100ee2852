import type { Clock } from '../../exchange/clock.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Ahead, Listener } from '../../report/model/events.ts';
import type { Wait } from '../../report/model/report.ts';
import { definedOnly } from '../../text/defined-only.ts';

/** A wait of the run. Nothing is sent during it. Times are ms of the monotonic clock. */
interface Begun {
  /** From the start of the run. */
  readonly atMs: number;
  readonly reason: string;
  passedMs: number;
  since: number | undefined;
}

/** The waits of a run, which count toward `maxWaitMs`. */
export interface Pauses {
  readonly clock: Clock;
  readonly startedAt: number;
  readonly maxWaitMs: number;
  readonly listen: Listener;
  readonly signal: AbortSignal;
  readonly begun: Begun[];
  leftMs: number;
}

/** Returns the reason of an interrupted run. */
export function interruption(): Stopped {
  return new Stopped('interrupted', 'the run was interrupted');
}

/** Sleeps `ms`. Returns why the run ends, if it does. `ahead` is what follows. Consecutive gaps are one wait. */
export async function pause(
  pauses: Pauses,
  ms: number,
  reason: string,
  { ahead, isGap = false }: { readonly ahead?: Ahead; readonly isGap?: boolean } = {},
): Promise<Stopped | undefined> {
  const { clock, begun, listen, maxWaitMs, signal, startedAt } = pauses;
  const wanted = Math.max(0, ms);
  // In whole milliseconds, as waits are reported.
  const charged = Math.ceil(wanted);
  if (charged > pauses.leftMs) {
    const wait = `a wait of ${Math.ceil(wanted / 1000)} s ${reason}`;
    return new Stopped('waits spent', `${wait} would exceed --max-wait ${maxWaitMs / 1000}`);
  }
  pauses.leftMs -= charged;
  const from = clock.monotonic();
  const last = begun.at(-1);
  const isMore = isGap && last?.reason === reason;
  const one = isMore ? last : { atMs: Math.round(from - startedAt), reason, passedMs: 0, since: from };
  if (!isMore) {
    listen({ type: 'waiting', seconds: secondsOf(wanted), reason, ...definedOnly({ ahead }) });
    begun.push(one);
  }
  one.since = from;
  try {
    await clock.sleep(wanted, signal);
    return undefined;
  } catch {
    return interruption();
  } finally {
    const passedMs = clock.monotonic() - from;
    // Timers are late at times.
    pauses.leftMs -= Math.max(0, Math.round(passedMs) - charged);
    one.passedMs += passedMs;
    one.since = undefined;
  }
}

/** Returns whether the run waits now. */
export function isWaiting({ begun }: Pauses): boolean {
  return begun.some(({ since }) => since !== undefined);
}

/** Returns the waits that happened, each as long as it lasted: the run may end during one. */
export function waitsOf({ begun, clock }: Pauses): readonly Wait[] {
  return begun.flatMap(({ atMs, reason, passedMs, since }) => {
    const lasting = since === undefined ? 0 : clock.monotonic() - since;
    const seconds = secondsOf(passedMs + lasting);
    return seconds === 0 ? [] : [{ atMs, seconds, reason }];
  });
}

function secondsOf(ms: number): number {
  return Math.round(ms) / 1000;
}
