import { createKeyRing, type Holder, holderId, identify, readToken } from './authentication.ts';
import { type Category, createCategoryStore } from './categories.ts';
import { apiDescription } from './description.ts';
import { fixedWindow } from './gauge.ts';
import { type Json, stringify } from './json.ts';
import { createLimiter, rateHeaders, retryAfter } from './limiter.ts';
import { readNewCategory } from './new-category.ts';
import { createCategory, getPet, listCategories, listOrders } from './operations.ts';
import type { Settings } from './options.ts';
import type { Parts } from './parts.ts';
import { errorJson, errorReply, problem } from './problem.ts';
import { routeOf } from './routing.ts';

/** Returns each key in the settings with the limits of its plan. */
export function holdersOf({ keys, plans }: Settings): readonly Holder[] {
  return keys.flatMap(({ key, plan }) => {
    const limits = plans[plan];
    return limits === undefined ? [] : [{ key, id: holderId(key), plan, limits }];
  });
}

/** Builds the server as specified. Versioning 1: "The version is part of the base address as the path segment v1." */
export function referenceParts(settings: Settings, holders = holdersOf(settings)): Parts {
  return {
    basePath: '/v1',
    route: routeOf,
    readToken,
    findHolder: createKeyRing(holders),
    identify,
    bucket: (incoming, identity) =>
      identity.kind === 'key'
        ? { id: identity.holder.id, kind: 'key', limits: identity.holder.limits }
        : { id: `address:${incoming.remoteAddress}`, kind: 'address', limits: settings.anonymous },
    limiter: createLimiter(settings, fixedWindow),
    tooMany: (usage, now, { parts }) =>
      errorReply(problem(429, 'rate_limited', 'Too many requests.'), parts.errorJson, [
        ['Retry-After', retryAfter(usage, now)],
      ]),
    rateHeaders,
    store: createCategoryStore(settings.seed),
    readNewCategory,
    operations: { listCategories, createCategory, getPet, listOrders },
    categoryJson,
    errorJson,
    description: apiDescription,
    encode: (json) => new TextEncoder().encode(stringify(json)),
    finish: (response) => response,
  };
}

function categoryJson({ id, name, description }: Category): Json {
  return { id, name, description };
}
