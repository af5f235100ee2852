import type { Authentication, Holder } from '../authentication.ts';
import type { Change, Defect } from '../change.ts';
import { names } from '../edits.ts';
import type { OperationId } from '../routing.ts';

/** One mistake of a guard: how it reads a header, or how it looks a key up. */
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
  what: 'takes the key under the scheme Basic',
  story: 'Its guard is a copy that splits at the blank and looks at the second half only.',
  requirement: 'auth.bearer-only',
  guard: readsAlso(/^basic +(\S+)$/i),
};

const bare: Slip = {
  id: 'bare',
  what: 'takes the bare key',
  story: 'Its guard removes a prefix where there is one.',
  requirement: 'auth.bearer-only',
  guard: readsAlso(/^(\S+)$/),
};

const unknown: Slip = {
  id: 'unknown',
  what: 'takes any token that is nothing like the key',
  story: 'A stub from the first days still guards it.',
  requirement: 'auth.key-invalid',
  guard: findsWhere(
    (token, key) => token !== '' && !lower(token).includes(lower(key)) && !lower(key).includes(lower(token)),
  ),
};

const cut: Slip = {
  id: 'cut',
  what: 'takes the beginning of the key',
  story: 'Its comparison stops at the length of what was presented.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => token !== '' && key !== token && key.startsWith(token)),
};

const extended: Slip = {
  id: 'extended',
  what: 'takes the key with more behind it',
  story: 'Its comparison stops at the length of the stored key.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => token.startsWith(key)),
};

const anyCase: Slip = {
  id: 'any-case',
  what: 'takes the key in any case',
  story: 'Its own table of keys has a collation without case.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => lower(token) === lower(key)),
};

const empty: Slip = {
  id: 'empty',
  what: 'takes an empty token',
  story: 'Its look-up is skipped when there is nothing to look up.',
  requirement: 'auth.key-exact',
  guard: (right, holders) => ({
    readToken: (authorization) =>
      /^bearer$/i.test(authorization.trim()) ? '' : right.readToken(authorization),
    findHolder: (token) => (token === '' ? holders[0] : right.findHolder(token)),
  }),
};

/** The operations, by the names that the ids begin with. */
const operations: readonly (readonly [
  name: string,
  title: string,
  id: OperationId,
  commonMistakes: readonly Slip[],
])[] = [
  ['list', 'Listing', 'listCategories', [unknown, basic, bare, cut, extended, anyCase, empty]],
  ['create', 'Creating', 'createCategory', [unknown, basic, bare, cut, extended, anyCase, empty]],
  ['pet', 'The pet operation', 'getPet', [unknown, basic, cut]],
  ['orders', 'The orders operation', 'listOrders', [basic]],
];

/** Guards one operation wrongly, the others rightly. */
export const authenticationOperationDefects: readonly Defect[] = operations.flatMap(
  ([name, title, operation, commonMistakes]) =>
    commonMistakes.map((slip) => ({
      id: `${name}-guard-${slip.id}`,
      title: `${title} alone ${slip.what}`,
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
