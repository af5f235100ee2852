import type { RowWords } from '../spec/requirement.ts';
import type { Exchange } from './exchange.ts';

/** How a response differs from what is expected. The strings may quote the target; every output escapes them. */
export interface Mismatch extends RowWords {
  readonly expected: string;
  readonly received: string;
  /**
   * Names the cause without generated values, so that occurrences can be grouped and runs can be compared: "returned 201",
   * "X-RateLimit-Reset is missing".
   */
  readonly cause: string;
  /** A second exchange, sent before or after the first, if one exchange alone proves nothing. */
  readonly comparedWith?: Exchange;
  /** The relevant list elements as JSON; only elements that this run created. */
  readonly listed?: string;
  /**
   * The first few places in the body of the exchange that show the mismatch: a JSON Pointer, the id of the list element if that
   * is an integer, and the type of the value or, if this run created the element, the value.
   */
  readonly at?: readonly { readonly pointer: string; readonly id?: string; readonly value: string }[];
  /** The field of the body that is wrong. */
  readonly member?: string;
  /** A string in the body. A long body is cut so that the report shows the part with this string. */
  readonly near?: string;
  /** Selects the advice if the status alone cannot. */
  readonly outcome?: 'failed';
  /** Replaces the requirement's impact and fix if they do not fit. */
  readonly advice?: { readonly impact: string; readonly fix: string };
}

/** One violation of a requirement, and the exchange that shows it. */
export interface Occurrence extends Mismatch {
  readonly requirement: string;
  /** The exchange that shows the violation; absent if the whole run shows it. */
  readonly exchange?: Exchange;
  /** The exchange that first showed the violation, if a smaller payload was found later. */
  readonly firstFound?: Exchange;
  /** The case: what was sent or examined, such as the fault of a payload. */
  readonly instance?: string;
}
