import type { RunContext } from '../../../src/engine/session.ts';
import type { Clock } from '../../../src/exchange/clock.ts';
import type { RequestLog } from '../request-log.ts';

/** A server that runs during one test, with a log of its requests, and a dispatcher if it is not reached through a socket. */
export interface Started extends Pick<RunContext, 'openDispatcher'> {
  readonly url: string;
  readonly log: RequestLog;
  /** Missing if there is nothing to close. */
  readonly close?: () => Promise<void>;
}

/** One way to set up a limiter. */
export interface Way {
  readonly id: string;
  readonly title: string;
  /** Exactly the requirements that must be reported; none if it passes. */
  readonly requirements: readonly string[];
  /** Why a fault is not reported: what the specification leaves open. */
  readonly why?: string;
  readonly start: (clock: Clock) => Promise<Started>;
}

/** A kind of limiter, set up correctly and with each fault. */
export interface Design {
  readonly id: string;
  readonly title: string;
  /** What the three headers describe. */
  readonly describes: string;
  readonly right: Way;
  readonly faults: readonly Way[];
}
