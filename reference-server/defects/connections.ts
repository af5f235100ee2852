import type { Identity } from '../authentication.ts';
import type { Change, Defect } from '../change.ts';
import { editIdentity } from '../edits.ts';
import type { Incoming } from '../incoming.ts';
import { valuesOf } from '../response.ts';

/** Reads the first spelling of an Authorization header on a connection for all that differ only in case. */
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

/** Keeps the sender of a request for the next one on its connection, whatever it carries. */
const keptForTheNext: Change = (parts, tools) => {
  const last = new WeakMap<object, Identity>();
  return editIdentity((identity, incoming) => {
    const before = last.get(incoming.connection);
    last.set(incoming.connection, identity);
    return identity.kind === 'nobody' && before?.kind === 'key' ? before : undefined;
  })(parts, tools);
};

/** Does not look up a key that equals the last one of its connection except for its end. */
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

/** State that a connection keeps from earlier requests. */
export const connectionDefects: readonly Defect[] = [
  {
    id: 'key-cached-ignoring-case',
    title: 'On a connection that carried the key, the key in other case is read as the key',
    story:
      'Header values are cached for each connection to spare work, and looked up without regard to case.',
    requirements: ['auth.key-exact'],
    change: cachedIgnoringCase,
  },
  {
    id: 'caller-kept-for-the-next-request',
    title: 'Whoever comes right behind the key on its connection is let in',
    story: 'The object of a request is used again for the next one, and the caller in it is not cleared.',
    requirements: ['auth.key-missing', 'auth.key-invalid', 'auth.key-exact', 'auth.bearer-only'],
    change: keptForTheNext,
  },
  {
    id: 'key-compared-with-the-last',
    title: 'A key that begins like the last one of its connection is not looked up',
    story: 'Looking a key up is slow, so that of the connection is remembered, by a shortened copy.',
    requirements: ['auth.key-exact'],
    change: comparedWithTheLast,
  },
];
