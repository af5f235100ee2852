import type { Profile } from '../config/option.ts';
import type { Cleanup, Credential, Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Occurrence } from '../exchange/finding.ts';
import type { BodySchema } from '../json/body-schema.ts';
import type { Readings } from '../readings/readings.ts';
import type { Operation, Plan } from '../spec/operations.ts';
import type { Reason } from '../spec/reasons.ts';

// The kit's suites and users' files are written with this vocabulary. Users must not rely on anything marked as internal,
// because it may change whenever the kit changes how it paces its own requests and reads the responses.

/** What checks and rules know about the run. */
export interface Facts {
  /** The base URL of the target. */
  readonly base: URL;
  /** The value of `--plan`, if given. */
  readonly plan?: Plan | undefined;
  /** The OpenAPI description of the target in one document, if given. */
  readonly description?: unknown;
  /** Checks whether a string contains the key or most of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
  /** The exchanges so far, except those that are not judged, in order of completion. Kept only for custom checks. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Returns a number below `size` that depends on the run's seed and on `name`. With a size of 2 or 4, consecutive seeds give
 * each number in turn. @internal
 */
export type Choose = (name: string, size: number) => number;

/** How many requests a check or a probe sends at most, and when. The plan of a run adds up these numbers. */
export interface Needs {
  /**
   * Requests with a higher priority are sent earlier. 100 by default; the kit uses 0 to 1,000. A small budget leaves out the
   * requests with the lowest priority.
   */
  readonly priority?: number;
  /** Requests with the valid key; 1 by default. */
  readonly withKey?: number;
  /** Requests without a key or with a wrong one; 0 by default. */
  readonly withoutKey?: number;
  /** How many of these requests create a category on a conforming target; 0 by default. */
  readonly creates?: number;
  /** Marks a POST that creates nothing, so that a run that may create nothing leaves the POST out, too. @internal */
  readonly posts?: true;
  /** Additional requests, sent by `control` only after a violation, so no plan counts them. */
  readonly controls?: number;
  /**
   * Sends the request only after the response to this probe, whatever the response is. A small budget may leave the probe out.
   */
  readonly after?: Probe;
  /**
   * For a probe that creates something: makes the request that removes it. The kit sends that request at the end of the run,
   * even if the run was interrupted.
   */
  readonly cleanup?: Cleanup;
  /**
   * For a probe: also sends it together with the GET that exceeds the limit, so that the limit is proven for its operation,
   * too. At most two probes can set this.
   */
  readonly beyond?: true;
  /** The profiles that run the check or send the probe; all by default. */
  readonly profiles?: readonly Profile[];
  /**
   * How many of the requests are sent only if the first response makes them necessary; a small budget reserves nothing for
   * them. @internal
   */
  readonly spare?: number;
  /** How many of the requests may break a faulty target permanently. @internal */
  readonly mayBreak?: number;
  /** The request contains most of the key, so `gentle` and `--no-near-misses` omit it. @internal */
  readonly nearMiss?: Credential;
  /** Sent right after a request with the key, on a separate connection (see `Tools.sendAfterKeyedRequest`). @internal */
  readonly afterKeyedRequest?: true;
  /**
   * The probes whose responses decide what the check sends, if the run sends those probes (`Tools.responseTo`). @internal
   */
  readonly looksAt?: readonly Probe[];
  /**
   * Decides, based on the run's seed, whether to run the check or send the probe; by default, every seed selects it. @internal
   */
  readonly chosen?: (choose: Choose) => boolean;
  /** Sent only while there are few other requests without the valid key. @internal */
  readonly ifRoom?: true;
  /** May be sent, with the key, right before an `afterKeyedRequest` request on the same connection. @internal */
  readonly carries?: true;
  /**
   * Leaves its connection open for a request with `onKept`, whose response shows whether the server read the body of this
   * request. @internal
   */
  readonly keepsOpen?: true;
  /** Sent right after a request with `keepsOpen`, on the same connection, if one is available. @internal */
  readonly onKept?: true;
  /** Sent at the same time as the other requests with this mark, to find faults that only concurrent requests show. @internal */
  readonly inBurst?: true;
  /** Sent in the window after the proof, because the first window has no room for the request. @internal */
  readonly inNextWindow?: 'needed' | 'optional';
  /** Marks a check that only sends: rules judge the responses, so the check itself cannot pass. @internal */
  readonly onlySends?: true;
  /**
   * Sent on a connection that carries only lists with this mark, because the worker that serves the connection may cache
   * lists. @internal
   */
  readonly onListConnection?: true;
  /** Sent on a new connection, because another worker may serve that connection. @internal */
  readonly onNewConnection?: true;
}

/**
 * When checks run and probes are sent. `main`: in order of priority. `settled`: sequentially, once everything is created.
 * `next window`: sequentially, once the limit is proven, because the first window had no room. `closing`: sequentially,
 * after the phases above. `last`: at the end, because these requests may break the target permanently.
 */
export type Phase = 'main' | 'settled' | 'next window' | 'closing' | 'last';

/** What a check needs: its requests, and the probes whose responses it shares. */
export interface CheckNeeds extends Needs {
  /** The probes whose responses the check shares. */
  readonly uses?: readonly Probe[];
  /** The phase in which the check runs; `main` by default. */
  readonly phase?: Phase;
}

/** The tools of a probe. */
export interface Maker {
  /** Returns a name that is unique in the run and on the target. New categories should have one. */
  readonly name: () => string;
  /** Returns a random number from 0 to 1; the same seed gives the same sequence. */
  readonly random: () => number;
  /** A number that depends on the seed. It selects one of several forms, which take turns from run to run. @internal */
  readonly turn: number;
}

/** The result of a request sent right after one with the key on the same connection. @internal */
export interface AfterKeyedRequest {
  readonly exchange: Exchange;
  /** The previous request on the connection, if known. */
  readonly control?: Exchange;
  /** Sends the same request on a fresh connection; undefined if the budget does not allow it. */
  readonly onFreshConnection: () => Promise<Exchange | undefined>;
}

/** The tools of a check. */
export interface Tools extends Maker {
  /**
   * Sends a request and resolves with its exchange, after any retries that 429s and transient faults make necessary. `send`
   * takes a function, because each retry makes the request again. If the request cannot be sent, the check ends here.
   */
  readonly send: (make: () => HttpRequest) => Promise<Exchange>;
  /** Sends a request that the last response makes necessary. Its exchange is not evidence for the requirement. */
  readonly control: (title: string, make: () => HttpRequest) => Promise<Exchange>;
  /** Resolves with the exchange of a probe in `uses`. The probe is sent once for all checks. */
  readonly probe: (probe: Probe) => Promise<Exchange>;
  /** Waits for `ms` milliseconds, which count toward `--max-wait`. */
  readonly wait: (ms: number, reason: string) => Promise<void>;
  /** Names the case that was sent, so that a finding can show the name. */
  readonly instance: (name: string) => void;
  /** Adds an observation to a pass. */
  readonly seen: (text: string) => void;
  readonly facts: Facts;
  /**
   * Sends a request right after one with the key, on the same connection if the target keeps connections open. The request is
   * named after the title of the check, unless `title` is given. @internal
   */
  readonly sendAfterKeyedRequest: (make: () => HttpRequest, title?: string) => Promise<AfterKeyedRequest>;
  /** Resolves with the exchange of a probe in `looksAt`, or with undefined if the run does not send the probe. @internal */
  readonly responseTo: (probe: Probe) => Promise<Exchange | undefined>;
  /** Selects a number based on the run's seed, as for `Needs.chosen`. @internal */
  readonly choose: Choose;
  /** @internal */
  readonly monotonic: () => number;
  /** @internal */
  readonly readings: Readings;
}

/** A named request that is sent once for all checks. Rules judge it like any other request. Made by `probe`. */
export interface Probe {
  readonly kind: 'probe';
  /** The id of the requirement that the probe is sent for. */
  readonly requirement: string;
  readonly title: string;
  readonly needs: Needs;
  readonly make: (maker: Maker) => HttpRequest;
  /** Nothing uses or waits for the response, so the run need not keep it. @internal */
  readonly unshared?: true;
}

/** A check with its needs and its code. Made by `check`. */
export interface Check {
  readonly kind: 'check';
  readonly requirement: string;
  readonly title: string;
  readonly needs: CheckNeeds;
  readonly run: (tools: Tools) => Promise<void>;
}

/** A rule about single exchanges. Made by `everyResponse` and `observe`. */
export interface EveryResponse<Picked extends Exchange = Exchange> {
  readonly kind: 'everyResponse';
  readonly requirement: string;
  readonly title: string;
  readonly on: (exchange: Exchange) => boolean;
  /**
   * Judges an exchange that `on` selects; a returned string is an observation. `judge` is a method, so that it can require a
   * narrower exchange.
   */
  judge(exchange: Picked, facts: Facts): unknown;
}

/** A rule about the whole run. Made by `conclusion`. */
export interface Conclusion {
  readonly kind: 'conclusion';
  readonly requirement: string;
  readonly title: string;
  /** `conclude` is a method, so that the kit's own conclusions can require the kit's readings. */
  conclude(facts: Facts): Concluded | undefined;
}

/** The result of a conclusion. */
export interface Concluded {
  /** How many exchanges were relevant; by default the number of occurrences. */
  readonly tested?: number;
  /** The violations. `count` is the number of times that a violation occurred, 1 by default. */
  readonly occurrences?: readonly (Omit<Occurrence, 'requirement'> & { readonly count?: number })[];
  /**
   * The cases that passed, with optional counts. Reports show them with a finding. `by` is the exchange that shows the case.
   */
  readonly alsoCorrect?: Iterable<string | readonly [place: string, count: number, by?: Exchange]>;
  /** Why the requirement was not judged, if no response was relevant. A string is a reason of the class `undecided`. */
  readonly reason?: Reason | string | undefined;
  /** Why a part of the requirement was not judged, even if the rest passed. @internal */
  readonly inPart?: readonly Reason[] | undefined;
  /**
   * Withdraws the passes of single responses, which prove nothing, and the findings of single responses if this result has a
   * finding.
   */
  readonly supersedes?: boolean | undefined;
  /** What was observed. */
  readonly seen?: string | readonly string[] | undefined;
}

export type Rule = EveryResponse | Conclusion;
export type CheckOrRule = Check | Probe | Rule;

/** A requirement of a user's file. Reports show it next to the requirements of the specification. Made by `requirement`. */
export interface CustomRequirement {
  /** `section.name` in lowercase, with a section that the specification does not have: `guide.etag`. Never change its meaning. */
  readonly id: string;
  /** `required`: a violation fails the run. `advisory`: a violation is a warning. `observed`: never judged. */
  readonly level: 'required' | 'advisory' | 'observed';
  /** A normative sentence without a period: "Every list must carry an ETag". */
  readonly title: string;
  /** The source of the requirement, such as "API guide 4"; by default, the title of the suite. */
  readonly source?: string;
  /** A quote from the source. */
  readonly sentence?: string;
  /** What the requirement asks for, in more detail than the title. */
  readonly asks?: string;
  /** The impact of a violation on clients. */
  readonly impact: string;
  /** What to change in the server. */
  readonly fix: string;
  /**
   * Requirements of the specification whose requests the rules of this requirement also judge. `--only` sends those
   * requests, too, and always the first list.
   */
  readonly testedBy?: readonly string[];
  /**
   * Requirements of the specification that this requirement depends on: after `notTested(dependent)`, reports name those that
   * failed.
   */
  readonly dependsOn?: readonly string[];
}

/** A section of requirements with its checks, probes and rules. Made by `suite`; the default export of a user's file. */
export interface Suite {
  /** The title of the section in reports. */
  readonly title: string;
  readonly checks: readonly CheckOrRule[];
  /** The requirements that a user's file adds. Those of the specification are in the catalog. */
  readonly requirements?: readonly CustomRequirement[];
  /** The operations that a user's file adds. The kit's rules for errors, headers and refused keys judge their responses, too. */
  readonly operations?: readonly Operation[];
  /** The invalid bodies that are made from schemas. */
  readonly bodies?: readonly InvalidBodies[];
}

/** Invalid bodies of an operation, which the operation must refuse with 400. Made by `invalidBodies`. */
export interface InvalidBodies {
  readonly kind: 'invalidBodies';
  /** The requirement for each member of the body. `*` is for all other members, and for the body as a whole. */
  readonly requirements: Readonly<Record<string, string>>;
  readonly operation: Operation;
  readonly schema: BodySchema;
  readonly cleanup?: Cleanup | undefined;
}

/** A suite's entry that adds a requirement. */
export interface AddedRequirement extends CustomRequirement {
  readonly kind: 'requirement';
}

/** Groups the operations, requirements, checks, probes and rules of one section, in any order. */
export function suite(
  title: string,
  entries: readonly (CheckOrRule | AddedRequirement | Operation | InvalidBodies)[],
): Suite {
  const of = (place: string) => entries.filter((entry) => placeOf(entry) === place);
  const [operations, requirements] = [of('operations'), of('requirements')];
  return { title, operations, requirements, bodies: of('bodies'), checks: of('checks') } as Suite;
}

/** Returns the part of a suite that an entry belongs to. An entry of an unknown kind is validated as a check. */
function placeOf(entry: unknown): Exclude<keyof Suite, 'title'> {
  const { kind, method }: Record<string, unknown> = Object(entry);
  if (method !== undefined) return 'operations';
  if (kind === 'requirement') return 'requirements';
  return kind === 'invalidBodies' ? 'bodies' : 'checks';
}

/** Adds a requirement to the requirements of the specification. */
export function requirement(added: CustomRequirement): AddedRequirement {
  return { ...added, kind: 'requirement' };
}

/**
 * Makes invalid bodies for an operation from the JSON Schema of its body, each with one fault. `requirement` is the id of the
 * requirement that they are sent for, or has one id for each member, with `*` for the other members and for the body as a
 * whole. Any response other than 400 is a finding. `cleanup` removes what an accepted body created.
 */
export function invalidBodies(
  requirement: string | Readonly<Record<string, string>>,
  operation: Operation,
  schema: BodySchema,
  { cleanup }: Pick<Needs, 'cleanup'> = {},
): InvalidBodies {
  const requirements = typeof requirement === 'string' ? { '*': requirement } : requirement;
  return { kind: 'invalidBodies', requirements, operation, schema, cleanup };
}

/**
 * Sends requests and judges the responses. A check passes if it returns; `unmet` ends it with a finding, and `notTested`
 * without a result.
 */
export function check(requirement: string, title: string, needs: CheckNeeds, run: Check['run']): Check {
  return { kind: 'check', requirement, title, needs, run };
}

/** Sends one request for rules, or for checks that have it in `uses`. */
export function probe(requirement: string, title: string, needs: Needs, make: Probe['make']): Probe {
  return { kind: 'probe', requirement, title, needs, make };
}

/**
 * Judges every exchange of the run that `on` selects, whatever sent the request. The rule sends nothing and cannot be async.
 */
export function everyResponse<Picked extends Exchange>(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => exchange is Picked,
  judge: EveryResponse<Picked>['judge'],
): EveryResponse;
/** Judges every exchange of the run that `on` selects. This signature is for an `on` that does not narrow the type. */
export function everyResponse(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => boolean,
  judge: EveryResponse['judge'],
): EveryResponse;
export function everyResponse(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => boolean,
  judge: EveryResponse['judge'],
): EveryResponse {
  return { kind: 'everyResponse', requirement, title, on, judge };
}

/** Observes a requirement: `look` describes what an exchange shows, if anything. */
export function observe(
  requirement: string,
  title: string,
  look: (exchange: Exchange) => string | undefined,
): EveryResponse {
  return everyResponse(requirement, title, (exchange) => look(exchange) !== undefined, look);
}

/** Judges the whole run by what the kit has read from the responses. @internal */
export function conclusion(
  requirement: string,
  title: string,
  conclude: (readings: Readings) => Concluded | undefined,
): Conclusion;
/** Judges the whole run by its exchanges, once the run has ended. The rule sends nothing and cannot be async. */
export function conclusion(requirement: string, title: string, conclude: Conclusion['conclude']): Conclusion;
export function conclusion(
  requirement: string,
  title: string,
  conclude: (readings: Readings) => Concluded | undefined,
): Conclusion {
  return { kind: 'conclusion', requirement, title, conclude };
}

/**
 * Returns the priority of a check or a probe. Requests with a higher priority are sent earlier; requests with the default
 * priority come after nearly all of the kit's own requests.
 */
export function priorityOf({ needs: { priority = 100 } }: Check | Probe): number {
  return priority;
}

/** Returns the probes that a check uses, or the probe itself. */
export function probesOf(item: Check | Probe): readonly Probe[] {
  return item.kind === 'probe' ? [item] : (item.needs.uses ?? []);
}

/** Returns the phase in which a check runs or a probe is sent. */
export function phaseOf(item: Check | Probe): Phase {
  if (item.needs.inNextWindow !== undefined) return 'next window';
  return (item.kind === 'check' && item.needs.phase) || 'main';
}
