import type { Holder } from '../authentication.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editOperation } from '../changes/edits.ts';
import { errorReply, problem } from '../problem.ts';
import { valuesOf } from '../response.ts';

/** Accepts a token as a key if `matches` returns true. */
const acceptWhere =
  (matches: (token: string, key: string) => boolean): Change =>
  (parts, { holders }) => ({
    findHolder: (token) => parts.findHolder(token) ?? holders.find(({ key }) => matches(token, key)),
  });

/** Uses what `pattern` captures as the token if the usual reading finds none. */
const readAlso =
  (pattern: RegExp): Change =>
  (parts) => ({
    readToken: (authorization) => parts.readToken(authorization) ?? pattern.exec(authorization.trim())?.[1],
  });

function resembles(token: string, { key }: Holder): boolean {
  const [one, other] = [token.toLowerCase(), key.toLowerCase()];
  const firstHalf = other.slice(0, Math.ceil(other.length / 2));
  return one.includes(other) || other.includes(one) || one.startsWith(firstHalf);
}

export const authenticationKeyDefects: readonly Defect[] = [
  {
    id: 'unknown-key-passes',
    title: 'Accepts a token that is nothing like a key',
    story:
      'The guard compares the key only if it finds a record, and does not refuse the request if there is none.',
    requirements: ['auth.key-invalid'],
    change: (parts, { holders }) => ({
      findHolder: (token) => {
        const found = parts.findHolder(token);
        if (found !== undefined || holders.some((holder) => resembles(token, holder))) return found;
        return holders[0];
      },
    }),
  },
  {
    id: 'unknown-key-passes-on-orders',
    title: 'Accepts any bearer token that is nothing like a key for orders',
    story: 'A stub from early development still guards one operation.',
    requirements: ['auth.key-invalid'],
    change: (parts, { holders }) => ({
      identify: (incoming, authentication, route) => {
        if (route.kind !== 'operation' || route.operation !== 'listOrders') {
          return parts.identify(incoming, authentication, route);
        }
        const findHolder = (token: string): Holder | undefined =>
          holders.some((holder) => resembles(token, holder)) ? authentication.findHolder(token) : holders[0];
        return parts.identify(incoming, { ...authentication, findHolder }, route);
      },
    }),
  },
  {
    id: 'key-extended',
    title: 'Accepts a key with extra characters appended',
    story: 'The comparison stops at the length of the stored key.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.startsWith(key)),
  },
  {
    id: 'key-after-text',
    title: 'Accepts a key with other text before it',
    story: 'The guard checks only that the token ends in the key.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.endsWith(key)),
  },
  {
    id: 'key-padded',
    title: 'Accepts a key with = appended',
    story: 'Keys are compared without base64 padding.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.replace(/=+$/, '') === key.replace(/=+$/, '')),
  },
  {
    id: 'key-cut-short',
    title: 'Accepts the first part of a key',
    story: 'The comparison stops at the length of the token that was sent.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.length > 0 && key.startsWith(token)),
  },
  {
    id: 'key-any-case',
    title: 'Accepts the key in any case',
    story: 'The key column has a case-insensitive collation.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.toLowerCase() === key.toLowerCase()),
  },
  {
    id: 'key-empty',
    title: 'Accepts an empty bearer token',
    story: 'The lookup is skipped if the token is empty.',
    requirements: ['auth.key-exact'],
    change: (parts, { holders }) => ({
      readToken: (authorization) =>
        /^bearer$/i.test(authorization.trim()) ? '' : parts.readToken(authorization),
      findHolder: (token) => (token === '' ? holders[0] : parts.findHolder(token)),
    }),
  },
  {
    id: 'key-bare',
    title: 'Accepts the key without a scheme',
    story: 'The guard removes the prefix if there is one, and never checks whether there was one.',
    requirements: ['auth.bearer-only'],
    change: readAlso(/^(\S+)$/),
  },
  {
    id: 'key-under-basic',
    title: 'Accepts the key under Basic',
    story: 'The guard splits at the space and checks only the second half.',
    requirements: ['auth.bearer-only'],
    change: readAlso(/^basic +(\S+)$/i),
  },
  {
    id: 'scheme-case-sensitive',
    title: 'Accepts Bearer but not bearer',
    story: 'The scheme is compared case-sensitively.',
    requirements: ['auth.scheme-case'],
    change: (parts) => ({
      readToken: (authorization) =>
        authorization.startsWith('Bearer ') ? parts.readToken(authorization) : undefined,
    }),
  },
  {
    id: 'scheme-case-403',
    title: 'Returns 403 for the scheme in lowercase',
    story: 'A firewall admits only requests that look like the examples in the documentation.',
    requirements: ['auth.scheme-case'],
    change: editOperation('listCategories', (visit, serve) =>
      valuesOf(visit.incoming.headers, 'Authorization').some((value) => value.startsWith('bearer '))
        ? errorReply(problem(403, 'forbidden', 'The request was blocked.'), visit.parts.errorJson)
        : serve(visit),
    ),
  },
];
