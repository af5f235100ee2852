import type { Credential, Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Occurrence } from '../exchange/finding.ts';
import type { Readings } from '../readings/readings.ts';
import * as vocabulary from './vocabulary.ts';

// The vocabulary as the run and the kit's own checks see it: the same functions with more fields, and conclusions.

/** What a check or a probe sends at most, and how early. */
export interface Needs extends vocabulary.CustomNeeds {
  readonly after?: Probe;
  /** How many are sent only if the first response calls for it: a small budget reserves nothing for them. */
  readonly spare?: number;
  /** Further requests with the valid key, sent only after a response that violates the specification: no plan counts them. */
  readonly controls?: number;
  /** How many of them may hang a faulty target for good. */
  readonly mayBreak?: number;
  /** The request holds most of the key: `gentle` and `--no-near-misses` leave it out. */
  readonly nearMiss?: Credential;
  /** Sent right after a request with the key, on a connection of its own (reading 18): `Tools.sendBehindKey`. */
  readonly behindKey?: true;
  /** May be that request with the key: it shares the connection of the one after it. */
  readonly carries?: true;
  /** On a connection that carries nothing else. */
  readonly alone?: true;
}

/**
 * `main`: as soon as its turn comes. `settled`: one after the other, once everything is created. `closing`: the same, once
 * the limit is proven. `last`: after all of that, because it may break the target for good.
 */
export type Phase = 'main' | 'settled' | 'closing' | 'last';

interface CheckNeeds extends Needs {
  readonly uses?: readonly Probe[];
  readonly phase?: Phase;
}

/** What a request returned that was sent right after one with the key, on one connection. */
export interface BehindKey {
  readonly exchange: Exchange;
  /** What the connection carried right before; undefined if that is unknown. */
  readonly control?: Exchange;
  /** Sends the same request on a fresh connection; undefined if the budget does not allow it. */
  readonly onFreshConnection: () => Promise<Exchange | undefined>;
}

/** What a check works with. */
export interface Tools extends vocabulary.CustomTools {
  /** Sends a request that the last response calls for; it is no evidence for the requirement. */
  readonly control: (title: string, make: () => HttpRequest) => Promise<Exchange>;
  /** Sends it right after a request with the key on the same connection, if the target keeps connections open. */
  readonly sendBehindKey: (make: () => HttpRequest) => Promise<BehindKey>;
  readonly monotonic: () => number;
  readonly readings: Readings;
  /** Reports what was seen next to a pass. */
  readonly seen: (text: string) => void;
  /** Aborted when the run is interrupted. */
  readonly signal?: AbortSignal;
}

/** A named request that is sent once, however many checks share its response; rules judge it like any other. */
export interface Probe extends vocabulary.CustomProbe {
  readonly needs: Needs;
  /** Nothing uses its response or waits for it: the run need not keep it. */
  readonly unshared?: true;
}

export interface Check extends Omit<vocabulary.CustomCheck, 'needs' | 'run'> {
  readonly needs: CheckNeeds;
  run(tools: Tools): Promise<void>;
}

/** A rule on the run as a whole, by its readings. Custom rules have no readings and fold instead. */
export interface Conclusion {
  readonly kind: 'conclusion';
  readonly requirement: string;
  readonly title: string;
  readonly conclude: (readings: Readings) => Concluded | undefined;
}

/** What a conclusion says; undefined if the readings show nothing of it. */
export interface Concluded {
  /** How many exchanges were relevant; by default as many as there are occurrences. */
  readonly tested?: number;
  /** `count` is how often one occurred, once by default. */
  readonly occurrences?: readonly (Omit<Occurrence, 'requirement'> & { readonly count?: number })[];
  /** The cases that passed, by name, with an optional count: shown with a finding. */
  readonly alsoCorrect?: Iterable<string | readonly [place: string, count: number]>;
  /** Why no response was relevant, if none was. */
  readonly reason?: string | undefined;
  /** Set where single responses prove nothing: withdraws earlier passes, and earlier findings too if this has one. */
  readonly supersedes?: boolean | undefined;
  readonly seen?: string | undefined;
}

export type Rule = vocabulary.EveryResponse | vocabulary.WholeRun | Conclusion;
export type CheckOrRule = Check | Probe | Rule;

export interface Suite {
  readonly title: string;
  readonly checks: readonly CheckOrRule[];
}

/** Holds all checks, probes and rules for one section of the specification. */
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

/** Makes an observed requirement: `look` describes what an exchange shows of it, if anything. */
export function observe(
  requirement: string,
  title: string,
  look: (exchange: Exchange) => string | undefined,
): vocabulary.EveryResponse {
  return vocabulary.everyResponse(requirement, title, (exchange) => look(exchange) !== undefined, look);
}

/** Judges the run as a whole, by its readings. */
export function conclusion(requirement: string, title: string, conclude: Conclusion['conclude']): Conclusion {
  return { kind: 'conclusion', requirement, title, conclude };
}

/** Returns the priority: higher is sent earlier. The default comes after nearly everything that the kit sends. */
export function priorityOf({ needs: { priority = 100 } }: Check | Probe): number {
  return priority;
}

/** Returns the probes that are sent for it: those that a check shares, or itself. */
export function probesOf(member: Check | Probe): readonly Probe[] {
  return member.kind === 'probe' ? [member] : (member.needs.uses ?? []);
}

/** Returns when it is sent. */
export function phaseOf(member: Check | Probe): Phase {
  return (member.kind === 'check' && member.needs.phase) || 'main';
}
