import type { Exchange } from '../model/exchange.ts';
import type { Mismatch } from '../model/finding.ts';

/** What a list, or an answer, does not show as it should. */
export interface Trouble extends Mismatch {
  readonly exchange: Exchange;
  /** What was sent, by name. */
  readonly instance?: string;
}

/** What the lists showed. */
export interface Looked {
  readonly exercised: number;
  readonly troubles: readonly Trouble[];
  /** What was sent where all was right, by name. */
  readonly kept: readonly string[];
}
