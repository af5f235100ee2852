import type { Holder } from '../authentication.ts';
import type { Change, Defect } from '../change.ts';
import { editOperation } from '../edits.ts';
import { errorReply, problem } from '../problem.ts';
import { valuesOf } from '../response.ts';

/** Accepts a token for a key if `matches` returns true. */
const acceptWhere =
  (matches: (token: string, key: string) => boolean): Change =>
  (parts, { holders }) => ({
    findHolder: (token) => parts.findHolder(token) ?? holders.find(({ key }) => matches(token, key)),
  });

/** Takes what `pattern` captures as the token as well. */
const readAlso =
  (pattern: RegExp): Change =>
  (parts) => ({
    readToken: (authorization) => parts.readToken(authorization) ?? pattern.exec(authorization.trim())?.[1],
  });

function resembles(token: string, { key }: Holder): boolean {
  const [one, other] = [token.toLowerCase(), key.toLowerCase()];
  return one.includes(other) || other.includes(one);
}

export const authenticationKeyDefects: readonly Defect[] = [
  {
    id: 'unknown-key-passes',
    title: 'A token that is nothing like a key is let in',
    story: 'Only a record that was found is compared; finding none is not treated as a refusal.',
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
    title: 'Orders take any bearer token that is nothing like a key',
    story: 'A stub from the first days still guards one operation.',
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
    title: 'A key with something appended is accepted',
    story: 'The comparison stops at the length of the stored key.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.startsWith(key)),
  },
  {
    id: 'key-cut-short',
    title: 'The beginning of a key is accepted',
    story: 'The comparison stops at the length of the token presented.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.length > 0 && key.startsWith(token)),
  },
  {
    id: 'key-any-case',
    title: 'The key is accepted in any case',
    story: 'The column that holds the keys has a collation without case.',
    requirements: ['auth.key-exact'],
    change: acceptWhere((token, key) => token.toLowerCase() === key.toLowerCase()),
  },
  {
    id: 'key-empty',
    title: 'An empty bearer token is accepted',
    story: 'The look-up is skipped when there is nothing to look up.',
    requirements: ['auth.key-exact'],
    change: (parts, { holders }) => ({
      readToken: (authorization) =>
        /^bearer$/i.test(authorization.trim()) ? '' : parts.readToken(authorization),
      findHolder: (token) => (token === '' ? holders[0] : parts.findHolder(token)),
    }),
  },
  {
    id: 'key-bare',
    title: 'The key is accepted without a scheme',
    story: 'The prefix is removed where it is found, and nobody asks whether it was.',
    requirements: ['auth.bearer-only'],
    change: readAlso(/^(\S+)$/),
  },
  {
    id: 'key-under-basic',
    title: 'The key is accepted under Basic',
    story: 'The guard splits at the blank and looks at the second half only.',
    requirements: ['auth.bearer-only'],
    change: readAlso(/^basic +(\S+)$/i),
  },
  {
    id: 'scheme-case-sensitive',
    title: 'The scheme is accepted as Bearer alone, not as bearer',
    story: 'The prefix is compared as text.',
    requirements: ['auth.scheme-case'],
    change: (parts) => ({
      readToken: (authorization) =>
        authorization.startsWith('Bearer ') ? parts.readToken(authorization) : undefined,
    }),
  },
  {
    id: 'scheme-case-403',
    title: 'The scheme in lower case is answered 403',
    story: 'A firewall lets through what looks like the examples of the documentation.',
    requirements: ['auth.scheme-case'],
    change: editOperation('listCategories', (visit, serve) =>
      valuesOf(visit.incoming.headers, 'Authorization').some((value) => value.startsWith('bearer '))
        ? errorReply(problem(403, 'forbidden', 'The request was blocked.'), visit.parts.errorJson)
        : serve(visit),
    ),
  },
];
