import type { Identity } from '../authentication.ts';
import type { Category, CategoryStore, NewCategory } from '../categories.ts';
import { ConnectionLost, type Incoming } from '../incoming.ts';
import { isList, isWritten, type Json } from '../json.ts';
import type { Usage } from '../limiter.ts';
import { isJsonObject, parseBody, type Reading } from '../new-category.ts';
import type { Visit } from '../parts.ts';
import { errorReply, type Problem, problem } from '../problem.ts';
import { type HeaderLine, type HttpResponse, type Reply, valuesOf } from '../response.ts';
import type { OperationId, Route } from '../routing.ts';
import type { Change } from './change.ts';

/** Selects the responses that a change applies to. */
export type When = (response: HttpResponse, visit: Visit) => boolean;

/** Selects responses with one of these statuses. */
export const withStatus =
  (...statuses: readonly number[]): When =>
  (response) =>
    statuses.includes(response.status);

/** Selects responses of one operation: all, or those with one of the statuses. */
export const responsesOf =
  (operation: OperationId, ...statuses: readonly number[]): When =>
  (response, { route }) =>
    isOperation(route, operation) && (statuses.length === 0 || statuses.includes(response.status));

/** Returns whether a route leads to this operation. */
export function isOperation(route: Route, operation: OperationId): boolean {
  return route.kind === 'operation' && route.operation === operation;
}

/** Rewrites whole responses. */
export function editResponses(
  when: When,
  edit: (response: HttpResponse, visit: Visit) => HttpResponse,
): Change {
  return (parts) => ({
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      return when(finished, visit) ? edit(finished, visit) : finished;
    },
  });
}

/** Rewrites every nth response that `when` selects. */
export function editEvery(nth: number, when: When, edit: (response: HttpResponse) => HttpResponse): Change {
  return (parts, tools) => {
    let selected = 0;
    // This function counts the responses, so it must be called once for each of them.
    const countAndCompare: When = (response, visit) => when(response, visit) && ++selected % nth === 0;
    return editResponses(countAndCompare, edit)(parts, tools);
  };
}

type Serve = (visit: Visit) => Reply | Promise<Reply>;

/** Serves one operation differently; `serve` is the original handler. */
export function editOperation(
  operation: OperationId,
  edit: (visit: Visit, serve: Serve) => Reply | Promise<Reply>,
): Change {
  return ({ operations }) => ({
    operations: { ...operations, [operation]: (visit: Visit) => edit(visit, operations[operation]) },
  });
}

/**
 * How long a creation waits for other requests, in real milliseconds. Even on a busy machine, two concurrent requests arrive
 * within this time.
 */
export const concurrentMs = 300;

/** Serves creations with a valid body differently. Other creations store nothing. */
export const editCreations = (edit: (visit: Visit, serve: Serve) => Promise<Reply>): Change =>
  editOperation('createCategory', async (visit, serve) => {
    const body = await visit.incoming.body();
    const isValid = body.kind === 'bytes' && visit.parts.readNewCategory(body.bytes).kind === 'category';
    return isValid ? edit(visit, serve) : serve(visit);
  });

/** Replies differently to a creation whose body ends before its Content-Length is reached. */
export const editEndedEarly = (reply: (visit: Visit, lost: ConnectionLost) => Reply): Change =>
  editOperation('createCategory', async (visit, serve) => {
    try {
      return await serve(visit);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      return reply(visit, error);
    }
  });

/** Serves an operation at most once every `seconds` seconds. Other requests get a 429 with `retryAfter` as Retry-After. */
export function editPace(operation: OperationId, seconds: number, retryAfter: string): Change {
  return (parts, tools) => {
    let lastServed = Number.NEGATIVE_INFINITY;
    return editOperation(operation, (visit, serve) => {
      const { incoming } = visit;
      if (incoming.at - lastServed < seconds * 1_000)
        return errorReply(problem(429, 'operation_busy', 'Try again later.'), visit.parts.errorJson, [
          ['Retry-After', retryAfter],
        ]);
      lastServed = incoming.at;
      return serve(visit);
    })(parts, tools);
  };
}

/** Rewrites the replies of one operation. */
export function editReplies(operation: OperationId, edit: (reply: Reply, visit: Visit) => Reply): Change {
  return editOperation(operation, async (visit, serve) => edit(await serve(visit), visit));
}

/** Rewrites the list of categories, as JSON. */
export function editList(edit: (items: readonly Json[]) => Json): Change {
  return editReplies('listCategories', (reply) =>
    isList(reply.json) ? { ...reply, json: edit(reply.json) } : reply,
  );
}

/** Rewrites the bodies of errors with one of these statuses. */
export function editErrors(statuses: readonly number[], edit: (error: Problem) => Json): Change {
  return (parts) => ({
    errorJson: (error) => (statuses.includes(error.status) ? edit(error) : parts.errorJson(error)),
  });
}

