import type { Identity } from '../authentication.ts';
import type { Change, Defect } from '../change.ts';
import { editIdentity, editResponses, hasNoAuthorization, names, responsesOf, withStatus } from '../edits.ts';
import { type HttpResponse, withoutHeader } from '../response.ts';
import type { OperationId } from '../routing.ts';

const openTo = (operation: OperationId): Change =>
  editIdentity((_identity, incoming, route) =>
    names(route, operation) && hasNoAuthorization(incoming) ? { kind: 'guest' } : undefined,
  );

const refuseKeyOn = (operation: OperationId): Change =>
  editIdentity((identity, _incoming, route) =>
    names(route, operation) && identity.kind === 'key' ? { kind: 'nobody', why: 'invalid' } : undefined,
  );

/** Accepts every request on a connection after one with a key. */
const rememberConnection: Change = (parts, tools) => {
  const known = new WeakMap<object, Identity>();
  return editIdentity((identity, incoming) => {
    if (identity.kind === 'key') known.set(incoming.connection, identity);
    return hasNoAuthorization(incoming) ? known.get(incoming.connection) : undefined;
  })(parts, tools);
};

/** Sends the list last sent to a key to whoever requests it without one. */
const cacheList: Change = (parts) => {
  let cached: HttpResponse | undefined;
  return {
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      if (!names(visit.route, 'listCategories')) return finished;
      if (finished.status === 200) cached = finished;
      return finished.status === 401 && hasNoAuthorization(visit.incoming) ? (cached ?? finished) : finished;
    },
  };
};

export const authenticationDefects: readonly Defect[] = [
  {
    id: 'list-public',
    title: 'The list is served without a key',
    story: 'Reading was thought to need no key, so only writing was protected.',
    requirements: ['auth.key-missing'],
    change: openTo('listCategories'),
  },
  {
    id: 'create-public',
    title: 'Categories are created without a key',
    story: 'The guard was attached to GET routes alone.',
    requirements: ['auth.key-missing'],
    change: openTo('createCategory'),
  },
  {
    id: 'pet-public',
    title: 'The deprecated pet operation needs no key',
    story: 'The old operation was moved to a router of its own and left the guard behind.',
    requirements: ['auth.key-missing'],
    change: openTo('getPet'),
  },
  {
    id: 'orders-public',
    title: 'Orders are served without a key',
    story: 'The route was added after the guard was set up by a list of paths.',
    requirements: ['auth.key-missing'],
    change: openTo('listOrders'),
  },
  {
    id: 'key-remembered-by-connection',
    title: 'A connection that once had the key needs none afterwards',
    story: 'The identity is kept on the socket to save a look-up.',
    requirements: ['auth.key-missing'],
    change: rememberConnection,
  },
  {
    id: 'list-cached-for-all',
    title: 'The list last sent to a key is served to callers without one',
    story: 'A cache in front of the service leaves Authorization out of its key.',
    requirements: ['auth.key-missing'],
    change: cacheList,
  },
  {
    id: 'orders-refuse-key',
    title: 'Orders answer 401 to the valid key',
    story: 'The operation expects a scope that no key was ever given.',
    requirements: ['auth.key-accepted'],
    change: refuseKeyOn('listOrders'),
  },
  {
    id: 'pet-refuses-key',
    title: 'The pet operation answers 401 to the valid key',
    story: 'The deprecated operation still asks an older store of keys.',
    requirements: ['auth.key-accepted'],
    change: refuseKeyOn('getPet'),
  },
  {
    id: 'challenge-missing',
    title: '401 without WWW-Authenticate',
    story: 'The status is set by hand, the header forgotten.',
    requirements: ['auth.challenge'],
    change: editResponses(withStatus(401), (response) => withoutHeader(response, 'WWW-Authenticate')),
  },
  {
    id: 'challenge-missing-on-creations',
    title: '401 to a creation has no WWW-Authenticate',
    story: 'The handler of bodies that were never read writes a response of its own.',
    requirements: ['auth.challenge'],
    change: editResponses(responsesOf('createCategory', 401), (response) =>
      withoutHeader(response, 'WWW-Authenticate'),
    ),
  },
];
