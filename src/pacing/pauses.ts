import type { Clock } from '../model/clock.ts';
import type { Ahead, Listener } from '../model/events.ts';
import type { Wait } from '../model/report.ts';

/** The waits of a run: each with its reason, all together capped. Nothing is sent while one lasts. */
export interface Pauses {
  /**
   * Sleeps `ms`; `ahead` is what is known to be sent afterwards. A sentence says why not, where the cap of all
   * waits would be exceeded; 'interrupted' where the run was. Gaps in a row are listed as one wait.
   */
  pause(
    ms: number,
    reason: string,
    about?: { readonly ahead?: Ahead; readonly isGap?: boolean },
  ): Promise<PauseEnd>;
  readonly lasting: () => boolean;
  /** How many ms of waits are left. */
  readonly left: () => number;
  readonly waits: readonly Wait[];
}

export type PauseEnd = 'over' | 'interrupted' | { readonly refused: string };

export interface PausesOptions {
  readonly clock: Clock;
  /** All waits of the run together, in milliseconds. */
  readonly maxWaitMs: number;
  readonly listen: Listener;
  readonly signal?: AbortSignal;
}

/** Waits by the clock, and counts what was waited against `maxWaitMs`. */
export function createPauses({ clock, maxWaitMs, listen, signal }: PausesOptions): Pauses {
  const startedAt = clock.monotonic();
  const waits: Wait[] = [];
  let waitedMs = 0;
  let lasting = false;
  const left = () => maxWaitMs - waitedMs;

  return {
    async pause(ms, reason, { ahead, isGap = false } = {}) {
      const wanted = Math.max(0, ms);
      if (wanted > left()) {
        const seconds = Math.ceil(wanted / 1000);
        return { refused: `a wait of ${seconds} s ${reason} would exceed --max-wait ${maxWaitMs / 1000}` };
      }
      waitedMs += wanted;
      const seconds = Math.round(wanted) / 1000;
      const last = waits.at(-1);
      if (isGap && last?.reason === reason)
        waits[waits.length - 1] = { ...last, seconds: Math.round((last.seconds + seconds) * 1000) / 1000 };
      else {
        waits.push({ atMs: Math.round(clock.monotonic() - startedAt), seconds, reason });
        listen({ type: 'waiting', seconds, reason, ...(ahead === undefined ? {} : { ahead }) });
      }
      lasting = true;
      try {
        await clock.sleep(wanted, signal);
        return 'over';
      } catch {
        return 'interrupted';
      } finally {
        lasting = false;
      }
    },
    lasting: () => lasting,
    left,
    waits,
  };
}
