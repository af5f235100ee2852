export interface ExpressStackOptions {
  /** Port to listen on; 0 (the default) picks a free one. */
  port?: number | undefined;
  /** The one API key the service accepts. */
  key: string;
  /** Length of the rate-limit window in milliseconds (default 60 000). */
  windowMs?: number | undefined;
  /** Requests allowed per window (default 60). */
  limit?: number | undefined;
}

export interface ExpressStack {
  /** Base address, ending in /v1. */
  url: string;
  close(): Promise<void>;
}

export function startExpressStack(options: ExpressStackOptions): Promise<ExpressStack>;
