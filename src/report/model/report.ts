import type { Level } from '../../spec/requirement.ts';

/** An exchange without secrets, the only form in which one leaves the run. Bodies are capped texts. */
export interface RecordedExchange {
  readonly id: number;
  readonly purpose: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The Authorization header is `Bearer $PETSTORE_API_KEY` or in words, never as it was sent. */
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
    /** What it takes to send it again: the operation, the credential, and the exact bytes. */
    readonly again: {
      readonly path: string;
      readonly operation: string;
      readonly credential: string;
      readonly contentType?: string;
      readonly bodyBase64?: string;
    };
  };
  readonly response?: {
    readonly status: number;
    readonly reason: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
    /** True where `body` above is only the beginning. */
    readonly cut: boolean;
  };
  readonly fault?: string;
  /** Counts the connections of the run from 1; absent if unknown. */
  readonly connection?: number;
  /** Milliseconds from the start of the run to the sending. */
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
  /** The section, only of a requirement that the user added. */
  readonly section?: string;
  /** How many responses were relevant. */
  readonly tested: number;
  /** Why it was not tested, not selected or is not testable; what was observed; or a note on a pass. */
  readonly reason?: string;
}

/** All occurrences of one cause at one requirement. */
export interface Finding {
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  readonly source: string;
  /** The section, only of a requirement that the user added. */
  readonly section?: string;
  /** What the specification says, word for word; absent if the source is a standard. */
  readonly sentence?: string;
  /** Stable between runs: holds no generated or measured value. */
  readonly signature: string;
  readonly expected: string;
  readonly received: string;
  /** How often it occurred. */
  readonly count: number;
  /** How many responses or cases were relevant to the requirement, these included. */
  readonly tested?: number;
  /** What was sent, by name: payloads, credentials. */
  readonly instances: readonly string[];
  /** "POST /categories answered 201", and how often. */
  readonly places: readonly { readonly place: string; readonly count: number }[];
  /** Where, or in which cases, the requirement was met: what needs no fix. */
  readonly alsoCorrect?: readonly { readonly place: string; readonly count: number }[];
  /** The first exchange that shows it. */
  readonly exchange?: RecordedExchange;
  /** The other exchange of the proof, if one alone proves nothing, and the command that sends it again. */
  readonly comparedWith?: { readonly exchange: RecordedExchange; readonly curl: string };
  /** What the list among the two shows: categories that this run created, as JSON. */
  readonly listed?: string;
  /** The generated payload that shows it: as first found, and the smallest found since. */
  readonly payload?: PayloadEvidence;
  /** The responses that prove it, if the limiter is wrong. */
  readonly timeline?: readonly TimelineRow[];
  /** A command that sends that request again, with the key as `$PETSTORE_API_KEY`. */
  readonly curl?: string;
  /** Until when, by whom and why it is waived. */
  readonly waived?: string;
  /** True if the baseline holds it too. */
  readonly known?: boolean;
  readonly impact: string;
  readonly fix: string;
}

/** A generated payload that the target judged wrongly. */
export interface PayloadEvidence {
  /** The fault class, by its id. */
  readonly class: string;
  /** What is wrong with it, the valid body that it differs from, and the impact of accepting it. */
  readonly fault: string;
  readonly control: string;
  readonly accepted: string;
  /** What generates it again: the seed of the class and the place in its sequence, `first` if sent before any other. */
  readonly seed: number;
  readonly path: string;
  /** The body as first found, and the smallest that fails in the same way; bytes that are not UTF-8 as \xHH. */
  readonly found: string;
  readonly smallest: string;
  /** How many requests the search for a smaller one took. */
  readonly tries: number;
  /** A command that sends only that again. */
  readonly replay: string;
}

export interface Observation {
  readonly requirement: string;
  readonly text: string;
}

/** What the run left behind on the target, which has no DELETE. */
export interface Leftover {
  readonly id?: string;
  readonly name: string;
  /** Why it is there: a valid creation, or an invalid body. */
  readonly cause: 'created' | 'accepted though invalid' | 'accepted without a key';
  /** The same in more detail: the credential, the response. */
  readonly how?: string;
}

/** What earlier runs of the kit left on the target, by their marks; none of it is judged. */
export interface EarlierLeftovers {
  readonly count: number;
  /** The ids of the first thousand; only int64 integers. */
  readonly ids: readonly string[];
}

export interface Wait {
  readonly atMs: number;
  readonly seconds: number;
  readonly reason: string;
}

/** What the limiter showed in one response. Times in ms from the start of the run. */
export interface TimelineRow {
  readonly id: number;
  /** When the request was sent, and when the head of its response was read. */
  readonly atMs: number;
  readonly readMs: number;
  readonly operation: string;
  readonly withKey: boolean;
  readonly status?: number;
  readonly limit?: number;
  readonly remaining?: number;
  /** Seconds since 1970. */
  readonly reset?: number;
  /** Seconds from the response to that moment, by its Date or, without one, by the local clock. */
  readonly resetIn?: number;
  readonly retryAfter?: string;
}

