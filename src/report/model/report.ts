import type { OptionSettings } from '../../config/options.ts';
import type { Reason } from '../../spec/reasons.ts';
import type { Evidence, Level, RowWords } from '../../spec/requirement.ts';

/** A redacted exchange, the only form that leaves a run. Bodies are strings of limited length. */
export interface RecordedExchange {
  readonly id: number;
  readonly purpose: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The Authorization header is `Bearer $PETSTORE_API_KEY` or a description, never the value that was sent. */
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
    /** What `replay` needs to repeat the request: the operation, the credential and the exact bytes. */
    readonly again: {
      readonly path: string;
      readonly operation: string;
      readonly credential: string;
      /** Selects the variable part of the credential, such as appended letters, if it has one. */
      readonly variation?: number;
      readonly contentType?: string;
      readonly bodyBase64?: string;
      /** How the request states the length of the body, if not as usual. */
      readonly framing?: 'none' | 'short' | 'chunked';
    };
  };
  readonly response?: {
    readonly status: number;
    readonly reason: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
    /** True if `body` above is only a part: the beginning or, in a finding, the part with the fault. */
    readonly cut: boolean;
    /** Where in `body` the fault of a finding is, in characters. */
    readonly faultAt?: number;
  };
  readonly fault?: string;
  /** The number of the connection, counted from 1; absent if unknown. */
  readonly connection?: number;
  /** When the request was sent, in milliseconds from the start of the run. */
  readonly atMs: number;
  /** Milliseconds from sending to the end of the response. */
  readonly tookMs: number;
}

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly title: string;
  readonly source: string;
  /** The section, only for a custom check. */
  readonly section?: string;
  /** How many responses were relevant. */
  readonly tested: number;
  /** Why the requirement was not tested, not completely tested, or not selected. */
  readonly reason?: Reason;
  /** What was observed, why a violation is accepted, why the requirement is not testable, or a note on a pass. */
  readonly note?: string;
}

/** All occurrences of one cause that violates one requirement. */
export interface Finding extends RowWords {
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  readonly source: string;
  /** The section, only for a custom check. */
  readonly section?: string;
  /** The specification's sentence, quoted; absent if the source is a standard. */
  readonly sentence?: string;
  /**
   * What went wrong, such as "returned 201". It contains no generated or measured values, so it is the same in every run.
   */
  readonly cause: string;
  /** Identifies the finding: the id of the requirement and the cause. */
  readonly signature: string;
  /** The part of the response that is wrong. */
  readonly wrong: Evidence;
  readonly expected: string;
  readonly received: string;
  /** How often the finding occurred. */
  readonly count: number;
  /** How many responses or cases were relevant to the requirement, including those of the finding. */
  readonly tested: number;
  /** What was sent, by name: payloads, credentials. */
  readonly instances: readonly string[];
  /** "POST /categories returned 201", and how often. */
  readonly places: readonly { readonly place: string; readonly count: number }[];
  /** Where, or in which cases, the requirement was met. */
  readonly alsoCorrect?: readonly { readonly place: string; readonly count: number }[];
  /** Other requirements whose requests show the finding: `--only` needs them, too. */
  readonly sentFor?: readonly string[];
  /** The first exchange that shows the finding. */
  readonly exchange?: RecordedExchange;
  /** The other exchange, if the proof needs two, and the command that repeats it. */
  readonly comparedWith?: { readonly exchange: RecordedExchange; readonly curl: string };
  /** The categories of this run that are in the list of `exchange` or `comparedWith`, as JSON. */
  readonly listed?: string;
  /** Where the response of `exchange` shows the fault: JSON Pointer, id of the list element, and type or value. */
  readonly at?: readonly { readonly pointer: string; readonly id?: string; readonly value: string }[];
  /** Digests of the bodies that show the finding; `sentBodies` of a later report has them if they were sent again. */
  readonly bodies?: readonly string[];
  /** The seed of the run that generated the payload, unless it is the usual one. */
  readonly seed?: number;
  /** The generated payload that shows the finding. */
  readonly payload?: PayloadEvidence;
  /** The responses that prove the finding, if the limiter is faulty. */
  readonly timeline?: readonly TimelineRow[];
  /** A command that repeats the request, with the key as `$PETSTORE_API_KEY`. */
  readonly curl?: string;
  /**
   * The operations whose responses show the finding; for each, one form of the Authorization header, and the status that it
   * got.
   */
  readonly shownBy?: readonly {
    readonly operation: string;
    readonly credential: string;
    readonly status?: number;
    /** The forms of the Authorization header that show the finding or, for an invalid body, the kinds of bodies. */
    readonly forms?: readonly string[];
    /** The forms that were also sent to the operation, and passed. */
    readonly rightForms?: readonly string[];
  }[];
  /**
   * The last day of the acceptance, who is responsible, and the reason: "until 2026-12-31 by Ada: the gateway is being
   * replaced".
   */
  readonly accepted?: string;
  /** Set instead of `accepted` if the last day is over, so that the failure counts again. */
  readonly expired?: string;
  readonly impact: string;
  readonly fix: string;
}

