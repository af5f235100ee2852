import type { SharedOptions } from '../config/options.ts';
import type { Clock } from '../model/clock.ts';
import type { Report } from '../model/report.ts';
import type { Waiver } from '../model/waiver.ts';
import type { OwnChecks } from '../own/vocabulary.ts';

/**
 * What `run` is told. Names, bounds and defaults are those of the configuration file and, with dashes, of the
 * command's flags; no variable of the environment stands for one of them.
 */
export interface RunOptions
  extends Omit<SharedOptions, 'baseUrl' | 'description' | 'header' | 'ca' | 'waivers' | 'baseline'> {
  /** The address of the service, as a rule ending in `/v1`; http or https. */
  readonly baseUrl: string | URL;
  /** The API key. It is sent to the address in `baseUrl` alone, and stands in no report, event or message. */
  readonly key: string;
  /** Aborting it ends the run: no request is sent any more, and the report says what is known. */
  readonly signal?: AbortSignal;
  /** The interface description: the path of a file, an address, or the document itself. */
  readonly description?: string | URL | object;
  /** Checks of one's own, as `defineChecks` of `petstore-conformance/check` makes them. */
  readonly checks?: readonly OwnChecks[];
  /** Further header lines of every request: by name, or as lines like `X-Tenant: 7`. */
  readonly header?: Readonly<Record<string, string>> | readonly string[];
  /** Certificates (PEM) of authorities to trust as well: the text, not a path. */
  readonly ca?: string;
  /** Known faults that are accepted until a date. */
  readonly waivers?: readonly Waiver[];
  /** An earlier report: what it holds too does not fail the run. */
  readonly baseline?: Report;
  /** The source of time, for tests against a server that shares it; the system's unless given. */
  readonly clock?: Clock;
}
