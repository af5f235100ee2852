import { describe, expect, test } from 'vitest';
import { type JsonValue, readJson, readJsonText } from '../../src/json/read.ts';
import { processorTime } from '../support/processor-time.ts';
import { inTiers } from '../support/tiers.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function read(text: string): JsonValue {
  const document = readJsonText(text);
  if (!document.ok) throw new Error(document.problem);
  return document.value;
}

describe('numbers', () => {
  test.each([
    ['401', 401n],
    ['401.0', 401n],
    ['4.01e2', 401n],
    ['4010e-1', 401n],
    ['1E2', 100n],
    ['1e+2', 100n],
    ['0.0001e4', 1n],
    ['-0', 0n],
    ['-0.0e-9', 0n],
    ['0e999999999', 0n],
    ['-12.50e1', -125n],
    ['9007199254740993', 9007199254740993n],
    ['9007199254740993.0', 9007199254740993n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['9223372036854775808', 2n ** 63n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['-9223372036854775809', -(2n ** 63n) - 1n],
    ['1e29', 10n ** 29n],
    [`0.${'0'.repeat(900)}1e901`, 1n],
  ])('%s is an exact integer', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test.each([
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['1e-1', 0.1],
    ['15e-1', 1.5],
    ['5e-324', 5e-324],
    ['1e-999999999', 0],
    ['1e30', Infinity],
    ['-1e30', -Infinity],
    ['1e401', Infinity],
    ['1e999999999', Infinity],
    ['-1e999999999', -Infinity],
    [`1e${'9'.repeat(900)}`, Infinity],
  ])('%s is a number', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test('an integer with too many digits is infinite', () => {
    expect(read('7'.repeat(1_000))).toBe(BigInt('7'.repeat(1_000)));
    expect(read(`-${'7'.repeat(29)}.5e1`)).toBe(-BigInt(`${'7'.repeat(29)}5`));
    expect(read(`[1, ${'7'.repeat(1_001)}]`)).toEqual([1n, Number.POSITIVE_INFINITY]);
    expect(read(`-${'7'.repeat(1_001)}`)).toBe(Number.NEGATIVE_INFINITY);
    expect(read(`${'7'.repeat(31)}.0`)).toBe(Number.POSITIVE_INFINITY);
    expect(read(`1.${'0'.repeat(2_000)}`)).toBe(1n);
    expect(read(`0.${'3'.repeat(2_000)}`)).toBe(1 / 3);
  });
});

describe('objects', () => {
  test('inherit no properties', () => {
    const value = read('{"__proto__":{"x":1},"constructor":2}') as { [name: string]: JsonValue };
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(value['toString']).toBeUndefined();
    expect(value['x']).toBeUndefined();
    expect('hasOwnProperty' in (value as object)).toBe(false);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('count every repeated name, and keep the last value', () => {
    const text = '{"a":1,"a":1,"b":[0,{"x/y~":1,"x\\/y~":2}],"__proto__":1,"__proto__":2,"":3,"":4}';
    expect(readJsonText(text)).toMatchObject({ ok: true, repeatedNames: 4 });
    expect(read('{"a":1,"a":null,"a":3}')).toEqual({ a: 3n });
    expect(readJsonText('[{"a":1},{"a":1,"b":{"a":1}}]')).toMatchObject({ repeatedNames: 0 });
  });
});

describe('strings', () => {
  test('keep lone surrogates, escaped NULs and text in any script', () => {
    expect(read('"\\ud800"')).toBe('\ud800');
    expect(read('"\\udc00\\ud83d\\ude00"')).toBe('\udc00😀');
    expect(read('"a\\u0000\\/\\"\\\\\\b\\f\\n\\r\\t"')).toBe('a\0/"\\\b\f\n\r\t');
    expect(read('"猫😀é\u007f\u2028"')).toBe('猫😀é\u007f\u2028');
  });
});

describe('bytes', () => {
  test('a byte order mark is tolerated and reported, and positions start after it', () => {
    expect(readJson(utf8('\ufeff{"a":1,"a":1}'))).toMatchObject({
      ok: true,
      byteOrderMark: true,
      repeatedNames: 1,
    });
    expect(readJson(utf8('\ufeff[x'))).toMatchObject({
      ok: false,
      byteOrderMark: true,
      offset: 1,
      column: 2,
    });
    expect(readJson(utf8('\ufeff'))).toMatchObject({ ok: false, kind: 'empty', byteOrderMark: true });
    expect(readJson(utf8('\ufeff\ufeff1'))).toMatchObject({ ok: false, kind: 'syntax', byteOrderMark: true });
    expect(readJson(utf8('1'))).toMatchObject({ ok: true, byteOrderMark: false });
  });

  test.each([
    ['a stray byte', [0x22, 0xff, 0x22], 1, 'Byte 1 (0xFF) is not UTF-8'],
    ['Latin 1', [0x22, 0xe9, 0x22], 1, 'Byte 1 (0xE9) is not UTF-8'],
    ['a truncated sequence', [0x22, 0xf0, 0x9f, 0x98], 1, 'Byte 1 (0xF0) is not UTF-8'],
    ['an overlong slash', [0xc0, 0xaf], 0, 'Byte 0 (0xC0) is not UTF-8'],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1, 'Byte 1 (0xED) is not UTF-8'],
    ['UTF-16', [0xff, 0xfe, 0x31, 0x00], 0, 'Byte 0 (0xFF) is not UTF-8'],
    [
      'a stray byte after characters of all lengths',
      [...utf8('"é猫😀\ufffd'), 0x80],
      6,
      'Byte 13 (0x80) is not UTF-8',
    ],
    ['a stray byte after a byte order mark', [0xef, 0xbb, 0xbf, 0x31, 0xff], 1, 'Byte 4 (0xFF) is not UTF-8'],
  ])('%s is not UTF-8', (_, bytes, offset, problem) => {
    expect(readJson(Uint8Array.from(bytes))).toMatchObject({ ok: false, kind: 'not-utf-8', offset, problem });
  });

  test('a position has a line and column', () => {
    const bytes = Uint8Array.from([...utf8('{\n"é":\n "'), 0xfe]);
    expect(readJson(bytes)).toMatchObject({ kind: 'not-utf-8', offset: 9, line: 3, column: 3 });
  });
});

describe('invalid JSON is refused with its position', () => {
  test.each([
    ['', 'empty', 0, 'The text is empty'],
    [' \r\n\t', 'empty', 4, 'The text is empty'],
    ['[1,2', 'end-of-input', 4, "Unexpected end of input, expected ',' or ']'"],
    ['{"a', 'end-of-input', 3, 'Unterminated string'],
    [
      '"\\',
      'end-of-input',
      2,
      'Unexpected end of input, expected one of " \\ / b f n r t u after a backslash',
    ],
    ['tru', 'end-of-input', 3, 'Unexpected end of input, expected true'],
    ['-', 'end-of-input', 1, 'Unexpected end of input, expected a digit'],
    ['[1,]', 'syntax', 3, "Unexpected ']', expected a value (trailing comma)"],
    ['{"a":1, }', 'syntax', 8, "Unexpected '}', expected a name in double quotes (trailing comma)"],
    ['{a:1}', 'syntax', 1, "Unexpected 'a', expected a name in double quotes"],
    ["['a']", 'syntax', 1, "Unexpected ''', expected a value (JSON strings need double quotes)"],
    ['<html>', 'syntax', 0, "Unexpected '<', expected a value (this looks like HTML or XML)"],
    ['[1] // x', 'syntax', 4, "Unexpected '/', expected the end of input"],
    ['{"a" 1}', 'syntax', 5, "Unexpected '1', expected ':'"],
    [
      '[01]',
      'syntax',
      2,
      "Unexpected '1', expected '.', an exponent or the end of the number (leading zeros are not allowed)",
    ],
    ['1.e1', 'syntax', 2, "Unexpected 'e', expected a digit"],
    ['nulL', 'syntax', 3, "Unexpected 'L', expected null"],
    ['"a\nb"', 'syntax', 2, 'Unescaped U+000A in a string'],
    ['"\\u00g0"', 'syntax', 5, "Unexpected 'g', expected four hexadecimal digits"],
    ['😀', 'syntax', 0, 'Unexpected U+1F600, expected a value'],
    ['\u202e', 'syntax', 0, 'Unexpected U+202E, expected a value'],
    ['[1]\u00a0', 'syntax', 3, 'Unexpected U+00A0, expected the end of input'],
  ])('%j', (text, kind, offset, problem) => {
    expect(readJsonText(text)).toMatchObject({ ok: false, kind, offset, problem });
    expect(() => JSON.parse(text)).toThrow();
  });

  test('lines and columns count from 1', () => {
    expect(readJsonText('x')).toMatchObject({ offset: 0, line: 1, column: 1 });
    expect(readJsonText('[\r\n  1,\n\n  x]')).toMatchObject({ offset: 11, line: 4, column: 3 });
    expect(readJsonText('[\n')).toMatchObject({ offset: 2, line: 2, column: 1 });
    expect(readJsonText('"\n')).toMatchObject({ offset: 1, line: 1, column: 2 });
  });
});

describe('limits', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test('allow one array or object per eight characters, and more in short documents', () => {
    const listOf = (one: string, count: number) => readJsonText(`[${Array(count).fill(one)}]`);
    const problem = 'More than one array or object per 8 characters';
    for (const dense of ['[]', '{}', '[0]']) {
      expect(listOf(dense, 1_999)).toMatchObject({ ok: true });
      expect(listOf(dense, 2_000)).toMatchObject({ kind: 'too-dense', problem });
    }
    expect(listOf('{"id":1}', 100_000)).toMatchObject({ ok: true });
  });

  test('allow 1,000 levels of nesting', () => {
    expect(readJsonText(nested(1_000))).toMatchObject({ ok: true });
    expect(readJsonText(nested(1_001))).toMatchObject({
      kind: 'too-deep',
      offset: 1_000,
      problem: 'Nesting exceeds 1000 levels',
    });
    expect(readJsonText('{"a":'.repeat(1_000_000))).toMatchObject({ kind: 'too-deep' });
    expect(readJsonText('['.repeat(1_000_000))).toMatchObject({ kind: 'too-deep' });
  });
});

// Each input takes at most half a second. A quadratic algorithm would take minutes.
describe('megabytes of hostile input are parsed or refused quickly', () => {
  const much = 200_000;
  for (const { rows, options } of inTiers(
    [
      ['a million digits', '7'.repeat(1_000_000), 'ok'],
      ['a million decimals', `0.${'3'.repeat(1_000_000)}`, 'ok'],
      ['an exponent of a million digits', `1e${'9'.repeat(1_000_000)}`, 'ok'],
      ['numbers of a thousand digits', list(`${'7'.repeat(1_000)}`, 1_000), 'ok'],
      ['zeros around a one', list(`0.${'0'.repeat(990)}1e-1`, 1_000), 'ok'],
      ['zeros between ones', list(`1${'0'.repeat(990)}.1`, 1_000), 'ok'],
      ['short spellings of long integers', list('1e29', much), 'ok'],
      ['huge exponents', list('1e999999999', much), 'ok'],
      ['a long string', `"${'x'.repeat(4_000_000)}"`, 'ok'],
      ['an unterminated long string', `"${'x'.repeat(4_000_000)}`, 'end-of-input'],
      ['many escapes', `"${'\\u0041'.repeat(much)}"`, 'ok'],
      ['many strings with escapes', list('"\\n"', much), 'ok'],
      ['escaped quotes', `"${'\\"'.repeat(1_000_000)}`, 'end-of-input'],
      ['one name many times', `{${'"a":0,'.repeat(much)}"a":0}`, 'ok'],
      ['one long name many times', `{${`"${'k'.repeat(10_000)}":0,`.repeat(100)}"a":0}`, 'ok'],
      [
        'long names around duplicates',
        `${`{"${'k'.repeat(9_000)}":`.repeat(500)}{"a":0,"a":0`,
        'end-of-input',
      ],
      ['many names', `{${Array.from({ length: much }, (_, index) => `"n${index}":0`).join()}}`, 'ok'],
      [
        'many numbers as names',
        `{${Array.from({ length: much }, (_, index) => `"${index * 4_099}":0`).join()}}`,
        'ok',
      ],
      ['a lot of whitespace', `[1,${' '.repeat(4_000_000)}]`, 'syntax'],
      ['many lines', `${'\n'.repeat(4_000_000)}x`, 'syntax'],
      ['many elements', list('0', 1_000_001), 'ok'],
      ['empty arrays', list('[]', much), 'too-dense'],
      ['arrays of words', list('["word"]', much), 'ok'],
    ],
    4,
  ))
    test.each(rows)('%s', options, (_, text, outcome) => {
      const bytes = utf8(text);
      const { result: document, ms } = processorTime(() => readJson(bytes));
      expect(ms).toBeLessThan(5_000);
      expect(document.ok ? 'ok' : document.kind).toBe(outcome);
    });

  test('megabytes of UTF-8 with an invalid byte at the end', () => {
    const bytes = Uint8Array.from([...utf8('é'.repeat(100_000)), 0xff]);
    expect(readJson(bytes)).toMatchObject({ kind: 'not-utf-8', offset: 100_000 });
  });

  function list(element: string, times: number): string {
    return `[${Array(times).fill(element).join()}]`;
  }
});

describe('a syntax error is described', () => {
  const problem = (text: string) => {
    const document = readJsonText(text);
    return document.ok ? 'none' : document.problem;
  };

  test.each([
    ['// a', "Unexpected '/', expected a value (JSON has no comments)"],
    ['# a', "Unexpected '#', expected a value (JSON has no comments)"],
    ['[1, ]', "Unexpected ']', expected a value (trailing comma)"],
    ['[1, }', "Unexpected '}', expected a value (trailing comma)"],
    ['[1, x]', "Unexpected 'x', expected a value"],
    ['{"a":}', "Unexpected '}', expected a value"],
    ['{"a":1 2}', "Unexpected '2', expected ',' or '}'"],
    ['[1 2]', "Unexpected '2', expected ',' or ']'"],
    ['[1\u007f', "Unexpected U+007F, expected ',' or ']'"],
  ])('%j: %s', (text, described) => {
    expect(problem(text)).toBe(described);
  });

  test('for invalid escapes', () => {
    for (const digit of ['/', ':', '@', 'G', '`', 'g', ' '])
      for (const digits of [`${digit}041`, `004${digit}`])
        expect(problem(`"\\u${digits}"`), digits).toMatch(/, expected four hexadecimal digits$/);
    expect(read('"\\u0009\\u00af\\u00FA"')).toBe('\u0009\u00af\u00fa');
    expect(problem('"\\ "')).toMatch(/^Unexpected U\+0020, /);
  });

  test.each([
    ['a truncated replacement character', [0x22, 0xef, 0xbf, 0x22], 1, 1],
    ['almost a replacement character', [0x22, 0xef, 0x41, 0xbd], 1, 1],
    ['a truncated replacement character before more text', [0x22, 0xef, 0xbf, 0x22, 0xff], 1, 1],
    ['the end of a replacement character', [0x22, 0xff, 0xbf, 0xbd], 1, 1],
    ['a stray byte long after a replacement character', [...utf8('"\ufffd, \ufffd'), 0xff], 5, 9],
    [
      'a stray byte after characters of every length',
      [...utf8('"\u0080\u0800\u{10000}\u{103ff}'), 0x80],
      7,
      14,
    ],
  ])('%s is reported at its first byte', (_what, bytes, offset, byte) => {
    const document = readJson(Uint8Array.from(bytes));
    expect(document).toMatchObject({ kind: 'not-utf-8', offset });
    expect(document).toHaveProperty('problem', expect.stringMatching(`^Byte ${byte} `));
  });

  test('an integer with the maximum number of digits is exact', () => {
    expect(read(`["a", ${'7'.repeat(1_000)}]`)).toEqual(['a', BigInt('7'.repeat(1_000))]);
  });
});
