import type { Answer, HeaderLine, Reply } from './answer.ts';
import type { Authentication, Identity } from './authentication.ts';
import type { Category, CategoryStore } from './categories.ts';
import type { Incoming } from './incoming.ts';
import type { Json } from './json.ts';
import type { Bucket, Limiter, Usage } from './limits/limiter.ts';
import type { Reading } from './new-category.ts';
import type { Problem } from './problem.ts';
import type { OperationId, Route } from './routing.ts';

/** One request on its way through the server, with all parts in effect. */
export interface Visit {
  readonly incoming: Incoming;
  readonly route: Route;
  readonly identity: Identity;
  readonly parts: Parts;
}

/**
 * What the server is put together from. A change replaces some of these; parts reach each other only through
 * `visit.parts` or an argument, so a replaced part is used everywhere.
 */
export interface Parts extends Authentication {
  /** What stands before every path, like `/v1`. */
  readonly basePath: string;
  readonly route: (method: string, path: readonly string[] | undefined, basePath: string) => Route;
  readonly identify: (incoming: Incoming, authentication: Authentication, route: Route) => Identity;
  /** Where a request is counted. */
  readonly bucket: (incoming: Incoming, identity: Identity, route: Route) => Bucket;
  readonly limiter: Limiter;
  /** Whether a request that got this reply is taken out of the count again. */
  readonly uncounted: (reply: Reply, visit: Visit) => boolean;
  /** The reply to a request beyond the limit; `now` in epoch milliseconds. */
  readonly tooMany: (usage: Usage, now: number, visit: Visit) => Reply;
  /** The rate-limit headers; `now` in epoch milliseconds. */
  readonly rateHeaders: (usage: Usage, now: number, visit: Visit) => readonly HeaderLine[];
  readonly store: CategoryStore;
  readonly readNewCategory: (body: Uint8Array) => Reading;
  readonly operations: { readonly [operation in OperationId]: (visit: Visit) => Reply | Promise<Reply> };
  /** A category as it stands in the list or in the reply to its creation. */
  readonly categoryJson: (category: Category, place: 'list' | 'created') => Json;
  readonly errorJson: (problem: Problem) => Json;
  /** The interface description, OpenAPI 3.1. */
  readonly description: (basePath: string) => Json;
  /** Writes JSON as bytes. */
  readonly encode: (json: Json) => Uint8Array;
  /** The last word on a response. */
  readonly finish: (answer: Answer, visit: Visit) => Answer | Promise<Answer>;
}