/** Reads bodies differently; `read` is the original reader. */
export function editReading(
  edit: (body: Uint8Array, read: (body: Uint8Array) => Reading) => Reading,
): Change {
  return (parts) => ({ readNewCategory: (body) => edit(body, parts.readNewCategory) });
}

/** Passes JSON bodies through `edit`; undefined keeps the original result. */
export function editJson(edit: (value: unknown) => Reading | undefined): Change {
  return editReading((body, read) => {
    const parsed = parseBody(body);
    return (parsed.kind === 'json' ? edit(parsed.value) : undefined) ?? read(body);
  });
}

/** Passes bodies that are JSON objects through `edit`; undefined keeps the original result. */
export function editFields(
  edit: (fields: { readonly [name: string]: unknown }) => Reading | undefined,
): Change {
  return editJson((value) => (isJsonObject(value) ? edit(value) : undefined));
}

/** Lists the stored categories differently. */
export function editListed(edit: (categories: readonly Category[]) => readonly Category[]): Change {
  return ({ store }) => ({ store: { ...store, list: () => edit(store.list()) } });
}

/**
 * Lists a new category only `ms` milliseconds after its creation, by the server's clock. Until then, lists contain what
 * `before` returns instead.
 */
export function listedAfter(
  ms: number,
  before: (category: Category) => readonly Category[] = () => [],
): Change {
  return ({ store }, { now }) => {
    const shownAt = new Map<bigint, number>();
    const add: CategoryStore['add'] = (...given) => {
      const category = store.add(...given);
      shownAt.set(category.id, now() + ms);
      return category;
    };
    const shown = (category: Category) =>
      now() >= (shownAt.get(category.id) ?? 0) ? [category] : before(category);
    return { store: { add, list: () => store.list().flatMap(shown) } };
  };
}

/** Serves the category operations from a store that is chosen for each request. */
export function editStoreOfRequest(storeOf: (visit: Visit) => Partial<CategoryStore>): Change {
  return ({ operations }) => {
    const withStore =
      (serve: Serve): Serve =>
      (visit) =>
        serve({ ...visit, parts: { ...visit.parts, store: { ...visit.parts.store, ...storeOf(visit) } } });
    const { listCategories, createCategory } = operations;
    return {
      operations: {
        ...operations,
        listCategories: withStore(listCategories),
        createCategory: withStore(createCategory),
      },
    };
  };
}

/** Returns a function that assigns connections to workers in turn and returns the worker of a connection. */
export function createWorkers(count: number): (connection: object) => object {
  const workers = Array.from({ length: count }, () => ({}));
  const assigned = new WeakMap<object, object>();
  let next = 0;
  return (connection) => {
    const worker = assigned.get(connection) ?? workers[next++ % count] ?? {};
    assigned.set(connection, worker);
    return worker;
  };
}

/** Caches the list in each worker (by default, one per connection). A creation clears only the cache of its own worker. */
export function listCachedByWorker(
  ms: number,
  workerOf = (connection: object): object => connection,
): Change {
  return (parts, tools) => {
    const caches = new WeakMap<object, { readonly list: readonly Category[]; readonly until: number }>();
    return editStoreOfRequest(({ incoming: { connection }, parts: { store } }) => ({
      list: () => {
        const known = caches.get(workerOf(connection));
        if (known !== undefined && tools.now() < known.until) return known.list;
        const list = [...store.list()];
        caches.set(workerOf(connection), { list, until: tools.now() + ms });
        return list;
      },
      add: (...given) => {
        caches.delete(workerOf(connection));
        return store.add(...given);
      },
    }))(parts, tools);
  };
}

/** Stores something other than what was sent. */
export function editStored(edit: (category: NewCategory) => NewCategory): Change {
  return (parts) => ({
    store: { list: parts.store.list, add: (category, id) => parts.store.add(edit(category), id) },
  });
}

/** Rewrites the three rate-limit headers. */
export function editRateHeaders(
  edit: (lines: readonly HeaderLine[], usage: Usage, visit: Visit) => readonly HeaderLine[],
): Change {
  return (parts) => ({
    rateHeaders: (usage, now, visit) => edit(parts.rateHeaders(usage, now, visit), usage, visit),
  });
}

/** Identifies some senders differently; undefined keeps the identity. */
export function editIdentity(
  edit: (identity: Identity, incoming: Incoming, route: Route) => Identity | undefined,
): Change {
  return (parts) => ({
    identify: (incoming, authentication, route) => {
      const identity = parts.identify(incoming, authentication, route);
      return edit(identity, incoming, route) ?? identity;
    },
  });
}

/** Returns whether a request has no Authorization header at all. */
export function hasNoAuthorization({ headers }: Incoming): boolean {
  return valuesOf(headers, 'Authorization').length === 0;
}

/** Returns whether a JSON value is an object, rather than a list, a plain value, or a value with its own JSON text. */
export function isObject(value: Json | undefined): value is { readonly [name: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !isList(value) && !isWritten(value);
}
