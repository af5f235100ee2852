import type { Authentication, Holder } from '../authentication.ts';
import type { Change, Defect } from '../change.ts';
import { names } from '../edits.ts';
import type { OperationId } from '../routing.ts';

/** A fault in a guard: how it reads a header, or how it looks a key up. */
interface Slip {
  readonly id: string;
  readonly what: string;
  readonly story: string;
  readonly requirement: string;
  readonly guard: (right: Authentication, holders: readonly Holder[]) => Authentication;
}

const findsWhere =
  (matches: (token: string, key: string) => boolean): Slip['guard'] =>
  (right, holders) => ({
    ...right,
    findHolder: (token) => right.findHolder(token) ?? holders.find(({ key }) => matches(token, key)),
  });

const readsAlso =
  (pattern: RegExp): Slip['guard'] =>
  (right) => ({
    ...right,
    readToken: (authorization) => right.readToken(authorization) ?? pattern.exec(authorization.trim())?.[1],
  });

const lower = (text: string) => text.toLowerCase();

const basic: Slip = {
  id: 'basic',
  what: 'Accepts the key under Basic',
  story: 'Its guard is a copy that splits at the space and looks only at the second half.',
  requirement: 'auth.bearer-only',
  guard: readsAlso(/^basic +(\S+)$/i),
};

const bare: Slip = {
  id: 'bare',
  what: 'Accepts the bare key',
  story: 'Its guard removes the prefix if there is one.',
  requirement: 'auth.bearer-only',
  guard: readsAlso(/^(\S+)$/),
};

const unknown: Slip = {
  id: 'unknown',
  what: 'Accepts any token that is nothing like the key',
  story: 'A stub from early development still guards it.',
  requirement: 'auth.key-invalid',
  guard: findsWhere(
    (token, key) => token !== '' && !lower(token).includes(lower(key)) && !lower(key).includes(lower(token)),
  ),
};

const cut: Slip = {
  id: 'cut',
  what: 'Accepts the first part of the key',
  story: 'Its comparison stops at the length of the token that was sent.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => token !== '' && key !== token && key.startsWith(token)),
};

const extended: Slip = {
  id: 'extended',
  what: 'Accepts the key with extra characters appended',
  story: 'Its comparison stops at the length of the stored key.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => token.startsWith(key)),
};

const anyCase: Slip = {
  id: 'any-case',
  what: 'Accepts the key in any case',
  story: 'Its own key table has a case-insensitive collation.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => lower(token) === lower(key)),
};

const empty: Slip = {
  id: 'empty',
  what: 'Accepts an empty token',
  story: 'Its lookup is skipped if the token is empty.',
  requirement: 'auth.key-exact',
  guard: (right, holders) => ({
    readToken: (authorization) =>
      /^bearer$/i.test(authorization.trim()) ? '' : right.readToken(authorization),
    findHolder: (token) => (token === '' ? holders[0] : right.findHolder(token)),
  }),
};

/** The operations, by the prefix of their ids. */
const operations: readonly (readonly [
  name: string,
  title: string,
  id: OperationId,
  commonMistakes: readonly Slip[],
])[] = [
  ['list', 'the list', 'listCategories', [unknown, basic, bare, cut, extended, anyCase, empty]],
  ['create', 'creations', 'createCategory', [unknown, basic, bare, cut, extended, anyCase, empty]],
  ['pet', 'the pet operation', 'getPet', [unknown, basic, cut]],
  ['orders', 'orders', 'listOrders', [basic]],
];

/** Puts a faulty guard on one operation only. */
export const authenticationOperationDefects: readonly Defect[] = operations.flatMap(
  ([name, title, operation, commonMistakes]) =>
    commonMistakes.map((slip) => ({
      id: `${name}-guard-${slip.id}`,
      title: `${slip.what} for ${title} only`,
      story: slip.story,
      requirements: [slip.requirement],
      change: onlyOn(operation, slip.guard),
    })),
);

function onlyOn(operation: OperationId, guard: Slip['guard']): Change {
  return (parts, { holders }) => ({
    identify: (incoming, authentication, route) =>
      parts.identify(
        incoming,
        names(route, operation) ? guard(authentication, holders) : authentication,
        route,
      ),
  });
}
