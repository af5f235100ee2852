import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import {
  authorization,
  curlWordsOf,
  describeAuthorization,
  isVaried,
  isWeak,
  isWithKey,
  nearMisses,
  validityOf,
  variations,
} from '../../src/exchange/credentials.ts';
import { type Credential, credentials, type Validity } from '../../src/exchange/exchange.ts';
import { signKeys, typicalKeys } from '../support/typical-keys.ts';

const headers: Readonly<Record<Credential, readonly [Validity, header: string | undefined]>> = {
  bearer: ['valid', 'Bearer pK_9xyZ'],
  'bearer-lowercase': ['valid', 'bearer pK_9xyZ'],
  none: ['none', undefined],
  'unknown-key': ['wrong', undefined],
  'unknown-key-not-ascii': ['wrong', undefined],
  'unknown-key-utf-8': ['wrong', undefined],
  'key-cut': ['wrong', 'Bearer pK_9xy'],
  'key-cut-at-start': ['wrong', 'Bearer K_9xyZ'],
  'key-extended': ['wrong', 'Bearer pK_9xyZ.pK_9xyZ'],
  'key-padded': ['wrong', 'Bearer pK_9xyZ='],
  'key-lengthened': ['wrong', 'Bearer pK_9xyZ0'],
  'key-preceded': ['wrong', 'Bearer bpK_9xyZ'],
  'key-changed': ['wrong', 'Bearer pK_9yyZ'],
  'key-and-text': ['wrong', 'Bearer pK_9xyZ 0'],
  'key-and-comma': ['wrong', 'Bearer pK_9xyZ,0'],
  'key-empty': ['wrong', 'Bearer '],
  'key-other-case': ['wrong', 'Bearer Pk_9XYz'],
  'scheme-missing': ['none', 'pK_9xyZ'],
  'scheme-basic': ['none', 'Basic pK_9xyZ'],
  'scheme-basic-encoded': ['none', 'Basic cEtfOXh5Wjo='],
  'scheme-token': ['none', 'Token pK_9xyZ'],
  'scheme-token-named': ['none', 'Token token=pK_9xyZ'],
  'scheme-apikey': ['none', 'ApiKey pK_9xyZ'],
  'scheme-joined-by-dot': ['none', 'Bearer.pK_9xyZ'],
  'scheme-joined-by-hyphen': ['none', 'Bearer-pK_9xyZ'],
};

test.each(credentials)('the credential %s has the right header and validity', (name) => {
  const [validity, header] = headers[name];
  expect(validityOf(name)).toBe(validity);
  expect(isWithKey({ credential: name })).toBe(validity === 'valid');
  if (!name.startsWith('unknown-key')) expect(authorization(name, 'pK_9xyZ')).toBe(header);
});

test('every credential is listed', () => {
  expect([...credentials].sort()).toEqual(Object.keys(headers).sort());
});

const bearer = (credential: Credential, key: string) =>
  authorization(credential, key)?.replace(/^Bearer /, '') ?? '';

