import type { Clock } from '../../../src/model/clock.ts';
import type { GuestBook } from '../guest-book.ts';

/** A server that is listening, with the book it keeps. */
export interface Started {
  readonly url: string;
  readonly book: GuestBook;
  readonly close: () => Promise<void>;
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
