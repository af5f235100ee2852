/** How a stack is started. What a real service does per minute is done per `windowSeconds` here. */
export interface StackOptions {
  /** The one API key that it accepts. */
  readonly key: string;
  /** Requests allowed in one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A stack that is listening on this machine. */
export interface Stack {
  /** Base address, ending in /v1. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a stack on a free port; rejects where it cannot be started. */
export type StartStack = (options: StackOptions) => Promise<Stack>;
