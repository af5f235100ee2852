/** The options for starting a stack. Its rate-limit window lasts `windowSeconds` instead of a minute. */
export interface StackOptions {
  /** The API key that the stack accepts. */
  readonly key: string;
  /** The number of requests allowed in one window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A stack that is listening locally. */
export interface Stack {
  /** The base URL, ending in /v1. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a stack on a free port; rejects if it cannot be started. */
export type StartStack = (options: StackOptions) => Promise<Stack>;
