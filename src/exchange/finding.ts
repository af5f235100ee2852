import type { Exchange } from './exchange.ts';

/** What an expectation that was not met says. Texts may quote the target; every sink escapes them. */
export interface Mismatch {
  readonly expected: string;
  readonly received: string;
  /**
   * Names the cause without any drawn value, so that all its occurrences become one finding and two runs can
   * be compared: "answered 201", "X-RateLimit-Reset is missing".
   */
  readonly cause: string;
  /** The other exchange of the proof, where one alone proves nothing: what was sent before, or read afterwards. */
  readonly comparedWith?: Exchange;
  /** What the list among the two shows of it: rows of this run alone, as JSON. */
  readonly listed?: string;
  /** What happened, where the status does not tell it: for the advice on it. */
  readonly outcome?: 'failed';
  /** What it means and how to fix it, where the requirement does not fit what happened. */
  readonly advice?: { readonly means: string; readonly mend: string };
}

/** One occurrence of a fault: a requirement, the exchange that shows it, and what was wrong with it. */
export interface Occurrence extends Mismatch {
  readonly requirement: string;
  /** The exchange that shows it; without one where the whole run does. */
  readonly exchange?: Exchange;
  /** The exchange that showed it first, where a smaller payload was found since. */
  readonly firstFound?: Exchange;
  /** What in particular was sent or looked at, for example the name of a payload. */
  readonly instance?: string;
}

/** The reason why a requirement was not exercised where another one that it depends on is violated; the report names that. */
export const dependent: string = 'what it depends on is violated';

/** What a rule over the whole run found. */
export interface FoldResult {
  /** How many exchanges bore on it. */
  readonly exercised: number;
  readonly occurrences: readonly Omit<Occurrence, 'requirement'>[];
  /** In which cases it was kept, by name: said beside a finding. */
  readonly kept?: readonly string[];
  /** Why nothing bore on it, where nothing did. */
  readonly reason?: string;
  /**
   * Set where the run as a whole shows that single answers prove nothing: earlier passes are withdrawn, and
   * earlier findings too if this result has one of its own.
   */
  readonly supersedes?: true;
  /** What was seen, for an observed row. */
  readonly seen?: string;
}

export interface Fold {
  readonly step: (exchange: Exchange) => void;
  readonly end: () => FoldResult;
}
