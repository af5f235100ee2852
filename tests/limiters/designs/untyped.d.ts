/** As much of the packages without types as the designs use. */

declare module 'koa' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Context {
    readonly req: IncomingMessage;
    readonly ip: string;
    status: number;
    body: unknown;
    set(name: string, value: string | readonly string[]): void;
    readonly response: { get(name: string): string };
  }

  export type Middleware = (context: Context, next: () => Promise<void>) => unknown;

  export default class Koa {
    use(middleware: Middleware): this;
    on(event: 'error', listener: (error: Error) => void): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }
}

declare module 'koa-ratelimit' {
  import type { Middleware } from 'koa';

  export default function ratelimit(options: Readonly<Record<string, unknown>>): Middleware;
}

declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Handler = (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => unknown;

  export default function express(): {
    (request: IncomingMessage, response: ServerResponse): void;
    use(...handlers: readonly Handler[]): void;
  };
}
