import type { Identity } from '../authentication.ts';
import type { Change, Defect } from '../changes/change.ts';
import {
  editIdentity,
  editResponses,
  hasNoAuthorization,
  isOperation,
  responsesOf,
  withStatus,
} from '../changes/edits.ts';
import { withoutHeader } from '../changes/headers.ts';
import type { HttpResponse } from '../response.ts';
import type { OperationId } from '../routing.ts';

const openTo = (operation: OperationId): Change =>
  editIdentity((_identity, incoming, route) =>
    isOperation(route, operation) && hasNoAuthorization(incoming) ? { kind: 'guest' } : undefined,
  );

const refuseKeyOn = (operation: OperationId): Change =>
  editIdentity((identity, _incoming, route) =>
    isOperation(route, operation) && identity.kind === 'key' ? { kind: 'nobody', why: 'invalid' } : undefined,
  );

/** Accepts every request on a connection after a request with a key. */
const rememberConnection: Change = (parts, tools) => {
  const known = new WeakMap<object, Identity>();
  return editIdentity((identity, incoming) => {
    if (identity.kind === 'key') known.set(incoming.connection, identity);
    return hasNoAuthorization(incoming) ? known.get(incoming.connection) : undefined;
  })(parts, tools);
};

/** Sends callers without a key the list that was last sent to a caller with a key. */
const cacheList: Change = (parts) => {
  let cached: HttpResponse | undefined;
  return {
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      if (!isOperation(visit.route, 'listCategories')) return finished;
      if (finished.status === 200) cached = finished;
      return finished.status === 401 && hasNoAuthorization(visit.incoming) ? (cached ?? finished) : finished;
    },
  };
};

export const authenticationDefects: readonly Defect[] = [
  {
    id: 'list-public',
    title: 'Serves the list without a key',
    story: 'Reading was considered harmless, so only writing was protected.',
    requirements: ['auth.key-missing'],
    change: openTo('listCategories'),
  },
  {
    id: 'create-public',
    title: 'Creates categories without a key',
    story: 'The guard is attached to GET routes only.',
    requirements: ['auth.key-missing'],
    change: openTo('createCategory'),
  },
  {
    id: 'pet-public',
    title: 'Serves the deprecated pet operation without a key',
    story: 'The old operation was moved to its own router, without the guard.',
    requirements: ['auth.key-missing'],
    change: openTo('getPet'),
  },
  {
    id: 'orders-public',
    title: 'Serves orders without a key',
    story: 'The guard covers a list of paths, and the route was added later.',
    requirements: ['auth.key-missing'],
    change: openTo('listOrders'),
  },
  {
    id: 'key-remembered-by-connection',
    title: 'Accepts requests without a key on a connection that once carried it',
    story: 'The identity is kept on the socket to save a lookup.',
    requirements: ['auth.key-missing'],
    change: rememberConnection,
  },
  {
    id: 'list-cached-for-all',
    title: 'Sends callers without a key the cached list of a caller with one',
    story: 'A cache in front of the server leaves Authorization out of its cache key.',
    requirements: ['auth.key-missing'],
    change: cacheList,
  },
  {
    id: 'orders-refuse-key',
    title: 'Returns 401 for orders with the valid key',
    story: 'The operation requires a scope that no key was ever granted.',
    requirements: ['auth.key-accepted'],
    change: refuseKeyOn('listOrders'),
  },
  {
    id: 'pet-refuses-key',
    title: 'Returns 401 for the pet operation with the valid key',
    story: 'The deprecated operation still uses an older key store.',
    requirements: ['auth.key-accepted'],
    change: refuseKeyOn('getPet'),
  },
  {
    id: 'challenge-missing',
    title: 'Returns 401 without WWW-Authenticate',
    story: 'The status is set by hand, and the header is forgotten.',
    requirements: ['auth.challenge'],
    change: editResponses(withStatus(401), (response) => withoutHeader(response, 'WWW-Authenticate')),
  },
  {
    id: 'challenge-missing-on-creations',
    title: 'Returns 401 without WWW-Authenticate for a creation',
    story: 'The code that refuses a request before it reads the body writes its own response.',
    requirements: ['auth.challenge'],
    change: editResponses(responsesOf('createCategory', 401), (response) =>
      withoutHeader(response, 'WWW-Authenticate'),
    ),
  },
];
