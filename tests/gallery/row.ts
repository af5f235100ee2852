import type { Settings } from '../../src/config/settings.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { Report, RunOutcome } from '../../src/report/model/report.ts';

/** Where a server of the gallery comes from. */
export type Family = 'defects' | 'variants' | 'limiters' | 'strangers' | 'hostile' | 'stacks' | 'phenomena';

/** A server of the gallery: what it does, why it exists, how to start it, and what the kit must report about it. */
export interface Row {
  /** An id that is unique in the family. Its meaning never changes. */
  readonly id: string;
  readonly family: Family;
  /** What the server does. */
  readonly title: string;
  /** How a mistake happens, or why the server is legal. */
  readonly origin: string;
  /** Settings of the run that differ from the defaults. */
  readonly settings?: Partial<Settings>;
  readonly expect: Expect;
  /** The clock that the kit and the server share. If it is missing, both run in real time. */
  readonly clock?: () => Clock;
  readonly start: Start;
  /** Runs the kit in a way other than through its library. */
  readonly run?: RunKit;
}

/** What the kit must report about a server. Whether a requirement fails or warns depends on its level. */
export interface Expect {
  /** All of these requirements fail or warn. No others do, except for some in `oneOf` and `may`. */
  readonly reports: readonly string[];
  /** At least one of these requirements is also reported. */
  readonly oneOf?: readonly string[];
  /** Requirements that may also be reported. */
  readonly may?: readonly string[];
  /** Requirements that must pass, so the run must have tested them. */
  readonly passes?: readonly string[];
  /** Requirements that are not tested, each for a reason that matches its pattern. */
  readonly notTested?: Readonly<Record<string, RegExp>>;
  /** The exit status, unless it follows from the levels of the reported requirements: 1 if one of them is required, else 0. */
  readonly status?: 0 | 1 | 3;
  /** The outcome of the run, if another outcome with the same exit status would be wrong. */
  readonly outcome?: RunOutcome;
  /** Matches the verdict of the run. */
  readonly verdict?: RegExp;
}

/** Starts a server, or says why it is skipped on this machine. */
export type Start = (clock: Clock | undefined) => Promise<Started | Skipped>;

export interface Skipped {
  readonly skipped: string;
}

/** A server that runs during one test. */
export interface Started extends Pick<RunContext, 'openDispatcher'> {
  /** The base URL. */
  readonly url: string;
  /** Returns what the server counted. Missing if the server does not count. */
  readonly counted?: () => Counted;
  /** Returns what the server objects to in the requests, if anything. */
  readonly complaint?: () => string | undefined;
  /** Missing if there is nothing to close. */
  readonly close?: () => Promise<void>;
}

/** What a server counted with its own code, not with the kit's. */
export interface Counted {
  readonly requests: number;
  /** Requests between a 429 and the end of its wait. */
  readonly whileLimited: number;
  readonly withKey?: number;
  readonly withoutKey?: number;
  /** POSTs that got a 2xx. */
  readonly accepted?: number;
  /** Responses with 500 because the changed server itself failed. */
  readonly faults?: number;
}

/** Runs the kit against a server that has been started. */
export type RunKit = (
  server: Started,
  settings: Partial<Settings>,
  context: RunContext,
) => Promise<{ readonly report: Report; readonly complaints?: readonly string[] }>;
