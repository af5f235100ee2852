import type { Profile } from '../config/settings.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Fold } from '../exchange/finding.ts';
import type { Plan } from '../spec/operations.ts';

// These types are all that custom checks can use. built-in.ts extends them for the kit's own checks.

/** What checks know about the run, apart from its exchanges. */
export interface Facts {
  /** The base URL of the target. */
  readonly base: URL;
  /** The value of `--plan`, if given. */
  readonly plan?: Plan | undefined;
  /** The OpenAPI description of the target in one document, if given. */
  readonly description?: unknown;
  /** Checks whether a string contains the key or most of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
}

/** The maximum of requests of a check or a probe, and their order. The plan of a run adds these up. */
export interface CustomNeeds {
  /** Higher is earlier. 100 by default; the kit uses 0 to 1,000. A small budget omits the lowest. */
  readonly priority?: number;
  /** Requests with the valid key; 1 by default. */
  readonly withKey?: number;
  /** Requests without a key or with another one; 0 by default. */
  readonly withoutKey?: number;
  /** How many of them create a category on a conforming target; 0 by default. */
  readonly creates?: number;
  /** Sends it only after the response to this probe, whatever the response is. */
  readonly after?: CustomProbe;
  /** The profiles that run it; all by default. */
  readonly profiles?: readonly Profile[];
}

export interface CustomCheckNeeds extends CustomNeeds {
  /** The probes whose responses it shares. */
  readonly uses?: readonly CustomProbe[];
  /** `main` by default. `last`: after everything else, because it may break the target permanently. */
  readonly phase?: 'main' | 'last';
}

/** The tools of a probe. */
export interface Maker {
  /** Returns a name that is unique in the run and on the target. New categories should have one. */
  readonly name: () => string;
  /** Returns random numbers from 0 to 1, the same for the same seed. */
  readonly random: () => number;
}

/** The tools of a check. */
export interface CustomTools extends Maker {
  /**
   * Sends a request and resolves with its exchange, after retries because of 429s and transient faults. Takes a function,
   * because each retry makes the request again.
   */
  readonly send: (make: () => HttpRequest) => Promise<Exchange>;
  /** Resolves with the exchange of a probe in `uses`, which is sent once for all checks. */
  readonly probe: (probe: CustomProbe) => Promise<Exchange>;
  /** Waits this many milliseconds, which count toward `--max-wait`. */
  readonly wait: (ms: number, reason: string) => Promise<void>;
  /** Names the case that was sent, for the finding. */
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
  /** A method, whose parameters TypeScript checks less strictly: the kit's own checks expect more tools. */
  run(tools: CustomTools): Promise<void>;
}

/** Made by `everyResponse`. */
export interface EveryResponse<Picked extends Exchange = Exchange> {
  readonly kind: 'everyResponse';
  readonly requirement: string;
  readonly title: string;
  readonly on: (exchange: Exchange) => boolean;
  /** Gets only exchanges that `on` selects. A method, so that it can require a narrower exchange or more facts. */
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
  /** `required`: a violation fails the run. `advisory`: a violation is a warning. `observed`: never judged. */
  readonly level: 'required' | 'advisory' | 'observed';
  /** A normative sentence without a period: "Every list must carry an ETag". */
  readonly title: string;
  /** Its source: "API guide 4". The section by default. */
  readonly source?: string;
  /** A quote from the source. */
  readonly sentence?: string;
  /** What it requires, in more words than the title. */
  readonly asks?: string;
  /** The impact of a violation on clients. */
  readonly impact: string;
  /** What to change in the server. */
  readonly fix: string;
  /** Requirements of the specification whose requests its rules also judge. `--only` sends these, too, and always the first list. */
  readonly testedBy?: readonly string[];
  /** Requirements of the specification it depends on: after `notTested(dependent)`, reports name those that failed. */
  readonly dependsOn?: readonly string[];
}

/** The default export of a file for `--check`, and the value of `checks` in the library. */
export interface CustomChecks {
  /** The section title of the requirements in reports: "Our API guide". */
  readonly section: string;
  readonly requirements: readonly CustomRequirement[];
  /** Checks, probes and rules, at least one for each requirement. */
  readonly checks: readonly CustomCheckOrRule[];
}

/** Types the default export of a file for `--check`. A run validates it at its start. */
export function defineChecks(checks: CustomChecks): CustomChecks {
  return checks;
}

/** Sends requests and judges the responses: returning is a pass, `unmet` a finding, `notTested` neither. */
export function check(
  requirement: string,
  title: string,
  needs: CustomCheckNeeds,
  run: CustomCheck['run'],
): CustomCheck {
  return { kind: 'check', requirement, title, needs, run };
}

/** Sends one request for rules, or for checks that have it in `uses`. */
export function probe(
  requirement: string,
  title: string,
  needs: CustomNeeds,
  make: (maker: Maker) => HttpRequest,
): CustomProbe {
  return { kind: 'probe', requirement, title, needs, make };
}

/** Judges every exchange of the run that `on` selects, whatever sent it. It sends nothing and cannot be async. */
export function everyResponse<Picked extends Exchange>(
  requirement: string,
  title: string,
  on: (exchange: Exchange) => exchange is Picked,
  judge: EveryResponse<Picked>['judge'],
): EveryResponse;
/** The same, with an `on` that does not narrow the type. */
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

/** Judges the whole run: `step` gets each exchange, `end` returns the findings. It cannot be async. */
export function wholeRun(requirement: string, title: string, start: (facts: Facts) => Fold): WholeRun {
  return { kind: 'wholeRun', requirement, title, start };
}
