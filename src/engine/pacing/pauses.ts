import type { Clock } from '../../exchange/clock.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Ahead, Listener } from '../../report/model/events.ts';
import type { Wait } from '../../report/model/report.ts';
import { definedOnly } from '../../text/defined-only.ts';

interface PausesOptions {
  readonly clock: Clock;
  /** All waits of the run together, in milliseconds. */
  readonly maxWaitMs: number;
  readonly listen: Listener;
  readonly signal: AbortSignal;
}

/** Waits by the clock, and counts what was waited against `maxWaitMs`. Nothing is sent while a wait lasts. */
export function createPauses({ clock, maxWaitMs, listen, signal }: PausesOptions) {
  const startedAt = clock.monotonic();
  const waits: Wait[] = [];
  let leftMs = maxWaitMs;
  let lasting = false;

  return {
    /**
     * Sleeps `ms`, and returns why the run ends where it does; `ahead` is what is known to be sent afterwards. Gaps in a row
     * are listed as one wait.
     */
    async pause(
      ms: number,
      reason: string,
      { ahead, isGap = false }: { readonly ahead?: Ahead; readonly isGap?: boolean } = {},
    ): Promise<Stopped | undefined> {
      const wanted = Math.max(0, ms);
      if (wanted > leftMs) {
        const wait = `a wait of ${Math.ceil(wanted / 1000)} s ${reason}`;
        return new Stopped('waits spent', `${wait} would exceed --max-wait ${maxWaitMs / 1000}`);
      }
      leftMs -= wanted;
      const seconds = Math.round(wanted) / 1000;
      const last = waits.at(-1);
      if (isGap && last?.reason === reason)
        waits[waits.length - 1] = { ...last, seconds: Math.round((last.seconds + seconds) * 1000) / 1000 };
      else {
        waits.push({ atMs: Math.round(clock.monotonic() - startedAt), seconds, reason });
        listen({ type: 'waiting', seconds, reason, ...definedOnly({ ahead }) });
      }
      lasting = true;
      try {
        await clock.sleep(wanted, signal);
        return undefined;
      } catch {
        return new Stopped('interrupted', interrupted);
      } finally {
        lasting = false;
      }
    },
    lasting: () => lasting,
    /** How many ms of waits are left. */
    leftMs: () => leftMs,
    waits,
  };
}

export const interrupted = 'the run was interrupted';
