import type { Defect } from '../change.ts';

/** The prefix that all keys of a service share, with its separator. */
const prefixOf = (key: string): string => /^[a-z]+[_-]/i.exec(key)?.[0] ?? '';

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
            token.length === key.length && token.startsWith(prefixOf(key)) && /^[\w-]+$/.test(token),
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
];
