import type { Profile } from '../config/settings.ts';
import type { Exchange, HttpRequest, Presentation } from '../exchange/exchange.ts';
import type { Fold, Occurrence } from '../exchange/finding.ts';
import type { Readings } from '../readings/readings.ts';

/** What a check or a probe sends at most, and how early. The plan of a run is the sum of these. */
export interface Needs {
  /** The higher, the earlier: what finds most comes first, so that a small budget still finds most. */
  readonly worth: number;
  /** Requests with the valid key; 1 unless told. */
  readonly withKey?: number;
  /** How many of these are sent only where the answer to the first asks for it: a small budget holds nothing back for them. */
  readonly spare?: number;
  /** Requests with the valid key beyond these, sent only after an answer that no conforming service gives: no plan counts them. */
  readonly controls?: number;
  /** Requests without it or with another one. */
  readonly withoutKey?: number;
  /** How many of them create something on a target that keeps the specification. */
  readonly creates?: number;
  /** Not sent before the answer to this probe was read, whatever it was. */
  readonly after?: Probe;
  /** How many of them a faulty target may choke on for ever. */
  readonly mayBreak?: number;
  /** Only in these profiles; everywhere unless told. */
  readonly profiles?: readonly Profile[];
  /** The request holds most of the key: left out in `gentle` and by `--no-near-misses`. */
  readonly nearMiss?: Presentation;
  /** Sent right behind a request with the key, on a connection of their own (reading 18): `Tools.sendBehindKey`. */
  readonly behindKey?: true;
  /** May be that request with the key: it is sent on the connection of the one behind it. */
  readonly carries?: true;
  /** On a connection that carries nothing else. */
  readonly alone?: true;
}

/** What came of a request that goes right behind one with the key, on one connection. */
export interface BehindKey {
  readonly exchange: Exchange;
  /** What the connection carried right before; undefined where nothing is known to have been there. */
  readonly control?: Exchange;
  /** The same request on a connection that carried nothing before; undefined where the run has no room for it. */
  readonly onFreshConnection: () => Promise<Exchange | undefined>;
}

/** What a probe is given to make its request. */
export interface Maker {
  /** A plain name that occurs nowhere else. */
  readonly name: () => string;
  /** Random numbers from 0 to 1, the same for the same seed. */
  readonly random: () => number;
}

/** A named request that is sent once, however many checks share its answer; rules judge it like any other. */
export interface Probe {
  readonly kind: 'probe';
  readonly requirement: string;
  readonly title: string;
  readonly needs: Needs;
  readonly make: (maker: Maker) => HttpRequest;
  /** Nothing uses its answer or waits for it: the run need not keep it. */
  readonly unshared?: true;
}

/** What a check works with. */
export interface Tools extends Maker {
  /** Sends a request and resolves with the exchange that tested it; 429s and passing faults are waited out before. */
  readonly send: (make: () => HttpRequest) => Promise<Exchange>;
  /** Sends a request that the answer before calls for; it is no evidence of what the check states. */
  readonly control: (title: string, make: () => HttpRequest) => Promise<Exchange>;
  /** Sends it right behind a request with the key on the same connection, as far as the target keeps connections open. */
  readonly sendBehindKey: (make: () => HttpRequest) => Promise<BehindKey>;
  /** The exchange of a probe, which is sent now if it has not been. */
  readonly probe: (probe: Probe) => Promise<Exchange>;
  /** Waits, counted among the waits of the run, with nothing sent meanwhile. */
  readonly wait: (ms: number, reason: string) => Promise<void>;
  readonly monotonic: () => number;
  readonly readings: Readings;
  /** What was seen, told beside a pass. */
  readonly seen: (text: string) => void;
  /** What was sent, by name, should the expectation not be met. */
  readonly instance: (name: string) => void;
  /** Aborted when the run is interrupted. */
  readonly signal?: AbortSignal;
}

export type Phase = 'main' | 'settled' | 'closing' | 'last';

export interface Check {
  readonly kind: 'check';
  readonly requirement: string;
  readonly title: string;
  readonly needs: Needs;
  readonly uses: readonly Probe[];
  /**
   * `main`: as soon as its turn comes. `settled`: one after the other, when all that is created has been. `closing`:
   * likewise, when the limit has been proven. `last`: after all of that, for it may break the target for good.
   */
  readonly phase: Phase;
  readonly run: (tools: Tools) => Promise<void>;
}

/** A rule on single answers: sends nothing, sees all of them. */
export interface EveryResponse {
  readonly kind: 'everyResponse';
  readonly requirement: string;
  readonly title: string;
  readonly on: (exchange: Exchange) => boolean;
  /**
   * Called with what `on` picked alone; what it returns was seen, and is told where the row is observed, or beside a pass.
   * A method, so that it may be written for less than any exchange.
   */
  judge(exchange: Exchange, readings: Readings): string | undefined;
}

/** A rule on the run as a whole: what follows from the readings in the end. */
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

/** A fold of a file that a user wrote: the readings are the kit's own. */
export interface WholeRun {
  readonly kind: 'wholeRun';
  readonly requirement: string;
  readonly title: string;
  readonly start: (readings: Readings) => Fold;
}

export type Rule = EveryResponse | Conclusion | WholeRun;
export type Member = Check | Probe | Rule;

export interface Suite {
  readonly title: string;
  readonly members: readonly Member[];
}

/** All checks, probes and rules for one section of the specification. */
export function suite(title: string, members: readonly Member[]): Suite {
  return { title, members };
}

/** A request that is sent once and judged by rules; `requirement` is the row it is sent for. */
export function probe(
  requirement: string,
  title: string,
  needs: Needs,
  make: (maker: Maker) => HttpRequest,
): Probe {
  return { kind: 'probe', requirement, title, needs, make };
}

/** Sends requests and states what the answer must be; `uses` names the probes whose answers it shares. */
export function check(
  requirement: string,
  title: string,
  needs: Needs & { readonly uses?: readonly Probe[]; readonly phase?: Phase },
  run: (tools: Tools) => Promise<void>,
): Check {
  const { uses = [], phase = 'main', ...rest } = needs;
  return { kind: 'check', requirement, title, needs: rest, uses, phase, run };
}

/** Judges every exchange that `on` picks: returning is a pass, `unmet` a finding, `notExercised` neither. */
export function everyResponse<Picked extends Exchange>(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => exchange is Picked,
  judge: (exchange: Picked, readings: Readings) => string | undefined,
): EveryResponse;
/** The same, where all that is known of what `on` picks is that it is an exchange. */
export function everyResponse(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange, readings: Readings) => string | undefined,
): EveryResponse;
export function everyResponse(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange, readings: Readings) => string | undefined,
): EveryResponse {
  return { kind: 'everyResponse', requirement, title, on, judge };
}

/** An observed row: `look` says in a few words what an exchange shows, or undefined where it shows nothing of it. */
export function observe(
  requirement: string,
  title: string,
  look: (exchange: Exchange) => string | undefined,
): EveryResponse {
  return everyResponse(requirement, title, (exchange) => look(exchange) !== undefined, look);
}

/** Judges the run as a whole, by what was read from all of it. */
export function conclusion(requirement: string, title: string, conclude: Conclusion['conclude']): Conclusion {
  return { kind: 'conclusion', requirement, title, conclude };
}
