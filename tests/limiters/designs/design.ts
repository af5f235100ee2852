import type { RunContext } from '../../../src/engine/session.ts';
import type { Clock } from '../../../src/exchange/clock.ts';
import type { GuestBook } from '../guest-book.ts';

/** A server that is there for a run, with the book it keeps; it is told how it is reached where that is not a socket. */
export interface Started extends Pick<RunContext, 'openDispatcher'> {
  readonly url: string;
  readonly book: GuestBook;
  /** There is nothing to be closed where it is left out. */
  readonly close?: () => Promise<void>;
}

/** One way to put a limiter into service. */
export interface Way {
  readonly id: string;
  readonly title: string;
  /** The rows that must be found, these and no others; none where it passes. */
  readonly requirements: readonly string[];
  /** Why nothing is found in a fault: which reading leaves it open. */
  readonly why?: string;
  readonly start: (clock: Clock) => Promise<Started>;
}

/** A way to limit requests, as it should be and with the faults that can be made in it. */
export interface Design {
  readonly id: string;
  readonly title: string;
  /** How it describes itself in the three headers. */
  readonly describes: string;
  readonly right: Way;
  readonly faults: readonly Way[];
}
