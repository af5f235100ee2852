import type { Identity } from '../authentication.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editIdentity, hasNoAuthorization } from '../changes/edits.ts';
import type { Incoming } from '../incoming.ts';
import { problem } from '../problem.ts';
import { type HttpResponse, valuesOf } from '../response.ts';

/** Treats Authorization headers on the same connection as equal if they differ only in case: the first one decides. */
const cachedIgnoringCase: Change = (parts) => {
  const caches = new WeakMap<object, Map<string, string>>();
  const asCached = (incoming: Incoming): Incoming => {
    const cache = caches.get(incoming.connection) ?? new Map<string, string>();
    caches.set(incoming.connection, cache);
    const headers = incoming.headers.map(([name, value]) => {
      if (name.toLowerCase() !== 'authorization') return [name, value] as const;
      const known = cache.get(value.toLowerCase()) ?? value;
      cache.set(value.toLowerCase(), known);
      return [name, known] as const;
    });
    return { ...incoming, headers };
  };
  return {
    identify: (incoming, authentication, route) => parts.identify(asCached(incoming), authentication, route),
  };
};

/** Treats a request without a valid key as if it came from the sender of the previous request on its connection. */
const keptForTheNext: Change = (parts, tools) => {
  const last = new WeakMap<object, Identity>();
  return editIdentity((identity, incoming) => {
    const before = last.get(incoming.connection);
    last.set(incoming.connection, identity);
    return identity.kind === 'nobody' && before?.kind === 'key' ? before : undefined;
  })(parts, tools);
};

/** Skips the lookup of a key that differs from the previous key on its connection only at the end. */
const comparedWithTheLast: Change = (parts, tools) => {
  const last = new WeakMap<object, { readonly header: string; readonly identity: Identity }>();
  return editIdentity((identity, { connection, headers }) => {
    const [header = ''] = valuesOf(headers, 'Authorization');
    const before = last.get(connection);
    if (before !== undefined && header.startsWith('Bearer ') && before.header.startsWith(header.slice(0, -4)))
      return before.identity;
    last.set(connection, { header, identity });
    return undefined;
  })(parts, tools);
};

/** Returns 500 to a request without a key that directly follows a request with the key on the same connection. */
const failsWithoutKey: Change = (parts, tools) => {
  const last = new WeakMap<object, Identity>();
  const failing = new WeakSet<Incoming>();
  const failed = problem(500, 'internal_error', 'The server has failed.');
  const remembered = editIdentity((identity, incoming) => {
    const before = last.get(incoming.connection);
    last.set(incoming.connection, identity);
    if (before?.kind === 'key' && hasNoAuthorization(incoming)) failing.add(incoming);
    return undefined;
  })(parts, tools);
  return {
    ...remembered,
    finish: (response, visit) => {
      if (!failing.has(visit.incoming)) return parts.finish(response, visit);
      return parts.finish({ ...response, status: 500, body: parts.encode(parts.errorJson(failed)) }, visit);
    },
  };
};

/** Gives a POST without a body the body of the previous POST on its connection. */
const bodyKept: Change = ({ bucket, operations }) => {
  const last = new WeakMap<object, Incoming['body']>();
  const before = new WeakMap<Incoming, Incoming['body']>();
  return {
    bucket: (incoming, identity, route) => {
      const { connection, method } = incoming;
      before.set(incoming, last.get(connection) ?? incoming.body);
      if (method === 'POST') {
        // The body is read now, because it cannot be read after the response.
        const read = incoming.body();
        read.catch(() => {});
        last.set(connection, () => read);
      }
      return bucket(incoming, identity, route);
    },
    operations: {
      ...operations,
      async createCategory(visit) {
        const { incoming } = visit;
        const read = await incoming.body();
        const isEmpty = read.kind === 'bytes' && read.bytes.length === 0;
        const body = (isEmpty && before.get(incoming)) || incoming.body;
        return operations.createCategory({ ...visit, incoming: { ...incoming, body } });
      },
    },
  };
};

/**
 * Does not read the body of a POST that returns 401, so the next request on the connection has a garbled head and gets
 * an HTML page.
 */
const bodyLeft: Change = ({ bucket, operations, finish }, { now }) => {
  const left = new WeakSet<object>();
  const garbled = new WeakSet<Incoming>();
  const page = (): HttpResponse => ({
    status: 400,
    headers: [
      ['Date', new Date(now()).toUTCString()],
      ['Content-Type', 'text/html'],
      ['Connection', 'close'],
    ],
    body: Buffer.from('<html><h1>Bad request syntax</h1></html>'),
  });
  return {
    bucket: (incoming, identity, route) => {
      if (left.delete(incoming.connection)) garbled.add(incoming);
      return bucket(incoming, identity, route);
    },
    operations: {
      ...operations,
      createCategory: (visit) =>
        garbled.has(visit.incoming)
          ? { status: 400, headers: [], json: {} }
          : operations.createCategory(visit),
    },
    finish: (response, visit) => {
      const { incoming } = visit;
      if (response.status === 401 && incoming.method === 'POST') left.add(incoming.connection);
      return garbled.has(incoming) ? page() : finish(response, visit);
    },
  };
};

/** Servers whose connections keep state from earlier requests. */
export const connectionDefects: readonly Defect[] = [
  {
    id: 'key-cached-ignoring-case',
    title: 'Accepts the key in another case on a connection that carried the exact key',
    story: 'Header values are cached per connection, with case-insensitive lookup.',
    requirements: ['auth.key-exact'],
    change: cachedIgnoringCase,
  },
  {
    id: 'caller-kept-for-the-next-request',
    title: 'Accepts any request that directly follows a request with the key on the same connection',
    story: 'The request object is reused for the next request, and its caller is not cleared.',
    requirements: ['auth.key-missing', 'auth.key-invalid', 'auth.key-exact', 'auth.bearer-only'],
    change: keptForTheNext,
  },
  {
    id: 'key-compared-with-the-last',
    title: 'Accepts a key that begins like the previous key on its connection',
    story: 'Looking a key up is slow, so the connection remembers a shortened copy of the last key.',
    requirements: ['auth.key-exact'],
    change: comparedWithTheLast,
  },
  {
    id: 'fails-without-key-after-it',
    title: 'Fails if a request without a key directly follows a request with the key on the same connection',
    story: 'The caller is kept with the connection, and the code that clears the caller expects a new one.',
    requirements: ['auth.key-missing'],
    change: failsWithoutKey,
  },
  {
    id: 'body-kept-for-the-next-request',
    title: 'Treats a POST without a body like the previous POST on its connection',
    story:
      'The request object is reused for the next request, and its body is cleared only when another one arrives.',
    requirements: ['invalid.body-empty', 'invalid.nothing-stored'],
    change: bodyKept,
  },
  {
    id: 'body-left-after-401',
    title: 'Returns an error page to the request that follows a POST with a 401 on the same connection',
    story: 'The key is checked before the body is read, so the unread body is parsed as the next request.',
    requirements: ['list.ok', 'errors.shape', 'errors.elsewhere', 'headers.present'],
    change: bodyLeft,
  },
];
