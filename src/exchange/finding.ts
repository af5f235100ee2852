import type { Exchange } from './exchange.ts';

/** How a response differs from what is expected. Texts may quote the target; every sink escapes them. */
export interface Mismatch {
  readonly expected: string;
  readonly received: string;
  /**
   * Names the cause without generated values, so that its occurrences become one finding and two runs can be compared:
   * "answered 201", "X-RateLimit-Reset is missing".
   */
  readonly cause: string;
  /** The second exchange of the proof, where one proves nothing: sent before, or read afterwards. */
  readonly comparedWith?: Exchange;
  /** What the list among the two shows of it: elements of this run alone, as JSON. */
  readonly listed?: string;
  /** What happened, where the status does not show it: for the advice. */
  readonly outcome?: 'failed';
  /** Impact and fix, where those of the requirement do not fit. */
  readonly advice?: { readonly impact: string; readonly fix: string };
}

/** One violation of a requirement, and the exchange that shows it. */
export interface Occurrence extends Mismatch {
  readonly requirement: string;
  /** The exchange that shows it; absent where the whole run does. */
  readonly exchange?: Exchange;
  /** The exchange that showed it first, where a smaller payload was found since. */
  readonly firstFound?: Exchange;
  /** What in particular was sent or examined, for example the name of a payload. */
  readonly instance?: string;
}

/** Why a requirement was not tested: another one that it depends on is violated. The report names that. */
export const dependent: string = 'what it depends on is violated';

/** What a rule on the whole run found. */
export interface FoldResult {
  /** How many exchanges were relevant. */
  readonly tested: number;
  readonly occurrences: readonly Omit<Occurrence, 'requirement'>[];
  /** The cases that passed, by name: reported with a finding. */
  readonly alsoCorrect?: readonly string[];
  /** Why none was relevant, if none was. */
  readonly reason?: string;
  /** Withdraws earlier passes, and earlier findings if this result has one: single responses prove nothing. */
  readonly supersedes?: true;
  /** What was observed, for an observed requirement. */
  readonly seen?: string;
}

export interface Fold {
  readonly step: (exchange: Exchange) => void;
  readonly end: () => FoldResult;
}
