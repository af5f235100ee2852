import { describe, expect, test } from 'vitest';
import { type JsonValue, readJson, readJsonText } from '../../src/json/read.ts';
import { processorTime } from '../support/processor-time.ts';

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
    ['1e400', 10n ** 400n],
    ['1e999', 10n ** 999n],
    [`0.${'0'.repeat(900)}1e901`, 1n],
  ])('%s is an integer, read exactly', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test.each([
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['1e-1', 0.1],
    ['15e-1', 1.5],
    ['5e-324', 5e-324],
    ['1e-999999999', 0],
    ['1e1000', Infinity],
    ['1e999999999', Infinity],
    ['-1e999999999', -Infinity],
    [`1e${'9'.repeat(900)}`, Infinity],
  ])('%s is a number', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test('an integer of more digits than the cap is infinite: an integer still, and beyond every range', () => {
    expect(read('7'.repeat(1_000))).toBe(BigInt('7'.repeat(1_000)));
    expect(read(`-${'7'.repeat(998)}.5e1`)).toBe(-BigInt(`${'7'.repeat(998)}5`));
    expect(read(`[1, ${'7'.repeat(1_001)}]`)).toEqual([1n, Number.POSITIVE_INFINITY]);
    expect(read(`-${'7'.repeat(1_001)}`)).toBe(Number.NEGATIVE_INFINITY);
    expect(read(`${'7'.repeat(1_001)}.0`)).toBe(Number.POSITIVE_INFINITY);
    expect(read(`1.${'0'.repeat(2_000)}`)).toBe(1n);
    expect(read(`0.${'3'.repeat(2_000)}`)).toBe(1 / 3);
  });
});

