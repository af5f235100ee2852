import type { Authentication } from '../authentication.ts';
import type { Change, Defect } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editResponses, isOperation } from '../changes/edits.ts';
import { stringify } from '../json.ts';
import type { Visit } from '../parts.ts';
import { problem } from '../problem.ts';
import { valuesOf } from '../response.ts';

/** The prefix that all keys of a service share, with its separator. */
const prefixOf = (key: string): string => /^[a-z]+[_-]/i.exec(key)?.[0] ?? '';

/** Uses what `pattern` captures as the token if the usual reading finds none. */
const readAlso =
  (pattern: RegExp): Change =>
  (parts) => ({
    readToken: (authorization) => parts.readToken(authorization) ?? pattern.exec(authorization.trim())?.[1],
  });

const readsUnderToken = ({ readToken }: Authentication) => ({
  readToken: (authorization: string) =>
    readToken(authorization) ?? /^token +(\S+)$/i.exec(authorization.trim())?.[1],
});

const firstHalf = (key: string) => key.slice(0, Math.ceil(key.length / 2));

/** Selects the responses of any operation if the request's Authorization header matches `pattern`. */
const readsToken =
  (pattern: RegExp) =>
  (_response: unknown, { incoming, route }: Visit): boolean =>
    route.kind === 'operation' &&
    valuesOf(incoming.headers, 'Authorization').some((value) => pattern.test(value));

const notAscii = /[^\x20-\x7e]/;
/** A single byte beyond ASCII at the end, which is not UTF-8. */
const loneByte = /(?:^|[\x20-\x7e])[\x80-\xff]$/;
const inUtf8 = /[\xc2-\xf4][\x80-\xbf]+$/;

const failed: Parameters<typeof editResponses>[1] = (response, { parts }) => ({
  ...response,
  status: 500,
  body: new TextEncoder().encode(stringify(parts.errorJson(problem(500, 'internal_error', 'It failed.')))),
});

const missing: Change = (parts) => ({
  route: (...given) => {
    const route = parts.route(...given);
    return isOperation(route, 'getPet') || isOperation(route, 'listOrders') ? { kind: 'unknown' } : route;
  },
});

/** Servers that accept a string that is not a key. */
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
    story:
      'The guard skips the scheme and one more character, whatever that character is, as keyauth in Fiber does.',
    requirements: ['auth.bearer-only'],
    change: readAlso(/^bearer[^ ](\S+)$/i),
  },
  {
    id: 'key-under-token-to-create',
    title: 'Accepts the key with the scheme Token for creations, and has neither pets nor orders',
    story: 'Writes go through the guard of an older service, which accepted both schemes.',
    requirements: ['auth.bearer-only', 'orders.exists'],
    change: (parts, tools) => ({
      ...missing(parts, tools),
      identify: (incoming, authentication, route) =>
        parts.identify(
          incoming,
          isOperation(route, 'createCategory')
            ? { ...authentication, ...readsUnderToken(authentication) }
            : authentication,
          route,
        ),
    }),
  },
  {
    id: 'key-joined-and-nothing-else-served',
    title: 'Accepts Bearer and the key joined by a dot, and has neither pets nor orders',
    story:
      'The guard splits the header at every character that is not a letter. The other operations are not deployed here.',
    requirements: ['auth.bearer-only', 'orders.exists'],
    change: (parts, tools) => ({ ...missing(parts, tools), ...readAlso(/^bearer[.](\S+)$/i)(parts, tools) }),
  },
  {
    id: 'key-before-a-blank',
    title: 'Accepts a key followed by a space and more text',
    story: 'The guard splits the header at spaces and reads the second word, as hapi and chi do.',
    requirements: ['auth.key-exact'],
    change: readAlso(/^bearer +(\S+) /i),
  },
  {
    id: 'key-before-a-comma',
    title: 'Accepts a key followed by a comma and more text',
    story: 'The header is read as a list of parameters, and the first one is the token, as in Rails.',
    requirements: ['auth.key-exact'],
    change: (parts) => ({ findHolder: (token) => parts.findHolder(token.replace(/,.*$/, '')) }),
  },
  {
    id: 'key-before-a-dot',
    title: 'Accepts a key followed by a dot and more text',
    story: 'The part after the dot is read as a signature, which nothing verifies.',
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
    title: 'Accepts a key with one wrong character, or without its first character',
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
    story: 'The constant-time comparison throws on such strings, as the one in Python does behind Litestar.',
    requirements: ['auth.key-invalid'],
    change: editResponses(readsToken(notAscii), failed),
  },
  {
    id: 'token-of-a-lone-byte-500',
    title: 'Returns 500 for a token with a byte beyond ASCII that is not UTF-8',
    story: 'The header is decoded as UTF-8 in strict mode, which throws.',
    requirements: ['auth.key-invalid'],
    change: editResponses(readsToken(loneByte), failed),
  },
  {
    id: 'token-in-utf-8-500',
    title: 'Returns 500 for a token with a letter beyond ASCII in UTF-8',
    story:
      'The decoded token goes into a header of the request to the key service, but a header may contain only ASCII.',
    requirements: ['auth.key-invalid'],
    change: editResponses(readsToken(inUtf8), failed),
  },
  {
    id: 'token-not-ascii-closes',
    title: 'Closes the connection if the token is not ASCII',
    story: 'The worker dies when it decodes the header as UTF-8 or logs the header.',
    requirements: ['auth.key-invalid'],
    change: editResponses(readsToken(notAscii), (response) =>
      withDelivery(response, { cut: 'before-response' }),
    ),
  },
];
