import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorization,
  describeAuthorization,
  isVaried,
  variations,
} from '../../../src/exchange/credentials.ts';
import { credentials } from '../../../src/exchange/exchange.ts';
import { createRedactor } from '../../../src/report/record/redact.ts';
import { codings, leaksOf, slices } from '../../support/echoes.ts';
import { extendedTier, inTiers } from '../../support/tiers.ts';

const tokenLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/'];
const signs = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at));
/** Parts of keys that look like escapes. */
const falseEscapes = ['%41', '%25', '%', '\\u0041', '\\x41', '\\"', '\\', '&lt;', '&#65;', '&amp', '&'];

/** Returns each header that the kit builds from a key, with its shell expression. */
function authorizationsWith(key: string) {
  const made = credentials.filter((one) => !one.startsWith('unknown-key') && one !== 'none');
  return made.flatMap((credential) =>
    Array.from({ length: isVaried(credential) ? variations : 1 }, (_, variation) => ({
      credential,
      variation,
      described: describeAuthorization(credential, variation) ?? '',
      sent: authorization(credential, key, variation) ?? '',
    })),
  );
}

/** Numbers that choose the escapes of single letters: a different one for each letter, or the same one for all of them. */
const number = fc.double({ min: 0, max: 0.999 });
const anyNumbers = fc.infiniteStream(number).map((numbers) => () => Number(numbers.next().value));
const oneNumber = number.map((one) => () => one);

/** Realistic keys, and the parts of them that an echo may contain. */
const echoed = fc.oneof(
  ...[tokenLetters, signs.filter((sign) => !'%&\\'.includes(sign))].map((letters) =>
    fc.record({ key: text(letters, 24), slice: fc.constantFrom(...slices), random: anyNumbers }),
  ),
  fc.record({
    key: fc
      .tuple(text(tokenLetters, 12), fc.constantFrom(...falseEscapes), text(signs, 0), text(tokenLetters, 12))
      .map((parts) => parts.join('')),
    // The last slice is left out, because its nine characters may become fewer than nine once escapes are resolved.
    slice: fc.constantFrom(...slices.slice(0, -1)),
    random: oneNumber,
  }),
);

function text(letters: readonly string[], minLength: number) {
  return fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength: minLength + 16 });
}

describe('a key that a server echoes', () => {
  for (const { rows, options } of inTiers(
    codings.map((coding) => [coding.id, coding] as const),
    5,
  ))
    it.each(rows)('is redacted: %s', options, (_id, { write }) => {
      fc.assert(
        fc.property(echoed, ({ key, slice, random }) => {
          const echo = `{"message":"saw ${write(slice.of(key), random)} sorry"}`;
          const shown = createRedactor({ key })(echo);
          expect(leaksOf(key, shown), shown).toEqual([]);
          expect(shown).toMatch(/^\{"message":"saw .*\[key\].* sorry"\}$/s);
        }),
        { numRuns: 30 },
      );
    });

  it('is also redacted if it is a near miss: shorter, longer, or with the case changed', () => {
    const key = 'Zebra-key.4711+of/Tests-024';
    const redact = createRedactor({ key });
    expect(redact(`${key.slice(0, -1)} ${key}x zEBRA-KEY.4711+OF/tESTS-024`)).toBe('[key] [key]x [key]');
  });

  it.each(['q8Zf3kXw', 'Zebra-key.4711+of/Tests-024', 'pk_live_abcdefghijklmnop', 'QWxhZGRpbjpvcGVu=='])(
    'is also redacted in each credential that the kit derives from it: %s',
    (key) => {
      const redact = createRedactor({ key });
      const few = codings.filter((_, index) => index % 6 === 0);
      for (const { credential, variation, sent, described } of authorizationsWith(key)) {
        const echo = variation % 5 === 0 ? few.map(({ write }) => write(sent, () => 0.4)).join(' ') : sent;
        const shown = redact(`saw ${echo}, sorry`);
        expect(leaksOf(key, shown), shown).toEqual([]);
        if (credential === 'key-changed') expect(shown).toMatch(/^saw Bearer \[key\]\W/);
        expect(redact.header(described), 'the shell expression').toBe(described);
      }
    },
  );

  it('is detected in a string, even if one of its characters is missing or changed', () => {
    const key = 'Zebra-key.4711+of/Tests-024';
    const { holdsKey } = createRedactor({ key });
    for (const credential of [
      'key-changed',
      'key-cut',
      'key-cut-at-start',
      'key-and-comma',
      'scheme-apikey',
    ] as const)
      expect(holdsKey(`no ${authorization(credential, key, 5)} here`), credential).toBe(true);
    expect(holdsKey(`no ${key.slice(0, -2)} here`)).toBe(false);
  });

  it('is redacted wherever a string was cut', extendedTier, () => {
    const key = randomBytes(24).toString('base64url');
    const redact = createRedactor({ key });
    for (const { write } of codings) {
      const echo = write(key, Math.random);
      for (let end = 0; end <= echo.length; end++) {
        expect(leaksOf(key, redact(echo.slice(0, end)))).toEqual([]);
        expect(leaksOf(key, redact(echo.slice(end)))).toEqual([]);
      }
    }
  });

  for (const { rows, options } of inTiers([30, 100], 2))
    it.each(rows)('is the only part that changes in %i random strings', options, (numRuns) => {
      const redact = createRedactor({ key: randomBytes(24).toString('base64url') });
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
          expect(redact(text)).toBe(text);
        }),
        { numRuns },
      );
      const text =
        '{"id":1,"name":"100%25 \\u00e9 &amp; \\\\","hash":"c2hvcnQ=","hex":"deadbeefdeadbeefdeadbeef"}';
      expect(redact(text)).toBe(text);
    });
});

