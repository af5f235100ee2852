import { Stopped } from '../exchange/stopped.ts';
import { definedOnly } from '../text/defined-only.ts';
import { faultOf, frozen, type Place, thrownBy } from './blame.ts';
import { bounded } from './bounded.ts';
import type { Check, Probe, Tools } from './built-in.ts';
import { createMadeRequests } from './made-requests.ts';
import type { CustomCheck, CustomProbe, CustomTools, Facts } from './vocabulary.ts';

interface Guard {
  readonly place: Place;
  /** A check that neither sends nor waits for so long, in ms, is given up. */
  readonly longestIdleMs: number;
  /** The guarded probe for one of the file. */
  readonly probeOf: (probe: CustomProbe) => Probe;
}

/**
 * Runs a custom check. It ends when the check does, and in any case when a request of it is turned away, when the run is
 * interrupted, or when the check does nothing for too long. What it tries to send after that is never sent.
 */
export function runGuarded(check: CustomCheck, { place, longestIdleMs, probeOf }: Guard): Check['run'] {
  return (tools) => {
    const requests = createMadeRequests(place, tools.name, check.needs.creates);
    let inFlight = 0;
    let timer: NodeJS.Timeout | undefined;
    let end: ((error?: Error) => void) | undefined;

    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => {
        clearTimeout(timer);
        end = undefined;
        tools.signal?.removeEventListener('abort', interrupt);
        if (error === undefined) resolve();
        else reject(error);
      };
    });
    tools.signal?.addEventListener('abort', interrupt, { once: true });
    if (tools.signal?.aborted) interrupt();
    waitForAct();
    void carryOut();
    return ended;

    async function carryOut(): Promise<void> {
      try {
        await bounded(place, () => check.run(guardedTools(tools)));
      } catch (error) {
        end?.(thrownBy(place, error));
      }
      if (inFlight > 0) end?.(faultOf(place, 'ended before what it began: is an `await` missing?'));
      end?.();
    }

    function guardedTools({ random, instance, facts, send, probe, wait }: Tools): CustomTools {
      return Object.freeze({
        name: requests.name,
        random,
        instance: (name: string) => instance(String(name)),
        facts: factsOf(facts),
        send: (make) => act(async () => frozen(await send(requests.from(make)))),
        probe: (wanted) => act(async () => frozen(await probe(probeOf(wanted)))),
        wait: (ms, reason) => act(() => wait(Number(ms) || 0, String(reason))),
      } satisfies CustomTools);
    }

    /** What was turned away ends the check, whatever it makes of that: a check that tried again for ever would never end. */
    async function act<Result>(begin: () => Promise<Result>): Promise<Result> {
      if (end === undefined) return never();
      clearTimeout(timer);
      inFlight++;
      try {
        const result = await begin();
        return end === undefined ? await never() : result;
      } catch (error) {
        end?.(thrownBy(place, error));
        return never();
      } finally {
        inFlight--;
        if (inFlight === 0) waitForAct();
      }
    }

    function waitForAct(): void {
      if (end === undefined) return;
      const what = `neither sent nor waited for anything within ${longestIdleMs / 1_000} s and was given up`;
      timer = setTimeout(() => end?.(faultOf(place, what)), longestIdleMs);
    }

    function interrupt(): void {
      end?.(new Stopped('interrupted', 'the run was interrupted'));
    }
  };
}

/** What custom code may know of the run: nothing by which it could change it. */
export function factsOf({ base, plan, description, holdsKey }: Facts): Facts {
  return Object.freeze({
    base: new URL(base),
    ...definedOnly({ plan, description: description && structuredClone(description) }),
    holdsKey,
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
