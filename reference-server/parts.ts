import type { Authentication, Identity } from './authentication.ts';
import type { Category, CategoryStore } from './categories.ts';
import type { Incoming } from './incoming.ts';
import type { Json } from './json.ts';
import type { Bucket, Limiter, Usage } from './limiter.ts';
import type { Reading } from './new-category.ts';
import type { Problem } from './problem.ts';
import type { HeaderLine, HttpResponse, Reply } from './response.ts';
import type { OperationId, Route } from './routing.ts';

/** One request on its way through the server, with all parts in effect. */
export interface Visit {
  readonly incoming: Incoming;
  readonly route: Route;
  readonly identity: Identity;
  readonly parts: Parts;
}

/**
 * The parts of the server. A change replaces some of them. Parts reach each other only through `visit.parts` or an
 * argument, so a replaced part is used everywhere.
 */
export interface Parts extends Authentication {
  /** The prefix of every path, like `/v1`. */
  readonly basePath: string;
  readonly route: (method: string, path: readonly string[] | undefined, basePath: string) => Route;
  readonly identify: (incoming: Incoming, authentication: Authentication, route: Route) => Identity;
  /** Chooses the bucket toward which a request counts. */
  readonly bucket: (incoming: Incoming, identity: Identity, route: Route) => Bucket;
  readonly limiter: Limiter;
  /** Builds the reply to a request beyond the limit. `now` is in epoch milliseconds. */
  readonly tooMany: (usage: Usage, now: number, visit: Visit) => Reply;
  /** Builds the rate-limit headers. `now` is in epoch milliseconds. */
  readonly rateHeaders: (usage: Usage, now: number, visit: Visit) => readonly HeaderLine[];
  readonly store: CategoryStore;
  readonly readNewCategory: (body: Uint8Array) => Reading;
  readonly operations: { readonly [operation in OperationId]: (visit: Visit) => Reply | Promise<Reply> };
  /** Builds a category as shown in the list and in the reply to its creation. */
  readonly categoryJson: (category: Category, place: 'list' | 'created') => Json;
  readonly errorJson: (problem: Problem) => Json;
  /** Builds the interface description, OpenAPI 3.1. */
  readonly description: (basePath: string) => Json;
  /** Serializes JSON to bytes. */
  readonly encode: (json: Json) => Uint8Array;
  /** Edits a response after all other parts. */
  readonly finish: (response: HttpResponse, visit: Visit) => HttpResponse | Promise<HttpResponse>;
}
