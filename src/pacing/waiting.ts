import type { Clock } from '../model/clock.ts';
import type { Ahead } from '../model/events.ts';
import type { Allowance } from './allowance.ts';
import type { Backlog } from './backlog.ts';
import type { Backoff } from './backoff.ts';
import type { Limited } from './limited.ts';
import type { Pauses } from './pauses.ts';
import type { Proof } from './proof.ts';
import type { QuotaEstimate } from './quota.ts';
import { Stopped } from './stopped.ts';

/** What a run waits for. */
export type WaitFor = 'limit' | 'quota' | 'backoff';

/** Where a run waits. Each wait resolves with undefined when it is over, or with why the run ends instead. */
export interface Waiting {
  wait(what: WaitFor): Promise<Stopped | undefined>;
  /** A wait that a check asks for. */
  sleep(ms: number, reason: string): Promise<Stopped | undefined>;
}

export interface WaitingParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly pauses: Pauses;
  readonly limited: Limited;
  readonly backoff: Backoff;
  readonly quota: QuotaEstimate;
  readonly proof: Proof;
  readonly backlog: Backlog;
  readonly allowance: Allowance;
}

/** A 429 in a row after this many is taken as "limited for good". */
const most429sInARow = 4;
const mostJitterMs = 500;
/** Where nothing says when the quota comes back, in milliseconds. */
const unknownResetMs = 1_000;
export const interrupted = 'the run was interrupted';

/** Waits for what it takes, with the words that tell the user why. */
export function createWaiting(parts: WaitingParts): Waiting {
  const { clock, pauses, limited, backoff, quota, proof, backlog, allowance } = parts;

  return {
    wait(what) {
      switch (what) {
        case 'limit':
          return waitOutLimit();
        case 'quota':
          return waitForQuota();
        case 'backoff':
          return pause(
            (backoff.until(clock.monotonic()) ?? 0) - clock.monotonic(),
            backoff.reason(),
            ahead(),
          );
      }
    },
    sleep: (ms, reason) => pause(ms, reason),
  };

  async function waitOutLimit(): Promise<Stopped | undefined> {
    const times = limited.inARow();
    if (times >= most429sInARow)
      return new Stopped('still limited', `still 429 after the time given was waited out ${times} times`);
    if (proof.decision().kind !== 'open') proof.end();
    const end = limited.until() ?? clock.monotonic();
    const stopped = await pause(end - clock.monotonic(), limited.reason(), ahead());
    if (stopped !== undefined) return stopped;
    limited.over();
    quota.forget();
    return undefined;
  }

  async function waitForQuota(): Promise<Stopped | undefined> {
    const held = backlog.firsts().filter(allowance.isHeld);
    const count = backlog.count((first) => held.includes(first));
    const returns = held.flatMap(({ request }) => quota.returns(request.operation, count) ?? []);
    const [soonest] = returns.sort((a, b) => a.at - b.at);
    const now = clock.monotonic();
    const ms = Math.max(0, (soonest?.at ?? now + unknownResetMs) - now) + parts.random() * mostJitterMs;
    const basis = soonest?.bitByBit === true ? 'they come back bit by bit' : 'X-RateLimit-Reset';
    const stopped = await pause(ms, `for requests to be allowed again (${basis})`, ahead());
    if (stopped === undefined) quota.forget();
    return stopped;
  }

  function ahead(): Ahead {
    return { requests: backlog.size, proof: proof.whyNot() === undefined };
  }

  async function pause(ms: number, reason: string, then?: Ahead): Promise<Stopped | undefined> {
    const ended = await pauses.pause(ms, reason, then);
    if (ended === 'over') return undefined;
    if (ended === 'interrupted') return new Stopped('interrupted', interrupted);
    return new Stopped('waits spent', ended.refused);
  }
}