describe.each(typicalKeys)('an unknown key made from %s', (_what, key, form, prefix) => {
  const made = () => Array.from({ length: 200 }, () => bearer('unknown-key', key));

  it('keeps the form, length, prefix and separators', () => {
    for (const token of made()) {
      expect(token).toMatch(form);
      expect(token).toHaveLength(key.length);
      expect(token.startsWith(prefix)).toBe(true);
      expect(token.replace(/[a-z0-9]/gi, '')).toBe(key.replace(/[a-z0-9]/gi, ''));
    }
  });

  it('differs in all other characters, and from run to run', () => {
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
  'an unknown key shares nothing with %s, which has too few characters to replace',
  (key) => {
    const token = bearer('unknown-key', key);
    expect(token).toMatch(/^unknown-[0-9a-f]{16}$/);
    expect(token).not.toBe(key);
  },
);

test.each<[key: string, ...more: Credential[]]>([
  ['a'],
  ['1'],
  ['ab', 'key-cut', 'key-cut-at-start'],
  ['FF-00', 'key-cut', 'key-cut-at-start'],
  ['FF-000', 'key-cut', 'key-cut-at-start', 'key-changed'],
  ['g', 'key-other-case'],
  ['pk_1', 'key-cut', 'key-cut-at-start', 'key-other-case'],
  ['PK_1', 'key-cut', 'key-cut-at-start', 'key-other-case'],
])('the near misses of %s include only keys that differ from it', (key, ...more) => {
  const always: Credential[] = [
    ...(['key-extended', 'key-padded', 'key-lengthened', 'key-preceded'] as const),
    ...(['key-and-text', 'key-and-comma', 'key-empty'] as const),
  ];
  expect(nearMisses(key).sort()).toEqual([...always, ...more].sort());
  for (const one of nearMisses(key))
    for (let variation = 0; variation < variations; variation++)
      expect(authorization(one, key, variation)).not.toBe(`Bearer ${key}`);
});

test.each([...typicalKeys.map(([, key]) => key), ...signKeys])(
  'no near miss of %s is the key itself',
  (key) => {
    for (const one of nearMisses(key))
      for (let variation = 0; variation < variations; variation++)
        expect(authorization(one, key, variation)?.replace(/^Bearer /, '')).not.toBe(key);
  },
);

it('a credential doubles the key only up to 2,000 characters, so that the header fits within server limits', () => {
  const doubled = (length: number) => nearMisses('1'.repeat(length)).includes('key-extended');
  expect([doubled(2_000), doubled(2_001)]).toEqual([true, false]);
  expect(nearMisses('1'.repeat(2_001))).toContain('key-padded');
});

const every = Array.from({ length: variations }, (_, variation) => variation);
const tokens = (credential: Credential, key: string) =>
  every.map((variation) => authorization(credential, key, variation)?.replace(/^Bearer /, '') ?? '');

describe.each([...typicalKeys.map(([, key]) => key), 'a//++__..--~~A=', 'aBc123def==', ...signKeys])(
  'a changed key made from %s',
  (key) => {
    it('differs in one character of its second half, and not only in its case', () => {
      for (const changed of tokens('key-changed', key)) {
        expect(changed).toHaveLength(key.length);
        const places = [...key].flatMap((character, at) => (changed[at] === character ? [] : [at]));
        expect(places).toHaveLength(1);
        const [at = 0] = places;
        expect(at).toBeGreaterThanOrEqual(Math.floor(key.replace(/=+$/, '').length / 2));
        expect(at).toBeLessThan(key.replace(/=+$/, '').length - 2);
        expect(changed.toLowerCase()).not.toBe(key.toLowerCase());
        if (/^[a-z0-9]+=*$/i.test(key))
          expect(Buffer.from(changed, 'base64')).not.toEqual(Buffer.from(key, 'base64'));
      }
    });

    it('replaces the character with one of the same kind', () => {
      const form = (text: string) =>
        text.replace(/[0-9]/g, '0').replace(/[a-f]/g, 'a').replace(/[g-z]/g, 'g').replace(/[A-F]/g, 'A');
      if (!/^[a-z0-9]*$/i.test(key.slice(Math.floor(key.length / 2)))) return;
      for (const changed of tokens('key-changed', key))
        expect(form(changed).replace(/[G-Z]/g, 'G')).toBe(form(key).replace(/[G-Z]/g, 'G'));
    });
  },
);

it('a credential whose value may vary uses a different value in each variation', () => {
  const key = '0123456789abcdef0123456789abcdef';
  for (const one of credentials)
    expect(new Set(tokens(one, key)).size > 2, one).toBe(isVaried(one) || one === 'unknown-key');
  // A server may read `012` as the number 12 in the key `12|…`.
  for (const token of tokens('key-preceded', key))
    expect(token.slice(0, -key.length)).toMatch(/^[a-f]{1,4}$/);
  const added = tokens('key-lengthened', key).map((token) => token.slice(key.length));
  expect(added.filter((text) => /^\d{1,4}$/.test(text)).length).toBe(16);
  expect(added.filter((text) => /^[a-f]{1,4}$/.test(text)).length).toBe(16);
});

it.each([
  ['unknown-key-not-ascii', false],
  ['unknown-key-utf-8', true],
] as const)('%s is an unknown key with a letter that is not ASCII (in UTF-8: %s)', (credential, isInUtf8) => {
  const key = 'pk_live_abcdefghijklmnop';
  const sent = tokens(credential, key);
  for (const token of sent) expect(token).toMatch(/^pk_live_[a-z]{15}[\x80-\xff]{1,3}$/);
  const letters = sent.map((token) => Buffer.from(token.slice(23), 'latin1'));
  expect(new Set(letters.map(isUtf8))).toEqual(new Set([isInUtf8]));
  // Servers trim characters that may be whitespace in Latin-1.
  for (const letter of letters) expect(letter.toString('latin1').trim()).toHaveLength(letter.length);
});

describe('the curl options of a credential', () => {
  /** Runs one shell for all keys, because starting a shell is slow. */
  const inShell = (words: readonly string[], keys: readonly string[]) => {
    const script = `for PETSTORE_API_KEY in "$@"; do printf '%s\\n' ${words.join(' ')}; done`;
    const written = execFileSync('sh', ['-c', script, 'sh', ...keys], { encoding: 'latin1' });
    return written.split('\n').slice(0, -1);
  };
  const keys = [...typicalKeys.map(([, key]) => key), 'k3y_'.repeat(40), '0aFz_-9~kQ+A/.3b', ...signKeys];

  it.each(credentials)('produce the header that the kit sends, if they set one: %s', (credential) => {
    for (const variation of isVaried(credential) ? [0, 13, 31] : [0]) {
      const [flag, value] = curlWordsOf(credential, variation) ?? [];
      if (flag === '-H')
        expect(inShell([value ?? ''], keys)).toEqual(
          keys.map((key) => `Authorization: ${authorization(credential, key, variation)}`),
        );
    }
  });

  it('exist unless the credential changes the key', () => {
    const without = credentials.filter((one) => curlWordsOf(one) === undefined);
    expect(without).toEqual([
      ...['unknown-key', 'unknown-key-not-ascii', 'unknown-key-utf-8', 'key-changed', 'key-other-case'],
    ]);
    expect(inShell(curlWordsOf('scheme-basic-encoded') ?? [], ['abc'])).toEqual(['-u', 'abc:']);
    for (const one of without) expect(describeAuthorization(one)).toMatch(/^Bearer \(/);
  });
});

test.each([
  ['a secret of seven characters', 'q8Zf3kX', true],
  ['a secret of eight characters', 'q8Zf3kXw', false],
  ['a word of the specification', 'Categories', true],
])('%s resembles other text: %s', (_what, secret, weak) => {
  expect(isWeak(secret)).toBe(weak);
});
