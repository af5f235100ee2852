import type { Credential, Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Occurrence } from '../exchange/finding.ts';
import type { Readings } from '../readings/readings.ts';
import * as vocabulary from './vocabulary.ts';

// The vocabulary of the kit's own checks: the same functions with more fields, and conclusions.

/** Returns a number below `size`, by the run's seed and this name. Consecutive seeds take turns if the size is 2 or 4. */
export type Choose = (name: string, size: number) => number;

/** The maximum of requests of a check or a probe, and their order. */
export interface Needs extends vocabulary.CustomNeeds {
  readonly after?: Probe;
  /** How many are sent only if the first response requires it; a small budget reserves nothing for them. */
  readonly spare?: number;
  /** Additional requests with the valid key, sent only after a violation, so no plan counts them. */
  readonly controls?: number;
  /** How many of them may break a faulty target permanently. */
  readonly mayBreak?: number;
  /** The request contains most of the key, so `gentle` and `--no-near-misses` omit it. */
  readonly nearMiss?: Credential;
  /** Sent right after a request with the key, on a separate connection: `Tools.sendAfterKeyedRequest`. */
  readonly afterKeyedRequest?: true;
  /** Checks whether the run's seed selects it; every seed does by default. */
  readonly chosen?: (choose: Choose) => boolean;
  /** Sent only while there are few other requests without the valid key. */
  readonly ifRoom?: true;
  /** Can be the request with the key that an `afterKeyedRequest` request follows on the same connection. */
  readonly carries?: true;
  /** Leaves its connection open for the request with `onKept`, whose response shows whether its own body was read. */
  readonly keepsOpen?: true;
  /** Sent on the connection that the request with `keepsOpen` used, right after it. Only the first such request is. */
  readonly onKept?: true;
  /** Sent on a separate connection. */
  readonly alone?: true;
  /** Sent at the same time as the others of this kind, to find what only concurrent requests show. */
  readonly inBurst?: true;
  /** Sent on one connection that carries nothing but such lists, because the worker that serves it may cache them. */
  readonly onListConnection?: true;
}

/**
 * `main`: in order of priority. `settled`: sequentially, once everything is created. `closing`: sequentially, once the limit
 * is proven. `last`: at the end, because it may break the target permanently.
 */
export type Phase = 'main' | 'settled' | 'closing' | 'last';

interface CheckNeeds extends Needs {
  readonly uses?: readonly Probe[];
  readonly phase?: Phase;
}

/** The result of a request sent right after one with the key on the same connection. */
export interface AfterKeyedRequest {
  readonly exchange: Exchange;
  /** The previous request on the connection, if known. */
  readonly control?: Exchange;
  /** Sends the same request on a fresh connection; undefined if the budget does not allow it. */
  readonly onFreshConnection: () => Promise<Exchange | undefined>;
}

/** The tools of a check. */
export interface Tools extends vocabulary.CustomTools {
  /** Sends a request that the last response requires. It is not evidence for the requirement. */
  readonly control: (title: string, make: () => HttpRequest) => Promise<Exchange>;
  /** Sends it right after a request with the key, on the same connection if the target keeps connections open. */
  readonly sendAfterKeyedRequest: (make: () => HttpRequest) => Promise<AfterKeyedRequest>;
  readonly monotonic: () => number;
  readonly readings: Readings;
  /** Adds an observation to a pass. */
  readonly seen: (text: string) => void;
  /** Aborted when the run is interrupted. */
  readonly signal?: AbortSignal;
}

/** A named request that is sent once for all checks. Rules judge it like any other. */
export interface Probe extends vocabulary.CustomProbe {
  readonly needs: Needs;
  /** Nothing uses its response or waits for it, so the run need not keep it. */
  readonly unshared?: true;
}

export interface Check extends Omit<vocabulary.CustomCheck, 'needs' | 'run'> {
  readonly needs: CheckNeeds;
  run(tools: Tools): Promise<void>;
}

/** A rule on the whole run, by its readings. Custom rules have no readings and use folds instead. */
export interface Conclusion {
  readonly kind: 'conclusion';
  readonly requirement: string;
  readonly title: string;
  readonly conclude: (readings: Readings) => Concluded | undefined;
}

/** The result of a conclusion. */
export interface Concluded {
  /** How many exchanges were relevant; by default the number of occurrences. */
  readonly tested?: number;
  /** `count` is how often one occurred, once by default. */
  readonly occurrences?: readonly (Omit<Occurrence, 'requirement'> & { readonly count?: number })[];
  /** The cases that passed, with optional counts, shown with a finding. */
  readonly alsoCorrect?: Iterable<string | readonly [place: string, count: number]>;
  /** Why no response was relevant, if none was. */
  readonly reason?: string | undefined;
  /** Withdraws earlier passes, and earlier findings if this has one: single responses prove nothing. */
  readonly supersedes?: boolean | undefined;
  readonly seen?: string | undefined;
}

export type Rule = vocabulary.EveryResponse | vocabulary.WholeRun | Conclusion;
export type CheckOrRule = Check | Probe | Rule;

export interface Suite {
  readonly title: string;
  readonly checks: readonly CheckOrRule[];
}

/** Groups the checks, probes and rules of one section of the specification. */
export function suite(title: string, checks: readonly CheckOrRule[]): Suite {
  return { title, checks };
}

export { everyResponse } from './vocabulary.ts';

export const probe: (requirement: string, title: string, needs: Needs, make: Probe['make']) => Probe =
  vocabulary.probe;

export const check = vocabulary.check as (
  requirement: string,
  title: string,
  needs: CheckNeeds,
  run: Check['run'],
) => Check;

/** Observes a requirement: `look` describes what an exchange shows, if anything. */
export function observe(
  requirement: string,
  title: string,
  look: (exchange: Exchange) => string | undefined,
): vocabulary.EveryResponse {
  return vocabulary.everyResponse(requirement, title, (exchange) => look(exchange) !== undefined, look);
}

/** Judges the whole run by its readings. */
export function conclusion(requirement: string, title: string, conclude: Conclusion['conclude']): Conclusion {
  return { kind: 'conclusion', requirement, title, conclude };
}

/** Returns the priority; higher is earlier. The default comes after nearly all requests of the kit. */
export function priorityOf({ needs: { priority = 100 } }: Check | Probe): number {
  return priority;
}

/** Returns the probes that a check uses, or the probe itself. */
export function probesOf(member: Check | Probe): readonly Probe[] {
  return member.kind === 'probe' ? [member] : (member.needs.uses ?? []);
}

/** Returns the phase in which it is sent. */
export function phaseOf(member: Check | Probe): Phase {
  return (member.kind === 'check' && member.needs.phase) || 'main';
}
