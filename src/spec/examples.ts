import { createRequire } from 'node:module';

/** A request and its response, as far as a reader of one requirement needs them, with a variable for the key. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    /** Below the base address. */
    readonly path: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly reason: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
  /** What went wrong below HTTP, where there was no response. */
  readonly fault?: string;
}

/** A requirement on the wire: one exchange that passes, and one with a defect of the gallery. */
export interface Example {
  readonly requirement: string;
  readonly passing?: ShownExchange;
  readonly failing?: {
    readonly defect: string;
    readonly expected: string;
    readonly received: string;
    /** The exchange that shows it; without one, the whole run does. */
    readonly exchange?: ShownExchange;
  };
}

let read: ReadonlyMap<string, Example> | undefined;

/** Returns the example of a requirement from the file that `npm run examples` wrote, if anything can be sent for it. */
export function exampleOf(id: string): Example | undefined {
  read ??= new Map(
    (createRequire(import.meta.url)('#examples') as readonly Example[]).map((one) => [one.requirement, one]),
  );
  return read.get(id);
}
