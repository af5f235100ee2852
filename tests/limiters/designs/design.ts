import type { Clock } from '../../../src/exchange/clock.ts';
import type { Started } from '../../gallery/row.ts';

/** One way to set up a limiter. */
export interface Way {
  readonly id: string;
  readonly title: string;
  /** Exactly the requirements that must be reported; none if the limiter passes. */
  readonly requirements: readonly string[];
  /** Why the kit does not report the fault: what the specification leaves open. */
  readonly why?: string;
  /** Whether the limiter asks for a wait beyond `--max-wait`, so that the run has no verdict. */
  readonly exceedsMaxWait?: boolean;
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
