import type { Level } from '../../spec/requirement.ts';

/** An exchange without anything secret: the only form in which one leaves the run. Bodies are texts, capped. */
export interface RecordedExchange {
  readonly id: number;
  readonly purpose: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The Authorization header stands here as `Bearer $PETSTORE_API_KEY` or in words, never as it was sent. */
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
    /** What it takes to send it again: the operation, how the key was presented, and the exact bytes. */
    readonly again: {
      readonly path: string;
      readonly operation: string;
      readonly presentation: string;
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
  /** Counts the connections of the run from 1; absent where none is known. */
  readonly connection?: number;
  /** Milliseconds from the start of the run to the sending. */
  readonly atMs: number;
  /** Milliseconds from sending to the end of the answer. */
  readonly tookMs: number;
}

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly title: string;
  readonly source: string;
  /** The section of a requirement that the user added; those of the specification have none here. */
  readonly section?: string;
  /** How many answers bore on it. */
  readonly exercised: number;
  /** Why it was not exercised, not asked or excluded; what was seen, where it is observed; what else is to be known, where it passed. */
  readonly reason?: string;
}

/** All occurrences of one cause at one requirement. */
export interface Finding {
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  readonly source: string;
  /** The section of a requirement that the user added; those of the specification have none here. */
  readonly section?: string;
  /** What the specification says there, word for word; none where the source is a standard. */
  readonly sentence?: string;
  /** Stable between runs: holds no value that was drawn or measured. */
  readonly signature: string;
  readonly expected: string;
  readonly received: string;
  /** How often it was seen. */
  readonly count: number;
  /** How many answers or cases bore on the requirement, these among them. */
  readonly exercised?: number;
  /** What was sent when it was seen, by name: payloads, ways to present the key. */
  readonly instances: readonly string[];
  /** "POST /categories answered 201", with how often. */
  readonly places: readonly { readonly place: string; readonly count: number }[];
  /** Where, or in which cases, the requirement was kept: what need not be mended. */
  readonly kept?: readonly { readonly place: string; readonly count: number }[];
  /** The first exchange that shows it. */
  readonly exchange?: RecordedExchange;
  /** The other exchange of the proof, where one alone proves nothing, with the command that sends it again. */
  readonly comparedWith?: { readonly exchange: RecordedExchange; readonly curl: string };
  /** What the list among the two shows of it: rows that this run created, as JSON. */
  readonly listed?: string;
  /** The payload that shows it, where one was drawn: as first found, and the smallest that was found since. */
  readonly payload?: PayloadEvidence;
  /** The answers that prove it, where the limiter is what is wrong. */
  readonly timeline?: readonly TimelineRow[];
  /** A command that sends that request again; the key stands in it as `$PETSTORE_API_KEY`. */
  readonly curl?: string;
  /** Until when, by whom and why it is waived. */
  readonly waived?: string;
  /** True where the baseline holds it too. */
  readonly known?: boolean;
  readonly means: string;
  readonly mend: string;
}

/** A drawn payload that the target judged wrongly. */
export interface PayloadEvidence {
  /** The fault class, by its id. */
  readonly class: string;
  /** The one thing that is wrong with it, the valid body it departs from, and what it means that one was accepted. */
  readonly fault: string;
  readonly twin: string;
  readonly accepted: string;
  /** What draws it again: the seed of the class and the place in its sequence, `first` where it is sent before any other. */
  readonly seed: number;
  readonly path: string;
  /** The body as first found, and the smallest that fails in the same way; bytes that are no UTF-8 as \xHH. */
  readonly found: string;
  readonly smallest: string;
  /** How many requests the search for a smaller one took. */
  readonly tries: number;
  /** A command that sends just that again. */
  readonly replay: string;
}

export interface Observation {
  readonly requirement: string;
  readonly text: string;
}

/** What the run left behind on the target, which has no DELETE. */
export interface Residue {
  readonly id?: string;
  readonly name: string;
  /** Why it is there: a valid creation, or a body that should have been refused. */
  readonly cause: 'created' | 'accepted though invalid' | 'accepted without a key';
  /** The same more exactly, where there is more to say: how the key was presented, what was answered. */
  readonly how?: string;
}

/** What earlier runs of the kit left on the target, by the marks in it; none of it is judged. */
export interface EarlierLeftovers {
  readonly count: number;
  /** Their ids, of the first thousand; an element whose id is no int64 integer has none here. */
  readonly ids: readonly string[];
}

export interface Wait {
  readonly atMs: number;
  readonly seconds: number;
  readonly reason: string;
}

/** One answer as the limiter showed itself in it. Times in ms from the start of the run. */
export interface TimelineRow {
  readonly id: number;
  /** When the request was sent, and when the head of its answer was read. */
  readonly atMs: number;
  readonly readMs: number;
  readonly operation: string;
  readonly withKey: boolean;
  readonly status?: number;
  readonly limit?: number;
  readonly remaining?: number;
  /** Seconds since 1970. */
  readonly reset?: number;
  /** Seconds from the answer to that moment, by its Date or, without one, by the local clock. */
  readonly resetIn?: number;
  readonly retryAfter?: string;
}