/** A generated payload that the target handled wrongly. */
export interface PayloadEvidence {
  /** The id of the fault class. */
  readonly class: string;
  /** What is invalid, the valid body that it differs from, and the impact of accepting it. */
  readonly fault: string;
  readonly control: string;
  readonly accepted: string;
  /** How to generate the payload again: the seed of the class, and the position in its sequence or `first`. */
  readonly seed: number;
  readonly path: string;
  /**
   * The body as first found, and the smallest body that fails in the same way; bytes that are not UTF-8 are written as \xHH.
   */
  readonly found: string;
  readonly smallest: string;
  /** The number of requests that searched for a smaller body. */
  readonly tries: number;
  /** A command that sends only this payload. */
  readonly replay: string;
}

export interface Observation {
  readonly requirement: string;
  readonly text: string;
}

/** A category that the run left on the target: the API has no DELETE. */
export interface Leftover {
  /** The operation of a custom check that created the category; if missing, POST /categories did. */
  readonly by?: string;
  readonly id?: string;
  readonly name: string;
  /** Why the category exists. */
  readonly cause: 'created' | 'accepted though invalid' | 'accepted without a key';
  /** The cause in more detail: the credential, the response. */
  readonly how?: string;
}

/** Categories of earlier runs, recognized by their marks and not judged. */
export interface EarlierLeftovers {
  readonly count: number;
  /** The first thousand ids; only int64 integers. */
  readonly ids: readonly string[];
}

export interface Wait {
  readonly atMs: number;
  readonly seconds: number;
  readonly reason: string;
}

/** The rate-limit headers of one response. Times are in ms from the start of the run. */
export interface TimelineRow {
  readonly id: number;
  /** When the request was sent, and when the head of the response was read. */
  readonly atMs: number;
  readonly readMs: number;
  readonly operation: string;
  readonly withKey: boolean;
  readonly status?: number;
  readonly limit?: number;
  readonly remaining?: number;
  /** The time of Reset in seconds since 1970. */
  readonly reset?: number;
  /** Seconds from the response to Reset, based on its Date or, without one, on the local clock. */
  readonly resetIn?: number;
  readonly retryAfter?: string;
}

/** The plan that is printed before a run. Its numbers are numbers of requests unless described otherwise. */
export interface RequestPlan {
  readonly checks: number;
  /** Requests that a conforming server gets, without those that prove the limit. */
  readonly withKey: number;
  readonly withoutKey: number;
  /** Categories that a conforming server creates. */
  readonly creates: number;
  readonly invalidBodies: number;
  /** Bodies that may break a faulty server permanently if it stores them. They are sent last. */
  readonly mayBreak?: number;
  /**
   * Limit + 3, the number of requests that prove the limit; absent while the limit is unknown or if the limit is not proven.
   */
  readonly proof?: number;
  /** Why the limit is not proven. */
  readonly proofSkipped?: string;
  readonly totalWithKey?: number;
  /** Maximum number of categories that a run creates (POSTs that get a 2xx), whatever the server accepts. */
  readonly createsAtMost?: number;
  /** The normal number of waits for a window. */
  readonly waits?: number;
  /** Maximum total of all waits in seconds, whatever the server asks for. */
  readonly waitsAtMost?: number;
  /** Maximum number of requests that a run sends, retries included, whatever the server does. */
  readonly atMost: number;
}

/**
 * Counts of the specification's required requirements. They include neither custom checks nor requirements that only
 * `--profile thorough` tests.
 */
export interface Scope {
  readonly required: number;
  /** The requirements other than those with the verdict `not selected`. */
  readonly selected: number;
  /** The requirements that passed, including after a retry. */
  readonly passed: number;
  /** The requirements that are violated and not accepted. */
  readonly failed: number;
  /** The requirements whose violations are accepted, and those that such violations kept from being tested. */
  readonly accepted: number;
}

/** The effective configuration: the settings of the options, and the target without the key and the values of extra headers. */
export interface Configuration extends OptionSettings {
  readonly baseUrl: string;
  /** The files of trusted certificates, of the client certificate, and of its private key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly certKey?: string;
  /** The interface description: a path or URL. */
  readonly description?: string;
  /** The file of accepted failures, or the report, as given. */
  readonly accepted?: string;
  /** The files of custom checks, as given. */
  readonly checks?: readonly string[];
  readonly headerNames: readonly string[];
}

/** The files for TLS, by the names of their options. */
export type TlsFiles = Pick<Configuration, 'ca' | 'cert' | 'certKey'>;