/** The plan that is printed before the run; numbers of requests, except `seconds`. */
export interface Plan {
  readonly checks: number;
  readonly withKey: number;
  readonly withoutKey: number;
  /** Categories that a conforming server creates. */
  readonly creates: number;
  readonly invalidBodies: number;
  /** Bodies that may break a faulty service permanently once stored: they are sent last. */
  readonly mayBreak?: number;
  /** Limit + 2 if the limit is known and proven; absent if it is unknown before the first response. */
  readonly proof?: number;
  /** Why the limit is not proven. */
  readonly proofSkipped?: string;
  readonly totalWithKey?: number;
  /** Categories that a run may create, whatever the server accepts: it stops at --max-creates. */
  readonly createsAtMost?: number;
  /** How many waits a run normally takes, and how many seconds, if the window's length is known. */
  readonly waits?: number;
  readonly waitSeconds?: number;
  /** Seconds that all waits of a run may take, whatever the server asks for. */
  readonly waitsAtMost?: number;
  /** No run sends more than this, whatever the limiter does; retries included. */
  readonly atMost: number;
  readonly seconds?: number;
}

/** The configuration that took effect, without the key and without the values of extra headers. */
export interface Configuration {
  readonly baseUrl: string;
  /** The name of the target in the configuration file, and that file if the user named it. */
  readonly targetName?: string;
  readonly configFile?: string;
  readonly plan?: string;
  /** Where the interface description was read from. */
  readonly description?: string;
  readonly profile: string;
  readonly seed: number;
  readonly concurrency: number;
  readonly timeoutSeconds: number;
  readonly maxRequests: number;
  readonly maxCreates: number;
  readonly payloads: number;
  readonly shrinkRequests: number;
  readonly maxWaitSeconds: number;
  readonly exhaust: boolean;
  readonly nearMisses: boolean;
  readonly only?: string;
  /** The files of checks that the user added, as they were named. */
  readonly checks?: readonly string[];
  readonly strict: boolean;
  readonly failOnAdvisory: boolean;
  readonly headerNames: readonly string[];
}

/** What a run found out; the source of every other output. `complete` is last, so that a cut file shows. */
export interface Report {
  readonly format: 'petstore-conformance/report';
  readonly formatVersion: 2;
  readonly kit: { readonly name: string; readonly version: string; readonly node: string };
  /** The version of the requirements. */
  readonly requirementsVersion: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly target: string;
  readonly configuration: Configuration;
  readonly runMark: string;
  readonly plan: Plan;
  readonly verdict: {
    readonly outcome: Outcome;
    readonly exitStatus: number;
    readonly sentence: string;
    readonly counts: Readonly<Record<Verdict, number>>;
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
  /** What the limiter showed; of long runs the beginning and the end. */
  readonly timeline: { readonly rows: readonly TimelineRow[]; readonly leftOut: number };
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly leftovers: readonly Leftover[];
  /** What earlier runs of the kit left, if the list showed any. */
  readonly earlierLeftovers?: EarlierLeftovers;
  /** What became of the waivers, if any were given. */
  readonly waivers?: readonly UsedWaiver[];
  /** The report that known failures were taken from, if one was given. */
  readonly baseline?: { readonly target: string; readonly startedAt: string };
  /** All exchanges, if selected; of long runs the beginning. */
  readonly exchanges?: { readonly recorded: readonly RecordedExchange[]; readonly leftOut: number };
  /** Faults of the kit itself: never the target's. */
  readonly kitFaults: readonly string[];
  /** Faults of custom checks: neither the kit's nor the target's. */
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
  | 'waived'
  | 'flaky'
  | 'not testable';

/** How the run ended; `exitStatus` says the same as a number. */
export type Outcome =
  | 'conforms'
  /** The baseline holds every violation. */
  | 'nothing new'
  | 'does not conform'
  /** All violations are waived, and a waiver is expired or waives what is fixed. */
  | 'waivers out of date'
  | 'wrong command or configuration'
  | 'could not be tested'
  | 'interrupted';

/** A known failure that is accepted until a date. */
export interface Waiver {
  /** The requirement that is violated. */
  readonly requirement: string;
  /** One failure of it, by the signature that the report gives; without it all of them are waived. */
  readonly signature?: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds, as YYYY-MM-DD in UTC. */
  readonly expires: string;
  readonly ticket?: string;
}

/**
 * What became of a waiver in a run. `expired`: its last day is over. `stale`: what it waives was tested and is fixed. Both
 * fail the run, so that the list can only shrink. `not exercised` decides nothing.
 */
export type WaiverState = 'applied' | 'expired' | 'stale' | 'not tested';

export interface UsedWaiver extends Waiver {
  readonly state: WaiverState;
}

/** Checks whether the baseline holds all findings of a requirement; waived ones do not count. */
export function isKnown(id: string, findings: readonly Finding[]): boolean {
  const open = findings.filter(({ requirement, waived }) => requirement === id && waived === undefined);
  return open.length > 0 && open.every(({ known }) => known === true);
}

/** Returns "the baseline of 2026-11-20", or undefined if the report was made without one. */
export function baselineWords({
  baseline,
}: {
  readonly baseline?: Report['baseline'] | undefined;
}): string | undefined {
  return baseline === undefined ? undefined : `the baseline of ${baseline.startedAt.slice(0, 10)}`;
}

/** What a report.json may hold. One is written within it, so that no target can cause one that the kit cannot read. */
export const reportBounds = {
  bytes: 16 * 1024 * 1024,
  /** What its values may cost, as `weighJson` counts. */
  values: 2_000_000,
  findings: 1_000,
  /** Elements of any other list. */
  listed: 10_000,
  /** Characters of a string: redaction reads a million of it and cuts the rest. */
  text: 1_100_000,
} as const;
