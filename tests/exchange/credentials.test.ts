import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import {
  authorization,
  describeAuthorization,
  isSecretName,
  isWeak,
  isWithKey,
  nearMisses,
  validityOf,
} from '../../src/exchange/credentials.ts';
import { type Credential, credentials, type Validity } from '../../src/exchange/exchange.ts';
import { typicalKeys } from '../support/typical-keys.ts';

const headers: Readonly<Record<Credential, readonly [Validity, header: string | undefined]>> = {
  bearer: ['valid', 'Bearer pK_9'],
  'bearer-lowercase': ['valid', 'bearer pK_9'],
  none: ['none', undefined],
  'unknown-key': ['wrong', undefined],
  'key-cut': ['wrong', 'Bearer pK_'],
  'key-extended': ['wrong', 'Bearer pK_9.pK_9'],
  'key-padded': ['wrong', 'Bearer pK_9='],
  'key-empty': ['wrong', 'Bearer '],
  'key-other-case': ['wrong', 'Bearer Pk_9'],
  'scheme-missing': ['none', 'pK_9'],
  'scheme-basic': ['none', 'Basic pK_9'],
  'scheme-basic-encoded': ['none', 'Basic cEtfOTo='],
};

test.each(credentials)('the credential %s has its header, and the server should see its validity', (name) => {
  const [validity, header] = headers[name];
  expect(validityOf(name)).toBe(validity);
  expect(isWithKey({ credential: name })).toBe(validity === 'valid');
  if (name !== 'unknown-key') expect(authorization(name, 'pK_9')).toBe(header);
});

test('every credential is listed', () => {
  expect([...credentials].sort()).toEqual(Object.keys(headers).sort());
});

const bearer = (credential: Credential, key: string) =>
  authorization(credential, key)?.replace(/^Bearer /, '') ?? '';

describe.each(typicalKeys)('an unknown key made from %s', (_what, key, form, prefix) => {
  const made = () => Array.from({ length: 200 }, () => bearer('unknown-key', key));

  it('keeps form, length, prefix and separators', () => {
    for (const token of made()) {
      expect(token).toMatch(form);
      expect(token).toHaveLength(key.length);
      expect(token.startsWith(prefix)).toBe(true);
      expect(token.replace(/[a-z0-9]/gi, '')).toBe(key.replace(/[a-z0-9]/gi, ''));
    }
  });

  it('differs in every other character, and from run to run', () => {
    const tokens = made();
    for (const token of tokens) {
      const secret = [...key].slice(prefix.length);
      const same = secret.filter((letter, at) => letter === token[prefix.length + at]);
      expect(same.join('')).not.toMatch(/[a-z0-9]/i);
    }
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});

test.each(['a', '1234567', 'pk_a-b-c-d', '--------------', 'abcd1234'.slice(0, 7)])(
  'an unknown key contains nothing of %s, which has too few characters to replace',
  (key) => {
    const token = bearer('unknown-key', key);
    expect(token).toMatch(/^unknown-[0-9a-f]{16}$/);
    expect(token).not.toBe(key);
  },
);

test.each<[key: string, ...more: Credential[]]>([
  ['a'],
  ['1'],
  ['ab', 'key-cut'],
  ['FF-00', 'key-cut'],
  ['g', 'key-other-case'],
  ['pk_1', 'key-cut', 'key-other-case'],
  ['PK_1', 'key-cut', 'key-other-case'],
])('the near misses of %s include only keys that differ from it', (key, ...more) => {
  const always: Credential[] = ['key-extended', 'key-padded', 'key-empty'];
  expect(nearMisses(key).sort()).toEqual([...always, ...more].sort());
});

it('the key is doubled if it has at most 2,000 characters, so that the header fits the limits of servers', () => {
  const doubled = (length: number) => nearMisses('1'.repeat(length)).includes('key-extended');
  expect([doubled(2_000), doubled(2_001)]).toEqual([true, false]);
  expect(nearMisses('1'.repeat(2_001)).sort()).toEqual(['key-cut', 'key-empty', 'key-padded']);
});

describe('the recorded header is a shell expression', () => {
  const inShell = (credential: Credential, key: string) => {
    const expression = describeAuthorization(credential);
    if (expression === undefined) return undefined;
    const env = { PATH: process.env['PATH'] ?? '', PETSTORE_API_KEY: key };
    return execFileSync('sh', ['-c', `printf %s "${expression}"`], { env, encoding: 'utf8' });
  };
  const exact = credentials.filter((one) => one !== 'unknown-key');

  it.each(exact)('that gives the same header: %s', (credential) => {
    for (const [, key] of typicalKeys) expect(inShell(credential, key)).toBe(authorization(credential, key));
    const long = 'k3y_'.repeat(40);
    expect(inShell(credential, long)).toBe(authorization(credential, long));
  });

  it.each(typicalKeys)('that gives an unknown key of the same form: %s', (_what, key, form, prefix) => {
    const token = inShell('unknown-key', key)?.replace(/^Bearer /, '') ?? '';
    expect(token).toMatch(form);
    expect(token).not.toBe(key);
    expect(token.startsWith(prefix)).toBe(true);
    expect(token.slice(12).replace(/[^a-z0-9]/gi, '')).toMatch(/^[b7B]*$/);
  });
});

test.each([
  ['Authorization', true],
  ['proxy-authorization', true],
  ['x-authorization', false],
  ['authorization-mode', false],
  [' Cookie ', true],
  ['cookie2', true],
  ['Set-Cookie', true],
  ['set-cookie2', true],
  ['cookies', false],
  ['no-cookie', false],
  ['X-Api-Key', true],
  ['access_token', true],
  ['ClientSecret', true],
  ['X-RateLimit-Limit', false],
])('the name "%s" announces a secret: %s', (name, isSecret) => {
  expect(isSecretName(name)).toBe(isSecret);
});

test.each([
  ['a secret of seven characters', 'q8Zf3kX', true],
  ['a secret of eight characters', 'q8Zf3kXw', false],
  ['a word of the specification', 'Categories', true],
])('%s resembles other text: %s', (_what, secret, weak) => {
  expect(isWeak(secret)).toBe(weak);
});
