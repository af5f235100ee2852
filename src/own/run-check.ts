import type { Probe, Tools } from '../kit/suite.ts';
import { Stopped } from '../pacing/stopped.ts';
import { faultOf, type Place, thrownBy } from './blame.ts';
import { bounded } from './bounded.ts';
import { frozen } from './frozen.ts';
import { createMadeRequests } from './made-requests.ts';
import type { OwnCheck, OwnFacts, OwnProbe, OwnTools } from './vocabulary.ts';

export interface Running {
  readonly place: Place;
  /** A check that neither sends nor waits for so long, in ms, is given up. */
  readonly longestIdleMs: number;
  /** The kit's probe for one of the file. */
  readonly probeOf: (probe: OwnProbe) => Probe;
}

/**
 * Runs a check that a user wrote. It ends when the check does, and in any case when a request of it is turned away, when the
 * run is interrupted, or when the check does nothing for too long. What it tries to send after that is never sent.
 */
export function runCheck(check: OwnCheck, tools: Tools, running: Running): Promise<void> {
  const { place, longestIdleMs, probeOf } = running;
  const requests = createMadeRequests(place, check.needs.creates ?? 0, tools.name);
  let underWay = 0;
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
      await bounded(place, () => check.run(ownTools()));
    } catch (error) {
      end?.(thrownBy(place, error));
    }
    if (underWay > 0) end?.(faultOf(place, 'ended before what it began: is an `await` missing?'));
    end?.();
  }

  function ownTools(): OwnTools {
    return Object.freeze({
      name: requests.name,
      random: tools.random,
      instance: (name: string) => tools.instance(String(name)),
      facts: ownFacts(tools.readings),
      send: (make) => act(async () => frozen(await tools.send(requests.from(make)))),
      probe: (probe) => act(async () => frozen(await tools.probe(probeOf(probe)))),
      wait: (ms, reason) => act(() => tools.wait(Number(ms) || 0, String(reason))),
    } satisfies OwnTools);
  }

  /** What was turned away ends the check, whatever it makes of that: a check that tried again for ever would never end. */
  async function act<Result>(begin: () => Promise<Result>): Promise<Result> {
    if (end === undefined) return never();
    clearTimeout(timer);
    underWay++;
    try {
      const result = await begin();
      return end === undefined ? await never() : result;
    } catch (error) {
      end?.(error instanceof Stopped ? error : thrownBy(place, error));
      return never();
    } finally {
      underWay--;
      if (underWay === 0) waitForAct();
    }
  }

  function waitForAct(): void {
    if (end === undefined) return;
    const seconds = longestIdleMs / 1_000;
    timer = setTimeout(
      () =>
        end?.(faultOf(place, `neither sent nor waited for anything within ${seconds} s and was given up`)),
      longestIdleMs,
    );
  }

  function interrupt(): void {
    end?.(new Stopped('interrupted', 'the run was interrupted'));
  }
}

/** What a check or a rule of a user may know of the run: nothing by which it could change it. */
export function ownFacts({ base, plan, description, holdsKey }: Tools['readings']): OwnFacts {
  return Object.freeze({
    base: new URL(base),
    ...(plan === undefined ? {} : { plan }),
    ...(description === undefined ? {} : { description: structuredClone(description) }),
    holdsKey,
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
