import type { Profile } from '../config/settings.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Fold } from '../exchange/finding.ts';
import type { Plan } from '../spec/operations.ts';

/**
 * What checks are written with, by the kit and by its users. The types are the view of users; built-in.ts widens those of
 * which the kit's own checks see more.
 */

/** What may be known of the run beside the exchanges. */
export interface Facts {
  /** The base address of the service. */
  readonly base: URL;
  /** The plan that the limits are held against, where one was given. */
  readonly plan?: Plan | undefined;
  /** The interface description of the service, where one was given: OpenAPI, as one document. */
  readonly description?: unknown;
  /** Whether a text holds the key or most of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
}

/** What a check or a probe sends at most, and how early. The plan of a run is the sum of these. */
export interface CustomNeeds {
  /** The higher, the earlier; 100 unless told. The kit's own have 0 to 1,000. A budget that is too small leaves the lowest out. */
  readonly worth?: number;
  /** Requests with the valid key; 1 unless told. */
  readonly withKey?: number;
  /** Requests without it, or with another one; 0 unless told. */
  readonly withoutKey?: number;
  /** How many of them create a category on a target that keeps the specification; 0 unless told. */
  readonly creates?: number;
  /** Not sent before the answer to this probe was read, whatever it was. */
  readonly after?: CustomProbe;
  /** Only in these profiles; everywhere unless told. */
  readonly profiles?: readonly Profile[];
}

export interface CustomCheckNeeds extends CustomNeeds {
  /** The probes whose answers it shares. */
  readonly uses?: readonly CustomProbe[];
  /** `last`: after everything else, for it may break the target for good. `main` unless told. */
  readonly phase?: 'main' | 'last';
}

/** What a probe makes its request with. */
export interface Maker {
  /** A name that nothing else in the run or on the target has. What is created should bear one. */
  readonly name: () => string;
  /** Random numbers from 0 to 1, the same for the same seed. */
  readonly random: () => number;
}

/** What a check works with. */
export interface CustomTools extends Maker {
  /**
   * Sends a request and resolves with the exchange that tested it; 429s and passing faults are waited out before. It takes a
   * function, because the request is made again then.
   */
  readonly send: (make: () => HttpRequest) => Promise<Exchange>;
  /** The exchange of a probe that `uses` names. It is sent once, however many ask. */
  readonly probe: (probe: CustomProbe) => Promise<Exchange>;
  /** Waits so many milliseconds; they count among the waits of the run (`--max-wait`). */
  readonly wait: (ms: number, reason: string) => Promise<void>;
  /** Names what was sent, for the finding. */
  readonly instance: (name: string) => void;
  readonly facts: Facts;
}

/** Made by `probe`. */
export interface CustomProbe {
  readonly kind: 'probe';
  /** The id of the requirement that it is sent for. */
  readonly requirement: string;
  readonly title: string;
  readonly needs: CustomNeeds;
  readonly make: (maker: Maker) => HttpRequest;
}

/** Made by `check`. */
export interface CustomCheck {
  readonly kind: 'check';
  readonly requirement: string;
  readonly title: string;
  readonly needs: CustomCheckNeeds;
  /** A method, so that one of the kit may be written for more tools. */
  run(tools: CustomTools): Promise<void>;
}

/** Made by `everyResponse`. */
export interface EveryResponse<Picked extends Exchange = Exchange> {
  readonly kind: 'everyResponse';
  readonly requirement: string;
  readonly title: string;
  readonly on: (exchange: Exchange) => boolean;
  /** Called with what `on` picked alone. A method, so that it may be written for less than any exchange, or for more facts. */
  judge(exchange: Picked, facts: Facts): unknown;
}

/** Made by `wholeRun`. */
export interface WholeRun {
  readonly kind: 'wholeRun';
  readonly requirement: string;
  readonly title: string;
  readonly start: (facts: Facts) => Fold;
}

export type CustomMember = CustomCheck | CustomProbe | EveryResponse | WholeRun;

/** A requirement of one's own, which stands in the reports beside those of the specification. */
export interface CustomRequirement {
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
  /** Ids of the ledger without which it cannot be judged: after `notExercised(dependent)` reports name those that failed. */
  readonly dependsOn?: readonly string[];
}

/** What a file for `--check` exports by default, and what `checks` of the library takes. */
export interface CustomChecks {
  /** The title under which reports show the requirements: "Our API guide". */
  readonly section: string;
  readonly requirements: readonly CustomRequirement[];
  /** Checks, probes and rules: at least one for each requirement. */
  readonly members: readonly CustomMember[];
}

/** Gives the default export of a file for `--check` its type. It is read, and judged, when a run begins. */
export function defineChecks(checks: CustomChecks): CustomChecks {
  return checks;
}

/** Sends requests and states what the answers must be: returning is a pass, `unmet` a finding, `notExercised` neither. */
export function check(
  requirement: string,
  title: string,
  needs: CustomCheckNeeds,
  run: CustomCheck['run'],
): CustomCheck {
  return { kind: 'check', requirement, title, needs, run };
}

/** A request that is sent once and judged by rules, or by the checks that name it in `uses`. */
export function probe(
  requirement: string,
  title: string,
  needs: CustomNeeds,
  make: (maker: Maker) => HttpRequest,
): CustomProbe {
  return { kind: 'probe', requirement, title, needs, make };
}

/** Judges every exchange of the run that `on` picks, whoever sent it. It sends nothing and cannot be async. */
export function everyResponse<Picked extends Exchange>(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => exchange is Picked,
  judge: EveryResponse<Picked>['judge'],
): EveryResponse;
/** The same, where all that is known of what `on` picks is that it is an exchange. */
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

/** Judges the run as a whole, as a fold: `step` sees each exchange, `end` says what was found. It cannot be async. */
export function wholeRun(requirement: string, title: string, start: (facts: Facts) => Fold): WholeRun {
  return { kind: 'wholeRun', requirement, title, start };
}
