import type { Plan } from '../spec/plans.ts';
import type { Waiver } from './waiver.ts';

export type Profile = 'gentle' | 'standard' | 'thorough';

/** Everything that a run is told, checked and with its defaults filled in. Seconds are whole or broken numbers. */
export interface Settings {
  /** The base address, without a trailing slash, user info, query or fragment. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether the key is short or a word of the specification, and the user allowed it. */
  readonly shortKey?: boolean;
  /** The variable that holds the key, where that is not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** The target of the configuration file that was chosen by its name, and the file where it was named. */
  readonly namedTarget?: { readonly name: string; readonly configFile?: string };
  readonly plan?: Plan;
  readonly profile: Profile;
  readonly seed: number;
  readonly concurrency: number;
  readonly timeoutSeconds: number;
  readonly maxRequests: number;
  readonly maxCreates: number;
  readonly maxWaitSeconds: number;
  /** How many bodies to refuse are drawn at most. */
  readonly payloads: number;
  /** How many further requests may be spent on finding smaller bodies for what failed, in the whole run. */
  readonly shrinkRequests: number;
  /** Whether the limit is proven by using the window up. */
  readonly exhaust: boolean;
  /** Whether keys that hold most of the real one are sent (`auth.key-exact`). */
  readonly nearMisses: boolean;
  /** Whether nothing may be written: only GETs are sent, and the rows on creating are not asked. */
  readonly readOnly?: boolean;
  /** Only requirements whose id matches: `auth.*`, `list.ok`. */
  readonly only?: string;
  readonly strict: boolean;
  readonly failOnAdvisory: boolean;
  readonly headers: readonly (readonly [string, string])[];
  /** What of an answer is read at most, where it is not `defaultCaps`. */
  readonly caps?: AnswerCaps;
  /** PEM of a certificate authority to trust beside the usual ones. */
  readonly ca?: string;
  readonly description?: InterfaceDescription;
  /** Known faults that are accepted until a date. */
  readonly waivers?: readonly Waiver[];
  /** An earlier report: what it found too does not fail the run. */
  readonly baseline?: Baseline;
  /** Whether the report holds every exchange, and not only those that show a finding. */
  readonly keepExchanges?: boolean;
}

/** The interface description of the service: OpenAPI 3.0 or 3.1. */
export interface InterfaceDescription {
  /** The file or the address that it was read from, without a query. */
  readonly from: string;
  /** All of it, in one document. */
  readonly document: unknown;
}

/** What of an answer is read at most; what is beyond is not judged, and the run says so. */
export interface AnswerCaps {
  readonly bodyMb: number;
  readonly headersKb: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
  /** Elements of one array, members of one object. */
  readonly elements: number;
}

/** What is taken from an earlier report. */
export interface Baseline {
  readonly target: string;
  readonly startedAt: string;
  readonly signatures: readonly string[];
}

/** Defaults by profile; options given by the user take precedence over them. */
export const profileDefaults: Readonly<
  Record<
    Profile,
    Pick<Settings, 'maxRequests' | 'maxCreates' | 'payloads' | 'concurrency' | 'exhaust' | 'nearMisses'>
  >
> = {
  gentle: { maxRequests: 40, maxCreates: 4, payloads: 14, concurrency: 1, exhaust: false, nearMisses: false },
  standard: {
    maxRequests: 1_200,
    maxCreates: 40,
    payloads: 60,
    concurrency: 6,
    exhaust: true,
    nearMisses: true,
  },
  thorough: {
    maxRequests: 20_000,
    maxCreates: 400,
    payloads: 400,
    concurrency: 6,
    exhaust: true,
    nearMisses: true,
  },
};

/** The seed of a run that names none: a constant, so that the same command gives the same verdict. */
export const defaultSeed = 20_110_716;

export const defaultTimeoutSeconds = 10;
export const defaultShrinkRequests = 20;
export const defaultMaxWaitSeconds = 150;
export const defaultCaps: AnswerCaps = { bodyMb: 8, headersKb: 64, depth: 512, elements: 1_000_000 };
