import type { Exchange, HttpRequest, Presentation } from '../exchange/exchange.ts';
import type { Occurrence } from '../exchange/finding.ts';
import type { Readings } from '../readings/readings.ts';
import * as vocabulary from './vocabulary.ts';

/** The vocabulary as the kit's own checks see it, and the run: wider types of the same functions, and conclusions. */

/** What a check or a probe sends at most, and how early. */
export interface Needs extends vocabulary.CustomNeeds {
  readonly after?: Probe;
  /** How many of these are sent only where the answer to the first asks for it: a small budget holds nothing back for them. */
  readonly spare?: number;
  /** Requests with the valid key beyond these, sent only after an answer that no conforming service gives: no plan counts them. */
  readonly controls?: number;
  /** How many of them a faulty target may choke on for ever. */
  readonly mayBreak?: number;
  /** The request holds most of the key: left out in `gentle` and by `--no-near-misses`. */
  readonly nearMiss?: Presentation;
  /** Sent right behind a request with the key, on a connection of their own (reading 18): `Tools.sendBehindKey`. */
  readonly behindKey?: true;
  /** May be that request with the key: it is sent on the connection of the one behind it. */
  readonly carries?: true;
  /** On a connection that carries nothing else. */
  readonly alone?: true;
}

/**
 * `main`: as soon as its turn comes. `settled`: one after the other, when all that is created has been. `closing`:
 * likewise, when the limit has been proven. `last`: after all of that, for it may break the target for good.
 */
export type Phase = 'main' | 'settled' | 'closing' | 'last';

interface CheckNeeds extends Needs {
  readonly uses?: readonly Probe[];
  readonly phase?: Phase;
}

/** What came of a request that goes right behind one with the key, on one connection. */
export interface BehindKey {
  readonly exchange: Exchange;
  /** What the connection carried right before; undefined where nothing is known to have been there. */
  readonly control?: Exchange;
  /** The same request on a connection that carried nothing before; undefined where the run has no room for it. */
  readonly onFreshConnection: () => Promise<Exchange | undefined>;
}

/** What a check works with. */
export interface Tools extends vocabulary.CustomTools {
  /** Sends a request that the answer before calls for; it is no evidence of what the check states. */
  readonly control: (title: string, make: () => HttpRequest) => Promise<Exchange>;
  /** Sends it right behind a request with the key on the same connection, as far as the target keeps connections open. */
  readonly sendBehindKey: (make: () => HttpRequest) => Promise<BehindKey>;
  readonly monotonic: () => number;
  readonly readings: Readings;
  /** What was seen, told beside a pass. */
  readonly seen: (text: string) => void;
  /** Aborted when the run is interrupted. */
  readonly signal?: AbortSignal;
}

/** A named request that is sent once, however many checks share its answer; rules judge it like any other. */
export interface Probe extends vocabulary.CustomProbe {
  readonly needs: Needs;
  /** Nothing uses its answer or waits for it: the run need not keep it. */
  readonly unshared?: true;
}

export interface Check extends Omit<vocabulary.CustomCheck, 'needs' | 'run'> {
  readonly needs: CheckNeeds;
  run(tools: Tools): Promise<void>;
}

/** A rule on the run as a whole: what follows from the readings in the end. Users, who have no readings, fold instead. */
export interface Conclusion {
  readonly kind: 'conclusion';
  readonly requirement: string;
  readonly title: string;
  readonly conclude: (readings: Readings) => Concluded | undefined;
}

/** What a conclusion says; nothing where the readings show nothing of it. */
export interface Concluded {
  /** How many exchanges bore on it; as many as there are occurrences unless told. */
  readonly exercised?: number;
  /** `count` is how often one came, once unless told. */
  readonly occurrences?: readonly (Omit<Occurrence, 'requirement'> & { readonly count?: number })[];
  /** In which cases it was kept, by name, perhaps with how often: said beside a finding. */
  readonly kept?: Iterable<string | readonly [place: string, count: number]>;
  /** Why nothing bore on it, where nothing did. */
  readonly reason?: string | undefined;
  /** Set where single answers prove nothing: earlier passes are withdrawn, and earlier findings too where this has one. */
  readonly supersedes?: boolean | undefined;
  readonly seen?: string | undefined;
}

export type Rule = vocabulary.EveryResponse | vocabulary.WholeRun | Conclusion;
export type Member = Check | Probe | Rule;

export interface Suite {
  readonly title: string;
  readonly members: readonly Member[];
}

/** All checks, probes and rules for one section of the specification. */
export function suite(title: string, members: readonly Member[]): Suite {
  return { title, members };
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

/** An observed row: `look` says in a few words what an exchange shows, or undefined where it shows nothing of it. */
export function observe(
  requirement: string,
  title: string,
  look: (exchange: Exchange) => string | undefined,
): vocabulary.EveryResponse {
  return vocabulary.everyResponse(requirement, title, (exchange) => look(exchange) !== undefined, look);
}

/** Judges the run as a whole, by what was read from all of it. */
export function conclusion(requirement: string, title: string, conclude: Conclusion['conclude']): Conclusion {
  return { kind: 'conclusion', requirement, title, conclude };
}

/** What does not say how much it is worth comes after nearly all that the kit sends. */
const standardWorth = 100;

/** How early it is sent: the higher, the earlier. */
export function worthOf({ needs: { worth = standardWorth } }: Check | Probe): number {
  return worth;
}

/** The probes that are sent for it: those that a check shares, or itself. */
export function probesOf(member: Check | Probe): readonly Probe[] {
  return member.kind === 'probe' ? [member] : (member.needs.uses ?? []);
}

/** When it is sent. */
export function phaseOf(member: Check | Probe): Phase {
  return (member.kind === 'check' && member.needs.phase) || 'main';
}
