import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import { authorization, describeAuthorization, nearMisses } from '../../src/exchange/credentials.ts';
import { type Credential, credentials } from '../../src/exchange/exchange.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';

/** Typical keys, the form that a server may check, and the prefix that is kept. */
const keys: readonly (readonly [what: string, key: string, form: RegExp, prefix: string])[] = [
  ['a prefix and letters', 'pk_live_abcdefghijklmnop', /^pk_live_[a-z]{16}$/, 'pk_live_'],
  ['hexadecimal digits', '0123456789abcdef0123456789abcdef', /^[0-9a-f]{32}$/, ''],
  [
    'a UUID',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    '3f2504e0-',
  ],
  ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl', /^[\w-]+\.[\w-]+\.[\w-]+$/, ''],
  ['two prefixes, more than a third', 'sk_prod_a1b2c3d4e5', /^sk_[a-z]{4}_([a-z]\d){5}$/, 'sk_'],
  ['capitals', 'TEST-ABCDEFGH1234', /^TEST-[A-Z]{8}\d{4}$/, 'TEST-'],
];

const bearer = (credential: Credential, key: string) =>
  authorization(credential, key)?.replace(/^Bearer /, '') ?? '';

describe.each(keys)('an unknown key made from %s', (_what, key, form, prefix) => {
  const tokens = Array.from({ length: 300 }, () => bearer('unknown-key', key));

  it('keeps form, length, prefix and separators', () => {
    for (const token of tokens) {
      expect(token).toMatch(form);
      expect(token).toHaveLength(key.length);
      expect(token.startsWith(prefix)).toBe(true);
      expect(token.replace(/[a-z0-9]/gi, '')).toBe(key.replace(/[a-z0-9]/gi, ''));
    }
  });

  it('differs in every other character, and from run to run', () => {
    for (const token of tokens) {
      const secret = [...key].slice(prefix.length);
      const same = secret.filter((letter, at) => letter === token[prefix.length + at]);
      expect(same.join('')).not.toMatch(/[a-z0-9]/i);
    }
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('detects a server that checks only the form', async () => {
    const { report } = await runInMemory(
      {
        keys: [{ key, plan: 'free' }],
        change: (parts, { holders }) => ({
          findHolder: (token) =>
            parts.findHolder(token) ?? (form.test(token) && !isNear(token, key) ? holders[0] : undefined),
        }),
      },
      { key, only: 'auth.*' },
    );
    expect(idsWith(report, 'fail', 'warn')).toEqual(['auth.key-invalid']);
    expect(JSON.stringify(report)).not.toContain(key.slice(-10));
  });
});

function isNear(token: string, key: string): boolean {
  return nearMisses(key).some((one) => bearer(one, key) === token);
}

test.each(['a', '1234567', 'pk_a-b-c-d', '--------------', 'abcd1234'.slice(0, 7)])(
  'an unknown key contains nothing of %s, which has too few characters to replace',
  (key) => {
    const token = bearer('unknown-key', key);
    expect(token).toMatch(/^unknown-[0-9a-f]{16}$/);
    expect(token).not.toBe(key);
  },
);

describe('the recorded header is a shell expression', () => {
  const inShell = (credential: Credential, key: string) => {
    const expression = describeAuthorization(credential);
    if (expression === undefined) return undefined;
    const env = { PATH: process.env['PATH'] ?? '', PETSTORE_API_KEY: key };
    return execFileSync('sh', ['-c', `printf %s "${expression}"`], { env, encoding: 'utf8' });
  };
  const exact = credentials.filter((one) => one !== 'unknown-key');

  it.each(exact)('that gives the same header: %s', (credential) => {
    for (const [, key] of keys) expect(inShell(credential, key)).toBe(authorization(credential, key));
    const long = 'k3y_'.repeat(40);
    expect(inShell(credential, long)).toBe(authorization(credential, long));
  });

  it.each(keys)('that gives an unknown key of the same form: %s', (_what, key, form, prefix) => {
    const token = inShell('unknown-key', key)?.replace(/^Bearer /, '') ?? '';
    expect(token).toMatch(form);
    expect(token).not.toBe(key);
    expect(token.startsWith(prefix)).toBe(true);
    expect(token.slice(12).replace(/[^a-z0-9]/gi, '')).toMatch(/^[b7B]+$/);
  });
});
