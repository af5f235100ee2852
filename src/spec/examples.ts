import { createRequire } from 'node:module';

/** A request and what came back, as far as a reader of one requirement needs it. The key stands as a variable. */
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
  /** What went wrong below HTTP, where nothing came back. */
  readonly fault?: string;
}

/** How a requirement looks on the wire: kept, and broken by a defect of the gallery. */
export interface Example {
  readonly requirement: string;
  readonly passing?: ShownExchange;
  readonly failing?: {
    /** The defect, by its id. */
    readonly defect: string;
    readonly expected: string;
    readonly received: string;
    /** The exchange that shows it; without one the whole run does. */
    readonly exchange?: ShownExchange;
  };
}

let read: ReadonlyMap<string, Example> | undefined;

/** The example of a requirement, out of the file that `npm run examples` wrote; none where nothing can be sent for it. */
export function exampleOf(id: string): Example | undefined {
  read ??= new Map(
    (createRequire(import.meta.url)('#examples') as readonly Example[]).map((one) => [one.requirement, one]),
  );
  return read.get(id);
}