describe('objects', () => {
  test('inherit nothing, so that inherited names are ordinary ones', () => {
    const value = read('{"__proto__":{"x":1},"constructor":2}') as { [name: string]: JsonValue };
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(value['toString']).toBeUndefined();
    expect(value['x']).toBeUndefined();
    expect('hasOwnProperty' in (value as object)).toBe(false);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('record every duplicate name with its place, also where the values are equal, and keep the last value', () => {
    const text = '{"a":1,"a":1,"b":[0,{"x/y~":1,"x\\/y~":2}],"__proto__":1,"__proto__":2,"":3,"":4}';
    expect(readJsonText(text)).toMatchObject({
      ok: true,
      duplicates: [
        { path: '/a', offset: text.indexOf('"a":1,"b"') },
        { path: '/b/1/x~1y~0', offset: text.indexOf('"x\\/y~"') },
        { path: '/__proto__', offset: text.lastIndexOf('"__proto__"') },
        { path: '/', offset: text.lastIndexOf('""') },
      ],
    });
    expect(read('{"a":1,"a":null,"a":3}')).toEqual({ a: 3n });
    expect(readJsonText('[{"a":1},{"a":1,"b":{"a":1}}]')).toMatchObject({ duplicates: [] });
  });

  test('record fifty duplicates and say that there are more', () => {
    const member = '"a":0,';
    const document = readJsonText(`{${member.repeat(51)}"b":0}`);
    expect(document).toMatchObject({ ok: true });
    expect(document).not.toHaveProperty('cut');
    const more = readJsonText(`{${member.repeat(5_000)}"b":0}`);
    expect(more).toMatchObject({ ok: true, cut: 'More names stand twice than the 50 that are recorded' });
    expect(more.ok && more.duplicates.length).toBe(50);
  });

  test('never show a part of a long name', () => {
    const name = 'k'.repeat(201);
    const document = readJsonText(`{"${name}":{"${name}":1,"${name}":2}}`);
    expect(document).toMatchObject({
      duplicates: [{ path: '/(a name of 201 characters)/(a name of 201 characters)' }],
    });
  });
});

describe('strings', () => {
  test('keep lone surrogates, escaped NULs and text of any script', () => {
    expect(read('"\\ud800"')).toBe('\ud800');
    expect(read('"\\udc00\\ud83d\\ude00"')).toBe('\udc00😀');
    expect(read('"a\\u0000\\/\\"\\\\\\b\\f\\n\\r\\t"')).toBe('a\0/"\\\b\f\n\r\t');
    expect(read('"猫😀é\u007f\u2028"')).toBe('猫😀é\u007f\u2028');
  });
});

describe('bytes', () => {
  test('a byte order mark is tolerated and reported; places are counted behind it', () => {
    expect(readJson(utf8('\ufeff{"a":1,"a":1}'))).toMatchObject({
      ok: true,
      byteOrderMark: true,
      duplicates: [{ offset: 7 }],
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
    ['a sequence cut short', [0x22, 0xf0, 0x9f, 0x98], 1, 'Byte 1 (0xF0) is not UTF-8'],
    ['an overlong slash', [0xc0, 0xaf], 0, 'Byte 0 (0xC0) is not UTF-8'],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1, 'Byte 1 (0xED) is not UTF-8'],
    ['UTF-16', [0xff, 0xfe, 0x31, 0x00], 0, 'Byte 0 (0xFF) is not UTF-8'],
    ['a stray byte behind all lengths', [...utf8('"é猫😀\ufffd'), 0x80], 6, 'Byte 13 (0x80) is not UTF-8'],
    ['a stray byte behind a mark', [0xef, 0xbb, 0xbf, 0x31, 0xff], 1, 'Byte 4 (0xFF) is not UTF-8'],
  ])('%s is not UTF-8', (_, bytes, offset, problem) => {
    expect(readJson(Uint8Array.from(bytes))).toMatchObject({ ok: false, kind: 'not-utf-8', offset, problem });
  });

  test('a place behind lines is counted in lines', () => {
    const bytes = Uint8Array.from([...utf8('{\n"é":\n "'), 0xfe]);
    expect(readJson(bytes)).toMatchObject({ kind: 'not-utf-8', offset: 9, line: 3, column: 3 });
  });
});

describe('what is no JSON is refused with its place', () => {
  test.each([
    ['', 'empty', 0, 'There is no text'],
    [' \r\n\t', 'empty', 4, 'There is no text'],
    ['[1,2', 'end-of-input', 4, "The text ends where ',' or ']' was expected"],
    ['{"a', 'end-of-input', 3, 'The text ends inside a string'],
    [
      '"\\',
      'end-of-input',
      2,
      'The text ends where one of " \\ / b f n r t u, after a backslash, was expected',
    ],
    ['tru', 'end-of-input', 3, 'The text ends where the word true was expected'],
    ['-', 'end-of-input', 1, 'The text ends where a digit was expected'],
    ['[1,]', 'syntax', 3, "Saw ']' where a value was expected (a comma before the end)"],
    ['{"a":1, }', 'syntax', 8, "Saw '}' where a name in double quotes was expected (a comma before the end)"],
    ['{a:1}', 'syntax', 1, "Saw 'a' where a name in double quotes was expected"],
    ["['a']", 'syntax', 1, "Saw ''' where a value was expected (JSON strings stand in double quotes)"],
    ['<html>', 'syntax', 0, "Saw '<' where a value was expected (this looks like HTML or XML)"],
    ['[1] // x', 'syntax', 4, "Saw '/' where the end of the text was expected"],
    ['{"a" 1}', 'syntax', 5, "Saw '1' where ':' was expected"],
    [
      '[01]',
      'syntax',
      2,
      "Saw '1' where '.', an exponent or the end of the number was expected (no leading zeros)",
    ],
    ['1.e1', 'syntax', 2, "Saw 'e' where a digit was expected"],
    ['nulL', 'syntax', 3, "Saw 'L' where the word null was expected"],
    ['"a\nb"', 'syntax', 2, 'A string holds U+000A unescaped'],
    ['"\\u00g0"', 'syntax', 5, "Saw 'g' where one of four hexadecimal digits was expected"],
    ['😀', 'syntax', 0, 'Saw U+1F600 where a value was expected'],
    ['\u202e', 'syntax', 0, 'Saw U+202E where a value was expected'],
    ['[1]\u00a0', 'syntax', 3, 'Saw U+00A0 where the end of the text was expected'],
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

describe('caps', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test('of depth: 512 levels are read, the bracket of one more is refused', () => {
    expect(readJsonText(nested(512))).toMatchObject({ ok: true });
    expect(readJsonText(nested(513))).toMatchObject({
      kind: 'too-deep',
      offset: 512,
      problem: 'Arrays and objects stand more than 512 deep',
    });
    expect(readJsonText('{"a":'.repeat(1_000_000))).toMatchObject({ kind: 'too-deep' });
    expect(readJsonText('['.repeat(1_000_000), { depth: Infinity })).toMatchObject({ kind: 'too-deep' });
  });

  test('of elements and members', () => {
    expect(readJsonText('[1,2,3]', { elements: 3 })).toMatchObject({ ok: true });
    expect(readJsonText('[1,2,3,4]', { elements: 3 })).toMatchObject({
      kind: 'too-many-elements',
      offset: 7,
    });
    expect(readJsonText('{"a":1,"b":2}', { elements: 1 })).toMatchObject({
      kind: 'too-many-elements',
      offset: 7,
      problem: 'An object has more than 1 members',
    });
  });
});

// Each takes at most half a second; anything quadratic would take minutes.
describe('hostile texts of megabytes are read or refused in no time', () => {
  const much = 200_000;
  test.each([
    ['a million digits', '7'.repeat(1_000_000), 'ok'],
    ['a million decimals', `0.${'3'.repeat(1_000_000)}`, 'ok'],
    ['a million digits of exponent', `1e${'9'.repeat(1_000_000)}`, 'ok'],
    ['numbers of a thousand digits', list(`${'7'.repeat(1_000)}`, 1_000), 'ok'],
    ['zeros around a one', list(`0.${'0'.repeat(990)}1e-1`, 1_000), 'ok'],
    ['zeros between ones', list(`1${'0'.repeat(990)}.1`, 1_000), 'ok'],
    ['short spellings of long integers', list('1e999', much), 'too-many-elements'],
    ['huge exponents', list('1e999999999', much), 'ok'],
    ['a long string', `"${'x'.repeat(4_000_000)}"`, 'ok'],
    ['a long string without end', `"${'x'.repeat(4_000_000)}`, 'end-of-input'],
    ['many escapes', `"${'\\u0041'.repeat(much)}"`, 'ok'],
    ['many strings with escapes', list('"\\n"', much), 'ok'],
    ['escaped quotes', `"${'\\"'.repeat(1_000_000)}`, 'end-of-input'],
    ['one name many times', `{${'"a":0,'.repeat(much)}"a":0}`, 'ok'],
    ['one long name many times', `{${`"${'k'.repeat(10_000)}":0,`.repeat(100)}"a":0}`, 'ok'],
    ['long names around duplicates', `${`{"${'k'.repeat(9_000)}":`.repeat(500)}{"a":0,"a":0`, 'end-of-input'],
    ['many names', `{${Array.from({ length: much }, (_, index) => `"n${index}":0`).join()}}`, 'ok'],
    [
      'many numbers as names',
      `{${Array.from({ length: much }, (_, index) => `"${index * 4_099}":0`).join()}}`,
      'ok',
    ],
    ['many blanks', `[1,${' '.repeat(4_000_000)}]`, 'syntax'],
    ['many lines', `${'\n'.repeat(4_000_000)}x`, 'syntax'],
    ['many elements', list('0', 1_000_001), 'too-many-elements'],
    ['empty arrays', list('[]', much), 'ok'],
  ])('%s', (_, text, outcome) => {
    const bytes = utf8(text);
    const { result: document, ms } = processorTime(() => readJson(bytes));
    expect(ms).toBeLessThan(5_000);
    expect(document.ok ? 'ok' : document.kind).toBe(outcome);
  });

  test('megabytes of UTF-8 with a bad byte at the end', () => {
    const bytes = Uint8Array.from([...utf8('é'.repeat(100_000)), 0xff]);
    expect(readJson(bytes)).toMatchObject({ kind: 'not-utf-8', offset: 100_000 });
  });

  function list(element: string, times: number): string {
    return `[${Array(times).fill(element).join()}]`;
  }
});

describe('what is refused is told', () => {
  const problem = (text: string, caps = {}) => {
    const document = readJsonText(text, caps);
    return document.ok ? 'nothing' : document.problem;
  };

  test.each([
    ['// a', "Saw '/' where a value was expected (JSON has no comments)"],
    ['# a', "Saw '#' where a value was expected (JSON has no comments)"],
    ['[1, ]', "Saw ']' where a value was expected (a comma before the end)"],
    ['[1, }', "Saw '}' where a value was expected (a comma before the end)"],
    ['[1, x]', "Saw 'x' where a value was expected"],
    ['{"a":}', "Saw '}' where a value was expected"],
    ['{"a":1 2}', "Saw '2' where ',' or '}' was expected"],
    ['[1 2]', "Saw '2' where ',' or ']' was expected"],
    ['[1\u007f', "Saw U+007F where ',' or ']' was expected"],
  ])('%j: %s', (text, told) => {
    expect(problem(text)).toBe(told);
  });

  test('also an escape of anything but hexadecimal digits, or of a blank', () => {
    for (const digit of ['/', ':', '@', 'G', '`', 'g', ' '])
      for (const digits of [`${digit}041`, `004${digit}`])
        expect(problem(`"\\u${digits}"`), digits).toMatch(
          /where one of four hexadecimal digits was expected$/,
        );
    expect(read('"\\u0009\\u00af\\u00FA"')).toBe('\u0009\u00af\u00fa');
    expect(problem('"\\ "')).toMatch(/^Saw U\+0020 where /);
  });

  test('also what is longer, or has more elements, than is read', () => {
    expect(problem('[1,2,3]', { elements: 2 })).toBe('An array has more than 2 elements');
    expect(problem('[1,2]', { elements: 2 })).toBe('nothing');
    const longest = 64 * 1024 * 1024;
    const fitting = 'x'.repeat(longest);
    expect(problem(fitting)).toMatch(/^Saw 'x'/);
    expect(readJson(Buffer.from(fitting))).toMatchObject({ kind: 'syntax' });
    expect(problem(`${fitting}x`)).toBe(
      `The text has ${longest + 1} characters, more than the ${longest} that are read`,
    );
    expect(readJson(Buffer.from(`${fitting}x`))).toEqual({
      ...{ ok: false, kind: 'too-long', offset: 0, line: 1, column: 1, byteOrderMark: false },
      problem: `The body has ${longest + 1} bytes, more than the ${longest} that are read`,
    });
  });

  test.each([
    ['a mark of what could not be read, cut short', [0x22, 0xef, 0xbf, 0x22], 1, 1],
    ['what looks like such a mark at both ends', [0x22, 0xef, 0x41, 0xbd], 1, 1],
    ['a stray byte behind letters of each length', [...utf8('"\u0080\u0800\u{10000}\u{103ff}'), 0x80], 7, 14],
  ])('%s is not UTF-8 from its first byte on', (_what, bytes, offset, byte) => {
    const document = readJson(Uint8Array.from(bytes));
    expect(document).toMatchObject({ kind: 'not-utf-8', offset });
    expect(document).toHaveProperty('problem', expect.stringMatching(`^Byte ${byte} `));
  });

  test('of what stands twice a name of 200 characters is shown', () => {
    const name = 'k'.repeat(200);
    expect(readJsonText(`{"${name}":1,"${name}":2}`)).toMatchObject({ duplicates: [{ path: `/${name}` }] });
  });

  test('an integer of as many digits as are read is exact wherever it stands', () => {
    expect(read(`["a", ${'7'.repeat(1_000)}]`)).toEqual(['a', BigInt('7'.repeat(1_000))]);
  });
});

test('values are read up to a bound, however they are spread over arrays and objects', () => {
  const schemas = ['{}', '[]', `${'['.repeat(40)}${']'.repeat(40)}`, '{"a":1,"b":2}', '{"a":{},"b":[]}'];
  for (const shape of schemas) {
    const list = (count: number) => `[${Array(count).fill(shape).join()}]`;
    expect(readJsonText(list(2), { elements: 1_000 })).toMatchObject({ ok: true });
    const cut = readJsonText(list(999), { elements: 1_000 });
    expect(cut).toMatchObject({ ok: false, kind: 'too-many-elements' });
    expect(readJsonText(list(999), { elements: 300_000 })).toMatchObject({ ok: true });
  }
});
