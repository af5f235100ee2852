import type { Profile } from '../config/settings.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Fold } from '../exchange/finding.ts';
import type { Plan } from '../spec/plans.ts';

/** A requirement of one's own, which stands in the reports beside those of the specification. */
export interface OwnRequirement {
  /** `section.name` in small letters, with a section that the ledger does not have: `guide.etag`. Never change its meaning. */
  readonly id: string;
  /** `required`: broken, it fails the run. `advisory`: it is a warning. `observed`: it is shown and never judged. */
  readonly level: 'required' | 'advisory' | 'observed';
  /** What must hold, in a clause: "lists carry an ETag". */
  readonly title: string;
  /** Where it is written: "API guide 4". The section, where it is left out. */
  readonly source?: string;
  /** What is written there, word for word. */
  readonly sentence?: string;
  /** What it asks, in more words than the title. */
  readonly asks?: string;
  /** What a client suffers when it is broken. */
  readonly means: string;
  /** What to change in the server. */
  readonly mend: string;
  /** Ids of the ledger whose requests its rules live on: with `--only` these are sent too. The first list always is. */
  readonly exercisedBy?: readonly string[];
}

/** What a file for `--check` exports by default, and what `checks` of the library takes. */
export interface OwnChecks {
  /** The title under which reports show the requirements: "Our API guide". */
  readonly section: string;
  readonly requirements: readonly OwnRequirement[];
  /** Checks, probes and rules: at least one for each requirement. */
  readonly members: readonly OwnMember[];
}

/** What may be known of the run beside the exchanges. */
export interface OwnFacts {
  /** The base address of the service. */
  readonly base: URL;
  /** The plan that the limits are held against, where one was given. */
  readonly plan?: Plan;
  /** The interface description of the service, where one was given: OpenAPI, as one document. */
  readonly description?: unknown;
  /** Whether a text holds the key or most of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
}

/** What a check or a probe sends at most, and how early. The plan of a run is the sum of these. */
export interface OwnNeeds {
  /** The higher, the earlier; 100 unless told. The kit's own have 0 to 1,000. A budget that is too small leaves the lowest out. */
  readonly worth?: number;
  /** Requests with the valid key; 1 unless told. */
  readonly withKey?: number;
  /** Requests without it, or with another one; 0 unless told. */
  readonly withoutKey?: number;
  /** How many of them create a category; 0 unless told. */
  readonly creates?: number;
  /** Not sent before the answer to this probe was read. */
  readonly after?: OwnProbe;
  /** Only in these profiles; everywhere unless told. */
  readonly profiles?: readonly Profile[];
}

/** What a probe makes its request with. */
export interface OwnMaker {
  /** A name that nothing else in the run or on the target has. What is created should bear one. */
  readonly name: () => string;
  /** Random numbers from 0 to 1, the same for the same seed. */
  readonly random: () => number;
}

/** What a check works with. */
export interface OwnTools extends OwnMaker {
  /** Sends a request and resolves with its exchange. It takes a function, for a request that met a 429 is made again. */
  readonly send: (make: () => HttpRequest) => Promise<Exchange>;
  /** The exchange of a probe that `uses` names. It is sent once, however many ask. */
  readonly probe: (probe: OwnProbe) => Promise<Exchange>;
  /** Waits so many milliseconds; they count among the waits of the run (`--max-wait`). */
  readonly wait: (ms: number, reason: string) => Promise<void>;
  /** Names what was sent, for the finding. */
  readonly instance: (name: string) => void;
  readonly facts: OwnFacts;
}

/** Made by `probe`. */
export interface OwnProbe {
  readonly kind: 'probe';
  readonly requirement: string;
  readonly title: string;
  readonly needs: OwnNeeds;
  readonly make: (maker: OwnMaker) => HttpRequest;
}

/** Made by `check`. */
export interface OwnCheck {
  readonly kind: 'check';
  readonly requirement: string;
  readonly title: string;
  readonly needs: OwnCheckNeeds;
  readonly run: (tools: OwnTools) => Promise<void>;
}

export interface OwnCheckNeeds extends OwnNeeds {
  /** The probes whose answers it shares. */
  readonly uses?: readonly OwnProbe[];
  /** `last`: after everything else, for it may break the target for good. `main` unless told. */
  readonly phase?: 'main' | 'last';
}

/** Made by `everyResponse`. */
export interface OwnEveryResponse {
  readonly kind: 'everyResponse';
  readonly requirement: string;
  readonly title: string;
  readonly on: (exchange: Exchange) => boolean;
  /** Called with what `on` picked alone. A method, so that it may be written for less than any exchange. */
  judge(exchange: Exchange, facts: OwnFacts): void;
}

/** Made by `wholeRun`. */
export interface OwnWholeRun {
  readonly kind: 'wholeRun';
  readonly requirement: string;
  readonly title: string;
  readonly start: (facts: OwnFacts) => Fold;
}

export type OwnMember = OwnCheck | OwnProbe | OwnEveryResponse | OwnWholeRun;

/** Gives the default export of a file for `--check` its type. It is read, and judged, when a run begins. */
export function defineChecks(checks: OwnChecks): OwnChecks {
  return checks;
}

/** Sends requests and states what the answers must be: returning is a pass, `unmet` a finding, `notExercised` neither. */
export function check(
  requirement: string,
  title: string,
  needs: OwnCheckNeeds,
  run: (tools: OwnTools) => Promise<void>,
): OwnCheck {
  return { kind: 'check', requirement, title, needs, run };
}

/** A request that is sent once and judged by rules, or by the checks that name it in `uses`. */
export function probe(
  requirement: string,
  title: string,
  needs: OwnNeeds,
  make: (maker: OwnMaker) => HttpRequest,
): OwnProbe {
  return { kind: 'probe', requirement, title, needs, make };
}

/** Judges every exchange of the run that `on` picks, whoever sent it. It sends nothing and cannot be async. */
export function everyResponse<Picked extends Exchange>(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => exchange is Picked,
  judge: (exchange: Picked, facts: OwnFacts) => void,
): OwnEveryResponse;
/** The same, where all that is known of what `on` picks is that it is an exchange. */
export function everyResponse(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange, facts: OwnFacts) => void,
): OwnEveryResponse;
export function everyResponse(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange, facts: OwnFacts) => void,
): OwnEveryResponse {
  return { kind: 'everyResponse', requirement, title, on, judge };
}

/** Judges the run as a whole, as a fold: `step` sees each exchange, `end` says what was found. It cannot be async. */
export function wholeRun(requirement: string, title: string, start: (facts: OwnFacts) => Fold): OwnWholeRun {
  return { kind: 'wholeRun', requirement, title, start };
}
