import { createRequire } from 'node:module';

/** A request and the relevant parts of its response, with a variable for the key. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    /** Relative to the base URL. */
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
  /** The fault below HTTP, if there was no response. */
  readonly fault?: string;
}

/** Shows a requirement by one exchange that passes, and one with a defect of the gallery. */
export interface Example {
  readonly requirement: string;
  readonly passing?: ShownExchange;
  readonly failing?: {
    readonly defect: string;
    readonly expected: string;
    readonly received: string;
    /** The exchange that shows the violation, unless only the whole run does. */
    readonly exchange?: ShownExchange;
  };
}

let read: ReadonlyMap<string, Example> | undefined;

/** Returns the example of a requirement from the file that `npm run examples` writes, if it has one. */
export function exampleOf(id: string): Example | undefined {
  read ??= new Map(
    (createRequire(import.meta.url)('#examples') as readonly Example[]).map((one) => [one.requirement, one]),
  );
  return read.get(id);
}
