import type { Change, Defect } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editResponses } from '../changes/edits.ts';
import { stringify } from '../json.ts';
import type { Visit } from '../parts.ts';
import { problem } from '../problem.ts';
import { valuesOf } from '../response.ts';

/** The prefix that all keys of a service share, with its separator. */
const prefixOf = (key: string): string => /^[a-z]+[_-]/i.exec(key)?.[0] ?? '';

/** Also reads the token that `pattern` captures. */
const readAlso =
  (pattern: RegExp): Change =>
  (parts) => ({
    readToken: (authorization) => parts.readToken(authorization) ?? pattern.exec(authorization.trim())?.[1],
  });

const firstHalf = (key: string) => key.slice(0, Math.ceil(key.length / 2));

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

const hasOtherLetters = (_response: unknown, { incoming }: Visit): boolean =>
  !valuesOf(incoming.headers, 'Authorization').every(isAscii);

/** Strings that are not keys but are accepted as one. */
export const authenticationFormDefects: readonly Defect[] = [
  {
    id: 'key-form-checked-alone',
    title: 'Accepts any token that has the format of a key',
    story:
      'The gateway validates the token with a regular expression, and nothing behind it looks the key up.',
    requirements: ['auth.key-invalid'],
    change: (parts, { holders }) => ({
      findHolder: (token) =>
        parts.findHolder(token) ??
        holders.find(
          ({ key }) =>
            token.length === key.length &&
            token.startsWith(prefixOf(key)) &&
            /^[\w-]+$/.test(token) &&
            !token.startsWith(firstHalf(key)),
        ),
    }),
  },
  {
    id: 'key-as-basic-user',
    title: 'Accepts the key as the user name of Basic',
    story: 'The middleware in front decodes Basic and passes the user name on as the token.',
    requirements: ['auth.bearer-only'],
    change: (parts) => ({
      readToken: (authorization) => {
        const encoded = /^basic +([a-z0-9+/=]+)$/i.exec(authorization.trim())?.[1];
        const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
        return parts.readToken(authorization) ?? /^([^:]+):/.exec(decoded)?.[1];
      },
    }),
  },
  {
    id: 'key-under-token',
    title: 'Accepts the key under Token',
    story: "The framework's helper for tokens accepts Token and Bearer, as Rails does.",
    requirements: ['auth.bearer-only'],
    change: readAlso(/^token +(?:token=)?"?([^"\s]+)"?$/i),
  },
  {
    id: 'key-joined-to-bearer',
    title: 'Accepts any character between Bearer and the key',
    story: 'The guard skips as many characters as the scheme has and one more, as the keyauth of Fiber does.',
    requirements: ['auth.bearer-only'],
    change: readAlso(/^bearer[^ ](\S+)$/i),
  },
  {
    id: 'key-before-a-blank',
    title: 'Accepts a key that a blank and more text follow',
    story: 'The guard splits the header at blanks and reads the second word, as hapi and chi do.',
    requirements: ['auth.key-exact'],
    change: readAlso(/^bearer +(\S+) /i),
  },
  {
    id: 'key-before-a-comma',
    title: 'Accepts a key that a comma and more text follow',
    story: 'The header is read as a list of parameters, and the first one is the token, as in Rails.',
    requirements: ['auth.key-exact'],
    change: (parts) => ({ findHolder: (token) => parts.findHolder(token.replace(/,.*$/, '')) }),
  },
  {
    id: 'key-before-a-dot',
    title: 'Accepts a key that a dot and more text follow',
    story: 'The part after the dot is read as a signature, which nothing compares.',
    requirements: ['auth.key-exact'],
    change: (parts, { holders }) => ({
      findHolder: (token) =>
        parts.findHolder(token) ?? holders.find(({ key }) => token.startsWith(`${key}.`)),
    }),
  },
  {
    id: 'key-found-in-a-word',
    title: 'Accepts a key with letters or digits around it',
    story: 'A regular expression without anchors finds the key in the token.',
    requirements: ['auth.key-exact'],
    change: (parts, { holders }) => ({
      findHolder: (token) =>
        parts.findHolder(token) ??
        holders.find(({ key }) => token.includes(key) && /^[a-z0-9]*$/i.test(token.replace(key, ''))),
    }),
  },
  {
    id: 'key-found-by-similarity',
    title: 'Accepts a key with one wrong character, or without the first one',
    story:
      'Keys are looked up in a search index that tolerates typing errors, and only their check digits are compared.',
    requirements: ['auth.key-exact'],
    change: (parts, { holders }) => ({
      findHolder: (token) =>
        parts.findHolder(token) ??
        holders.find(
          ({ key }) =>
            [key.length, key.length - 1].includes(token.length) &&
            token.includes(firstHalf(key).slice(1)) &&
            token.endsWith(key.slice(-2)),
        ),
    }),
  },
  {
    id: 'token-not-ascii-500',
    title: 'Returns 500 for a token that is not ASCII',
    story: 'The comparison in constant time throws on such strings, as that of Python does behind Litestar.',
    requirements: ['auth.key-invalid'],
    change: editResponses(hasOtherLetters, (response, { parts }) => ({
      ...response,
      status: 500,
      body: new TextEncoder().encode(
        stringify(parts.errorJson(problem(500, 'internal_error', 'It failed.'))),
      ),
    })),
  },
  {
    id: 'token-not-ascii-closes',
    title: 'Closes the connection if the token is not ASCII',
    story: 'The worker dies when it decodes the header as UTF-8, or logs it.',
    requirements: ['auth.key-invalid'],
    change: editResponses(hasOtherLetters, (response) => withDelivery(response, { cut: 'before-response' })),
  },
];