describe('an unusual key', () => {
  it.each([
    [
      'with an escape, echoed in UTF-16',
      'Tk4mQ9xZr2Lw\\u0041!!!!!Vb7nHc3pYs8Jd5Gf',
      `x${[...'Tk4mQ9xZr2Lw\\u0041!!!'].join('&#x0;')}x`,
      'x[key]x',
    ],
    ['of eight letters', 'abcdefgh', 'abcdefg ABCDEFGH xabcdefghx', '[key] [key] x[key]x'],
    ['of nine letters', 'ninechars', 'ninechars nine chars ninechar', '[key] nine chars [key]'],
    ['of one letter repeated many times', 'a'.repeat(30), `x${'a'.repeat(9)}x aaaa`, 'x[key]x aaaa'],
    ['with characters of regular expressions', '.+/~_-==.+/~_-==', 'x.+/~_-==.+/~_-==x ....', 'x[key]x ....'],
  ])('%s', (_what, key, text, shown) => {
    expect(createRedactor({ key })(text)).toBe(shown);
  });

  it.each([
    ['id', '{"id":1} in ID', '{"[key]":1} in [key]'],
    ['pass', 'pass the comp%61ss', '[key] the com[key]'],
    ['authorization', 'the authorization', 'the [key]'],
  ])('that is weak is redacted only in header values, curl commands and URLs: %s', (key, text, shown) => {
    const redact = createRedactor({ key });
    expect([redact.traffic(text), redact.header(text), redact.holdsKey(text)]).toEqual([text, shown, false]);
  });

  it('made of common words is redacted, but the words alone are not', () => {
    const redact = createRedactor({ key: 'local-petstore-key' });
    expect(redact('npx petstore-conformance replay')).toBe('npx petstore-conformance replay');
    expect(redact('it was local-petstore-key')).toBe('it was [key]');
  });
});

describe('a key in a long string', () => {
  const key = 'Zebra-key.4711+of/Tests-024';
  const redact = createRedactor({ key });
  const hex = (letter: string) => letter.charCodeAt(0).toString(16);
  const each = (write: (letter: string) => string) => [...key].map(write).join('');
  const deep = (text: string, times: number): string =>
    times === 0 ? text : deep(text.replaceAll('%', '%25'), times - 1);

  it.each([
    ['in references of 100,000 digits', each((letter) => `&#x${'0'.repeat(100_000)}${hex(letter)};`)],
    ['in references escaped twice', each((letter) => `&amp;amp;#${letter.charCodeAt(0)};`)],
    [
      'percent-encoded three times',
      deep(
        each((letter) => `%${hex(letter)}`),
        2,
      ),
    ],
    ['in percent-encoded JSON escapes', encodeURIComponent(each((letter) => `\\u00${hex(letter)}`))],
    ['with zero bytes in between', each((letter) => `${'\0'.repeat(9_000)}${letter}`)],
    ['after a million characters', `${' '.repeat(1_048_576)}${key}`],
  ])('is found %s', (_what, echo) => {
    expect(redact(`saw ${echo}, sorry`)).toMatch(/^saw [ \0]*\[key\], sorry$/);
  });

  it('is found anywhere in the string', extendedTier, () => {
    for (let at = 32_600; at < 32_800; at += 7) {
      const echo = deep(
        each((letter) => `%${hex(letter)}`),
        2,
      );
      expect(redact(`${'-'.repeat(at)}${echo} end`)).toBe(`${'-'.repeat(at)}[key] end`);
    }
  });

  it('is not found if the string has only other escapes', () => {
    const body = '\\u0061&#98;%63'.repeat(60_000);
    expect(redact(body) === body).toBe(true);
  });
});

describe('the values of extra headers', () => {
  const redact = createRedactor({
    key: randomBytes(24).toString('base64url'),
    headerValues: ['theme=dark; sid=s3cr3t-C00kie-9f8e7d6c5b', 'https', 'en-GB,en;q=0.5'],
  });

  it('are redacted as a whole, and the credentials in them even in part', () => {
    expect(redact.traffic('got theme=dark; sid=s3cr3t-C00kie-9f8e7d6c5b')).toBe('got [header]');
    expect(redact.traffic('sid s3cr3t-C00kie-9f8e7d6c5b, c00kie-9f8')).toBe('sid [header], [header]');
  });

  it('are redacted only in traffic, because they may be words of the kit or the origin of the target', () => {
    const value = 'theme=dark; sid=s3cr3t-C00kie-9f8e7d6c5b';
    expect(redact(value)).toBe(value);
    expect([redact.traffic(value), redact.header(value)]).toEqual(['[header]', '[header]']);
  });

  it('are not redacted if they are words', () => {
    expect(redact.traffic('https: theme=dark en-GB')).toBe('https: theme=dark en-GB');
  });
});