/** The plan that is printed before the run; numbers of requests, but for `seconds`. */
export interface Plan {
  readonly checks: number;
  readonly withKey: number;
  readonly withoutKey: number;
  /** Categories that a server creates that conforms to the specification. */
  readonly creates: number;
  readonly refusedBodies: number;
  /** Bodies that a faulty service may store and choke on for ever: they are sent last. */
  readonly mayBreak?: number;
  /** Limit + 2 where the limit is known and proven; undefined where it is not known before the first answer. */
  readonly proof?: number;
  /** Why the limit is not proven, where it is not. */
  readonly proofLeftOut?: string;
  readonly totalWithKey?: number;
  /** Categories that a run may create, whatever the server accepts: it stops at --max-creates. */
  readonly createsAtMost?: number;
  /** How many waits a run normally takes, and how many seconds they take, where the window's length is known. */
  readonly waits?: number;
  readonly waitSeconds?: number;
  /** Seconds that all waits of a run may take, whatever the server asks for. */
  readonly waitsAtMost?: number;
  /** No run sends more than this, whatever the limiter is like; what the target makes necessary again is in it. */
  readonly atMost: number;
  readonly seconds?: number;
}

/** The configuration that took effect, without the key and without the values of extra headers. */
export interface Configuration {
  readonly baseUrl: string;
  /** The name of the target in the configuration file, and that file where the user named it. */
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

/** What a run found out; the source of every other output. `complete` stands last, so that a cut file shows. */
export interface Report {
  readonly format: 'petstore-conformance/report';
  readonly formatVersion: 1;
  readonly kit: { readonly name: string; readonly version: string; readonly node: string };
  readonly ledger: { readonly version: string; readonly requirements: number };
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
    readonly answered429: number;
    readonly repeated: number;
    readonly creates: number;
  };
  readonly waits: readonly Wait[];
  /** The limiter as it showed itself; of long runs the beginning and the end. */
  readonly timeline: { readonly rows: readonly TimelineRow[]; readonly leftOut: number };
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly residue: readonly Residue[];
  /** What earlier runs of the kit left, where the list showed any. */
  readonly earlierLeftovers?: EarlierLeftovers;
  /** What became of the waivers, where some were given. */
  readonly waivers?: readonly UsedWaiver[];
  /** The report that known failures were taken from, where one was given. */
  readonly baseline?: { readonly target: string; readonly startedAt: string };
  /** All exchanges, where they were asked for; of long runs the beginning. */
  readonly exchanges?: { readonly kept: readonly RecordedExchange[]; readonly leftOut: number };
  /** Faults of the kit itself: never the target's. */
  readonly kitFaults: readonly string[];
  /** Faults of checks that the user added, where they broke by themselves: neither the kit's nor the target's. */
  readonly checkFaults?: readonly string[];
  readonly complete: boolean;
}

/** The verdict of one requirement. */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'not exercised'
  | 'not asked'
  | 'waived'
  | 'flaky'
  | 'excluded';

/** How the run as a whole ended, in words; `exitStatus` says the same as a number. */
export type Outcome =
  | 'conforms'
  /** Every violation was known before, by the baseline that was given. */
  | 'nothing new'
  | 'does not conform'
  /** Nothing unwaived is broken, and a waiver is expired, or waives what is mended. */
  | 'waivers out of date'
  | 'wrong command or configuration'
  | 'could not be tested'
  | 'interrupted';

/** A known fault that is accepted until a date. */
export interface Waiver {
  /** The requirement that is broken. */
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
 * What became of a waiver in a run. `expired`: its day is over. `stale`: what it waives was exercised and is
 * mended. Both fail the run, so that the list can only shrink. `not exercised` decides nothing.
 */
export type WaiverState = 'applied' | 'expired' | 'stale' | 'not exercised';

export interface UsedWaiver extends Waiver {
  readonly state: WaiverState;
}

/** Whether a requirement is broken in no other way than the baseline knows; waived findings are accounted for. */
export function isKnown(id: string, findings: readonly Finding[]): boolean {
  const open = findings.filter(({ requirement, waived }) => requirement === id && waived === undefined);
  return open.length > 0 && open.every(({ known }) => known === true);
}

/** "the baseline of 2026-11-20", or undefined where a report was made without one. */
export function baselineWords({
  baseline,
}: {
  readonly baseline?: Report['baseline'] | undefined;
}): string | undefined {
  return baseline === undefined ? undefined : `the baseline of ${baseline.startedAt.slice(0, 10)}`;
}

/**
 * What a report.json may hold to be read again, and so what one is written with: a target must not be able to make
 * one that no command of the kit reads.
 */
export const reportBounds = {
  bytes: 16 * 1024 * 1024,
  /** What its values may cost, as `weighJson` counts. */
  values: 2_000_000,
  findings: 1_000,
  /** Elements of any other list. */
  listed: 10_000,
  /** Characters of a text: redaction reads a million of it and cuts off the rest. */
  text: 1_100_000,
} as const;
