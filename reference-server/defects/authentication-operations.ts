import type { Authentication, Holder } from '../authentication.ts';
import type { Change, Defect } from '../changes/change.ts';
import { isOperation } from '../changes/edits.ts';
import type { OperationId } from '../routing.ts';

/** A fault in how a guard reads a header or looks up a key. */
interface GuardFault {
  readonly id: string;
  readonly what: string;
  readonly story: string;
  readonly requirement: string;
  readonly guard: (guard: Authentication, holders: readonly Holder[]) => Authentication;
}

const findsWhere =
  (matches: (token: string, key: string) => boolean): GuardFault['guard'] =>
  (guard, holders) => ({
    ...guard,
    findHolder: (token) => guard.findHolder(token) ?? holders.find(({ key }) => matches(token, key)),
  });

const readsAlso =
  (pattern: RegExp): GuardFault['guard'] =>
  (guard) => ({
    ...guard,
    readToken: (authorization) => guard.readToken(authorization) ?? pattern.exec(authorization.trim())?.[1],
  });

const lower = (text: string) => text.toLowerCase();

const basic: GuardFault = {
  id: 'basic',
  what: 'Accepts the key under Basic',
  story: 'The guard of this operation is a copy that splits at the space and checks only the second half.',
  requirement: 'auth.bearer-only',
  guard: readsAlso(/^basic +(\S+)$/i),
};

const basicUser: GuardFault = {
  id: 'basic-user',
  what: 'Accepts the key as the user name of Basic',
  story: 'The operation was migrated last, and still accepts what old clients send.',
  requirement: 'auth.bearer-only',
  guard: (guard) => ({
    ...guard,
    readToken: (authorization) => {
      const encoded = /^basic +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
      return (
        guard.readToken(authorization) ?? /^([^:]+):/.exec(Buffer.from(encoded, 'base64').toString())?.[1]
      );
    },
  }),
};

const bare: GuardFault = {
  id: 'bare',
  what: 'Accepts the bare key',
  story: 'The guard of this operation removes the prefix if there is one.',
  requirement: 'auth.bearer-only',
  guard: readsAlso(/^(\S+)$/),
};

const unknown: GuardFault = {
  id: 'unknown',
  what: 'Accepts any token that is nothing like the key',
  story: 'A stub from early development still guards this operation.',
  requirement: 'auth.key-invalid',
  guard: findsWhere(
    (token, key) =>
      /^[\x20-\x7e]+$/.test(token) &&
      !lower(token).includes(lower(key)) &&
      !lower(key).includes(lower(token)) &&
      !token.startsWith(key.slice(0, Math.ceil(key.length / 2))),
  ),
};

const cut: GuardFault = {
  id: 'cut',
  what: 'Accepts the first part of the key',
  story: 'The comparison for this operation stops at the length of the token that was sent.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => token !== '' && key !== token && key.startsWith(token)),
};

const extended: GuardFault = {
  id: 'extended',
  what: 'Accepts the key with extra characters appended',
  story: 'The comparison for this operation stops at the length of the stored key.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => token.startsWith(key)),
};

const anyCase: GuardFault = {
  id: 'any-case',
  what: 'Accepts the key in any case',
  story: 'This operation has its own key table, with a case-insensitive collation.',
  requirement: 'auth.key-exact',
  guard: findsWhere((token, key) => lower(token) === lower(key)),
};

const empty: GuardFault = {
  id: 'empty',
  what: 'Accepts an empty token',
  story: 'This operation skips the lookup if the token is empty.',
  requirement: 'auth.key-exact',
  guard: (guard, holders) => ({
    readToken: (authorization) =>
      /^bearer$/i.test(authorization.trim()) ? '' : guard.readToken(authorization),
    findHolder: (token) => (token === '' ? holders[0] : guard.findHolder(token)),
  }),
};

/** The operations, each with the id prefix of its defects. */
const operations: readonly (readonly [
  name: string,
  title: string,
  id: OperationId,
  commonMistakes: readonly GuardFault[],
])[] = [
  ['list', 'the list', 'listCategories', [unknown, basic, basicUser, bare, cut, extended, anyCase, empty]],
  ['create', 'creations', 'createCategory', [unknown, basic, basicUser, bare, cut, extended, anyCase, empty]],
  ['pet', 'the pet operation', 'getPet', [unknown, basic, basicUser, bare]],
  ['orders', 'orders', 'listOrders', [basic, basicUser, bare]],
];

/** Puts a faulty guard on one operation only. */
export const authenticationOperationDefects: readonly Defect[] = operations.flatMap(
  ([name, title, operation, commonMistakes]) =>
    commonMistakes.map((fault) => ({
      id: `${name}-guard-${fault.id}`,
      title: `${fault.what} for ${title} only`,
      story: fault.story,
      requirements: [fault.requirement],
      change: onlyOn(operation, fault.guard),
    })),
);

function onlyOn(operation: OperationId, guard: GuardFault['guard']): Change {
  return (parts, { holders }) => ({
    identify: (incoming, authentication, route) =>
      parts.identify(
        incoming,
        isOperation(route, operation) ? guard(authentication, holders) : authentication,
        route,
      ),
  });
}
