import type { Profile } from '../config/settings.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Fold } from '../exchange/finding.ts';
import type { Plan } from '../spec/operations.ts';

// The types show what custom checks may see; built-in.ts extends those of which the kit's own checks see more.

/** What checks may know of the run besides its exchanges. */
export interface Facts {
  /** The base address of the service. */
  readonly base: URL;
  /** The plan that the limits are compared with, if one was given. */
  readonly plan?: Plan | undefined;
  /** The OpenAPI description of the service in one document, if one was given. */
  readonly description?: unknown;
  /** Checks whether a string holds the key or most of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
}

/** What a check or a probe sends at most, and how early. The plan of a run is the sum of these. */
export interface CustomNeeds {
  /** Priority: higher is earlier, 100 by default, 0 to 1,000 in the kit. A small budget leaves out the lowest. */
  readonly priority?: number;
  /** Requests with the valid key; 1 by default. */
  readonly withKey?: number;
  /** Requests with no key or another one; 0 by default. */
  readonly withoutKey?: number;
  /** How many of them create a category on a target that conforms to the specification; 0 by default. */
  readonly creates?: number;
  /** Sends it only after the response to this probe, whatever that is. */
  readonly after?: CustomProbe;
  /** Runs it only in these profiles; in all by default. */
  readonly profiles?: readonly Profile[];
}

export interface CustomCheckNeeds extends CustomNeeds {
  /** The probes whose responses it shares. */
  readonly uses?: readonly CustomProbe[];
  /** `main` by default. `last`: after everything else, because it may break the target for good. */
  readonly phase?: 'main' | 'last';
}

/** What a probe makes its request with. */
export interface Maker {
  /** Returns a name that is unique in the run and on the target. What is created should have one. */
  readonly name: () => string;
  /** Returns random numbers from 0 to 1, the same for the same seed. */
  readonly random: () => number;
}

/** What a check works with. */
export interface CustomTools extends Maker {
  /**
   * Sends a request and resolves with its exchange, after waiting out 429s and passing faults. Takes a function, because
   * each retry makes the request again.
   */
  readonly send: (make: () => HttpRequest) => Promise<Exchange>;
  /** Resolves with the exchange of a probe that `uses` names. It is sent once for all checks. */
  readonly probe: (probe: CustomProbe) => Promise<Exchange>;
  /** Waits this many milliseconds, which count toward `--max-wait`. */
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
  /** A method, so that the kit's own checks may be written for more tools. */
  run(tools: CustomTools): Promise<void>;
}

/** Made by `everyResponse`. */
export interface EveryResponse<Picked extends Exchange = Exchange> {
  readonly kind: 'everyResponse';
  readonly requirement: string;
  readonly title: string;
  readonly on: (exchange: Exchange) => boolean;
  /** Gets only what `on` picked. A method, so that it may be written for a narrower exchange or for more facts. */
  judge(exchange: Picked, facts: Facts): unknown;
}

/** Made by `wholeRun`. */
export interface WholeRun {
  readonly kind: 'wholeRun';
  readonly requirement: string;
  readonly title: string;
  readonly start: (facts: Facts) => Fold;
}

export type CustomCheckOrRule = CustomCheck | CustomProbe | EveryResponse | WholeRun;

/** A custom requirement; reports show it next to those of the specification. */
export interface CustomRequirement {
  /** `section.name` in lowercase, with a section that the specification does not have: `guide.etag`. Never change its meaning. */
  readonly id: string;
  /** `required`: a violation fails the run. `advisory`: it is a warning. `observed`: it is shown and never judged. */
  readonly level: 'required' | 'advisory' | 'observed';
  /** What must hold, in a clause: "lists carry an ETag". */
  readonly title: string;
  /** Where it is written: "API guide 4". The section by default. */
  readonly source?: string;
  /** What is written there, word for word. */
  readonly sentence?: string;
  /** What it asks, in more words than the title. */
  readonly asks?: string;
  /** How a violation affects clients. */
  readonly impact: string;
  /** What to change in the server. */
  readonly fix: string;
  /** Ids of the specification's requirements whose requests its rules judge: `--only` sends these too. The first list always is. */
  readonly testedBy?: readonly string[];
  /** Ids of the specification's requirements it depends on: after `notExercised(dependent)` reports name those that failed. */
  readonly dependsOn?: readonly string[];
}

/** What a file for `--check` exports by default, and what `checks` of the library takes. */
export interface CustomChecks {
  /** The title under which reports show the requirements: "Our API guide". */
  readonly section: string;
  readonly requirements: readonly CustomRequirement[];
  /** Checks, probes and rules: at least one for each requirement. */
  readonly checks: readonly CustomCheckOrRule[];
}

/** Gives the default export of a file for `--check` its type. It is validated when a run begins. */
export function defineChecks(checks: CustomChecks): CustomChecks {
  return checks;
}

/** Sends requests and judges the responses: returning passes, `unmet` is a finding, `notTested` neither. */
export function check(
  requirement: string,
  title: string,
  needs: CustomCheckNeeds,
  run: CustomCheck['run'],
): CustomCheck {
  return { kind: 'check', requirement, title, needs, run };
}

/** Sends one request, judged by rules or by the checks that name it in `uses`. */
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
/** The same, where `on` does not narrow the type of the exchange. */
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

/** Judges the run as a whole: `step` sees each exchange, `end` returns what was found. It cannot be async. */
export function wholeRun(requirement: string, title: string, start: (facts: Facts) => Fold): WholeRun {
  return { kind: 'wholeRun', requirement, title, start };
}
