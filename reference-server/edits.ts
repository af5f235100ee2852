import { type Answer, type HeaderLine, type Reply, valuesOf } from './answer.ts';
import type { Identity } from './authentication.ts';
import type { NewCategory } from './categories.ts';
import type { Change } from './change.ts';
import type { Incoming } from './incoming.ts';
import { isList, type Json } from './json.ts';
import type { Usage } from './limits/limiter.ts';
import type { Reading } from './new-category.ts';
import type { Visit } from './parts.ts';
import type { Problem } from './problem.ts';
import type { OperationId, Route } from './routing.ts';

/** Which answers a change concerns. */
export type When = (answer: Answer, visit: Visit) => boolean;

/** Answers with one of these statuses. */
export const withStatus =
  (...statuses: readonly number[]): When =>
  (answer) =>
    statuses.includes(answer.status);

/** Answers of one operation, all of them or those with one of the statuses given. */
export const answersOf =
  (operation: OperationId, ...statuses: readonly number[]): When =>
  (answer, { route }) =>
    names(route, operation) && (statuses.length === 0 || statuses.includes(answer.status));

/** Whether a route is this operation. */
export function names(route: Route, operation: OperationId): boolean {
  return route.kind === 'operation' && route.operation === operation;
}

/** Rewrites whole answers. */
export function editAnswers(when: When, edit: (answer: Answer, visit: Visit) => Answer): Change {
  return (parts) => ({
    finish: async (answer, visit) => {
      const finished = await parts.finish(answer, visit);
      return when(finished, visit) ? edit(finished, visit) : finished;
    },
  });
}

/** Rewrites what one operation replies. */
export function editReplies(operation: OperationId, edit: (reply: Reply, visit: Visit) => Reply): Change {
  return (parts) => ({
    operations: {
      ...parts.operations,
      [operation]: async (visit: Visit) => edit(await parts.operations[operation](visit), visit),
    },
  });
}

/** Rewrites the list of categories, as JSON. */
export function editList(edit: (items: readonly Json[]) => Json): Change {
  return editReplies('listCategories', (reply) =>
    isList(reply.json) ? { ...reply, json: edit(reply.json) } : reply,
  );
}

/** Rewrites the bodies of errors with one of the statuses given. */
export function editErrors(statuses: readonly number[], edit: (error: Problem) => Json): Change {
  return (parts) => ({
    errorJson: (error) => (statuses.includes(error.status) ? edit(error) : parts.errorJson(error)),
  });
}

/** Reads bodies otherwise; `read` is how they were read before. */
export function editReading(
  edit: (body: Uint8Array, read: (body: Uint8Array) => Reading) => Reading,
): Change {
  return (parts) => ({ readNewCategory: (body) => edit(body, parts.readNewCategory) });
}

/** Stores something else than what was sent. */
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

/** Identifies some senders otherwise; undefined leaves the identity as it was. */
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

/** Whether a request has no Authorization header at all. */
export function hasNoAuthorization({ headers }: Incoming): boolean {
  return valuesOf(headers, 'Authorization').length === 0;
}