/** The result of a run, and the source of all other output. `complete` is last, so that truncation is visible. */
export interface Report {
  readonly format: 'petstore-conformance/report';
  readonly formatVersion: 3;
  readonly kit: { readonly name: string; readonly version: string; readonly node: string };
  /** The version of the requirement catalog. */
  readonly requirementsVersion: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly target: string;
  readonly configuration: Configuration;
  readonly runMark: string;
  /** Names and values that the user gave the run, such as `build: '1.4.2'`. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly plan: RequestPlan;
  readonly verdict: {
    readonly outcome: RunOutcome;
    readonly exitStatus: number;
    readonly sentence: string;
    readonly counts: Readonly<Record<Verdict, number>>;
    readonly scope: Scope;
  };
  readonly requests: {
    readonly total: number;
    readonly withKey: number;
    readonly withoutKey: number;
    readonly rateLimited: number;
    readonly retried: number;
    readonly creates: number;
  };
  readonly waits: readonly Wait[];
  /** Responses with rate-limit headers; only the first and last ones of a long run. */
  readonly timeline: { readonly rows: readonly TimelineRow[]; readonly leftOut: number };
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly leftovers: readonly Leftover[];
  /** Categories of earlier runs, if the list showed any. */
  readonly earlierLeftovers?: EarlierLeftovers;
  /** Digests of the bodies of POSTs that got a response, computed without the mark of the run. */
  readonly sentBodies?: readonly string[];
  /**
   * How requests that got a response were sent: "listCategories key-cut", and "… after bearer" if a request with the key
   * came before on the same connection. For generated bodies, "createCategory" and their kind are included, too.
   */
  readonly sentForms?: readonly string[];
  /** Present if the first list that the run read was empty. */
  readonly startedEmpty?: true;
  /** The accepted failures and their states, if any were given. */
  readonly accepted?: readonly AcceptedState[];
  /** All exchanges, if requested; only the first ones of a long run. */
  readonly exchanges?: { readonly recorded: readonly RecordedExchange[]; readonly leftOut: number };
  /** Faults of the kit, not of the target. */
  readonly kitFaults: readonly string[];
  /** Faults of custom checks, not of the kit or the target. */
  readonly checkFaults?: readonly string[];
  readonly complete: boolean;
}

/** The verdict of one requirement. */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'not tested'
  | 'not selected'
  | 'accepted'
  | 'not testable';

/** How the run ended; `exitStatus` is the same as a number. */
export type RunOutcome =
  | 'conforms'
  /** No failure counts, but some are accepted, or some required requirements are undecided or not selected. */
  | 'passed'
  | 'does not conform'
  | 'wrong command or configuration'
  /** No failure counts, but something prevented a verdict, or `--strict` requires more. */
  | 'no verdict'
  | 'interrupted';

/** A failure that is accepted until a date. It is compared with findings by requirement, operation and cause. */
export interface AcceptedFailure {
  /** The requirement that is violated. */
  readonly requirement: string;
  /** The operation whose response shows the failure; without it, any operation. */
  readonly operation?: string;
  /** What goes wrong, as in the report; without it, anything. */
  readonly cause?: string;
  /** The form of the Authorization header that showed the failure, unless that was the valid key. */
  readonly credential?: string;
  /** The status that showed the failure, if the requirement is about responses of any status. */
  readonly status?: number;
  /** Present if the failure may show only while no category is stored. */
  readonly emptyStore?: true;
  /**
   * The body that showed the failure, without the mark of its run. A generated body has a class, and every run sends it
   * again.
   */
  readonly body?: { readonly class?: string; readonly base64: string };
  /**
   * Forms of the Authorization header, or kinds of invalid bodies, that passed when the failure was accepted. The acceptance
   * does not cover them.
   */
  readonly rightForms?: readonly string[];
  readonly reason: string;
  /** Who is responsible. Like `until`, this is missing if the failure is accepted because an earlier report has it. */
  readonly owner?: string;
  /** The last day on which the failure is accepted, as YYYY-MM-DD in UTC. */
  readonly until?: string;
  readonly ticket?: string;
}

/** A document with accepted failures, as `accept` writes it. It may have further fields. */
export interface AcceptedFile {
  readonly format: 'petstore-conformance/accepted';
  readonly formatVersion: 1;
  readonly accepted: readonly AcceptedFailure[];
}

/**
 * An accepted failure, and what became of it in a run. `applied`: it occurred. `expired`: its last day is over, so it has no
 * effect. `no longer needed`: what had failed was sent again and passed. `not tested again`: none of these.
 */
export interface AcceptedState extends AcceptedFailure {
  readonly state: 'applied' | 'expired' | 'no longer needed' | 'not tested again';
}
