import type { Clock } from '../model/clock.ts';
import type { Report } from '../model/report.ts';
import type { Profile } from '../model/settings.ts';
import type { Waiver } from '../model/waiver.ts';
import type { OwnChecks } from '../own/vocabulary.ts';
import type { Plan } from '../spec/plans.ts';

/**
 * What `run` is told. Names, bounds and defaults are those of the configuration file and, with dashes, of the
 * command's flags; no variable of the environment stands for one of them.
 */
export interface RunOptions {
  /** The address of the service, as a rule ending in `/v1`; http or https. */
  readonly baseUrl: string | URL;
  /** The API key. It is sent to the address in `baseUrl` alone, and stands in no report, event or message. */
  readonly key: string;
  /** Aborting it ends the run: no request is sent any more, and the report says what is known. */
  readonly signal?: AbortSignal;

  /** The plan of the key: the limits are held against it. */
  readonly plan?: Plan;
  /** How much is asked; `standard` unless given. */
  readonly profile?: Profile;
  /** Patterns of requirement ids with commas between them, such as `auth.*,list.ok`: these alone. */
  readonly only?: string;
  /** What invalid bodies are drawn from: a whole number, or `random`; a constant unless given. */
  readonly seed?: number | 'random';
  /** The interface description: the path of a file, an address, or the document itself. */
  readonly description?: string | URL | object;
  /** Checks of one's own, as `defineChecks` of `petstore-conformance/check` makes them. */
  readonly checks?: readonly OwnChecks[];

  /** So many requests at most. */
  readonly maxRequests?: number;
  /** So many categories created at most. */
  readonly maxCreates?: number;
  /** So many bodies to refuse drawn at most. */
  readonly payloads?: number;
  /** So many requests at most to find smaller bodies that fail. */
  readonly shrinkRequests?: number;
  /** Requests in flight at a time, 8 at most. */
  readonly concurrency?: number;
  /** Seconds for one request. */
  readonly timeout?: number;
  /** Seconds of waiting at most, all waits together. */
  readonly maxWait?: number;
  /** Seconds to wait at most until the service answers at all. */
  readonly waitFor?: number;
  /** Do not use the window up to prove the limit. */
  readonly noExhaust?: boolean;
  /** Send no key that is nearly the real one. */
  readonly noNearMisses?: boolean;
  /** Send GETs alone, and do not use the limit up: for a service that others rely on. */
  readonly readOnly?: boolean;

  /** Further header lines of every request: by name, or as lines like `X-Tenant: 7`. */
  readonly header?: Readonly<Record<string, string>> | readonly string[];
  /** Send the key over plain http to another machine. */
  readonly allowHttp?: boolean;
  /** Use a key that is too short, or too common, to be kept out of every report. */
  readonly allowShortKey?: boolean;
  /** Certificates (PEM) of authorities to trust as well: the text, not a path. */
  readonly ca?: string;

  /** MB of one body that are read at most, decoded. */
  readonly maxBody?: number;
  /** KB of the headers of one answer that are read at most. */
  readonly maxHeaders?: number;
  /** Arrays and objects inside each other that are read at most. */
  readonly maxNesting?: number;
  /** Elements of one array that are read at most. */
  readonly maxElements?: number;

  /** Known faults that are accepted until a date. */
  readonly waivers?: readonly Waiver[];
  /** An earlier report: what it holds too does not fail the run. */
  readonly baseline?: Report;
  /** Let warnings fail the run. */
  readonly failOn?: 'advisory';
  /** Exit status 3 where a required row was not exercised. */
  readonly strict?: boolean;
  /** Let the report hold every exchange, which the `har` reporter needs. */
  readonly keepExchanges?: boolean;
  /** The source of time, for tests against a server that shares it; the system's unless given. */
  readonly clock?: Clock;
}
