import { describe, expect, test } from 'vitest';
import { describeValue, schemaErrors, typeName } from '../../src/exchange/validate.ts';
import { type JsonValue, readJsonText } from '../../src/json/read.ts';
import type { SchemaName } from '../../src/spec/schemas.ts';

function read(text: string): JsonValue {
  const document = readJsonText(text);
  if (!document.ok) throw new Error(document.problem);
  return document.value;
}

const errorsOf = (shape: SchemaName, text: string) => schemaErrors(shape, read(text));

describe('a Category', () => {
  test.each([
    '{"id":1,"name":"birds"}',
    '{"id":0,"name":"","description":""}',
    '{"id":-5,"name":"birds","description":"They sing","more":{"id":"x"}}',
    '{"id":9223372036854775807,"name":"birds"}',
    '{"id":-9223372036854775808,"name":"birds"}',
    '{"id":4.01e2,"name":"birds"}',
    '{"id":401.0,"name":"birds"}',
    '{"__proto__":null,"constructor":1,"id":1,"name":"birds"}',
  ])('may be %s', (text) => {
    expect(errorsOf('Category', text)).toEqual([]);
  });

  test.each([
    ['9223372036854775808', 'number 9223372036854775808'],
    ['-9223372036854775809', 'number -9223372036854775809'],
    [`1${'0'.repeat(99)}`, 'number of 100 digits'],
    ['1e400', 'number too large to show'],
    ['1e9999', 'number too large to show'],
    ['1.5', 'number 1.5'],
    ['"1"', 'string "1"'],
    ['null', 'null'],
    ['true', 'boolean true'],
    ['[1]', 'array'],
    ['{}', 'object'],
  ])('cannot have the id %s', (id, received) => {
    expect(errorsOf('Category', `{"name":"birds","id":${id}}`)).toEqual([
      { pointer: '/id', property: 'id', expected: 'an int64 integer', received, type: typeName(read(id)) },
    ]);
  });

  test('is reported with all its errors', () => {
    expect(errorsOf('Category', '{"name":7,"description":null}')).toEqual([
      { pointer: '/id', property: 'id', expected: 'an int64 integer', received: 'missing', type: 'missing' },
      { pointer: '/name', property: 'name', expected: 'a string', received: 'number 7', type: 'number' },
      {
        pointer: '/description',
        property: 'description',
        expected: 'a string',
        received: 'null',
        type: 'null',
      },
    ]);
  });

  test.each([
    ['null', 'null'],
    ['[]', 'array'],
    ['"{}"', 'string "{}"'],
    ['12', 'number 12'],
    ['false', 'boolean false'],
  ])('cannot be %s', (text, received) => {
    expect(errorsOf('Category', text)).toEqual([
      { pointer: '', property: '', expected: 'an object', received, type: typeName(read(text)) },
    ]);
  });

  test('does not count inherited properties', () => {
    const heir: JsonValue = Object.create({ id: 1n, name: 'birds' });
    expect(schemaErrors('Category', heir).map(({ pointer, received }) => [pointer, received])).toEqual([
      ['/id', 'missing'],
      ['/name', 'missing'],
    ]);
    expect(errorsOf('Category', '{"__proto__":{"id":1,"name":"birds"}}')).toHaveLength(2);
  });
});

describe('an Error', () => {
  test.each(['401', '4.01e2', '-1', '1e400', '1e9999', '9223372036854775808'])(
    'may have the status %s',
    (status) => {
      expect(errorsOf('Error', `{"code":"C","message":"M","status":${status}}`)).toEqual([]);
    },
  );

  test.each(['"401"', '401.5', 'null', '[401]'])('cannot have the status %s', (status) => {
    expect(errorsOf('Error', `{"code":"C","message":"M","status":${status}}`)).toMatchObject([
      { pointer: '/status', property: 'status', expected: 'an integer' },
    ]);
  });

  test('requires all three properties', () => {
    expect(
      errorsOf('Error', '{"error":"Unauthorized"}').map(({ pointer, expected }) => [pointer, expected]),
    ).toEqual([
      ['/code', 'a string'],
      ['/message', 'a string'],
      ['/status', 'an integer'],
    ]);
  });
});

describe('a NewCategory', () => {
  test('requires a name; a description is optional, and an id is an additional field', () => {
    expect(errorsOf('NewCategory', '{"name":"birds"}')).toEqual([]);
    expect(errorsOf('NewCategory', '{"name":"birds","description":"They sing","id":"x"}')).toEqual([]);
    expect(errorsOf('NewCategory', '{"Name":"birds","description":3}')).toEqual([
      { pointer: '/name', property: 'name', expected: 'a string', received: 'missing', type: 'missing' },
      {
        pointer: '/description',
        property: 'description',
        expected: 'a string',
        received: 'number 3',
        type: 'number',
      },
    ]);
  });
});

test('typeName returns the JSON type', () => {
  expect(
    ['null', 'true', '"x"', '1', '1.5', '1e9999', '[]', '{}'].map((text) => typeName(read(text))),
  ).toEqual(['null', 'boolean', 'string', 'number', 'number', 'number', 'array', 'object']);
  expect(typeName(undefined)).toBe('missing');
});

test('describeValue escapes a value, and never cuts it', () => {
  expect(describeValue(read('"a\\"\\n\\u001b\\u202e\\ufeff\\ud800 é猫"'))).toBe(
    'string "a\\"\\n\\u001b\\u202e\\ufeff\\ud800 é猫"',
  );
  expect(describeValue('\u{e0001}')).toBe('string "\\udb40\\udc01"');
  expect(describeValue('x'.repeat(120))).toBe(`string "${'x'.repeat(120)}"`);
  expect(describeValue('x'.repeat(121))).toBe('string of 121 characters');
  expect(describeValue(-(10n ** 38n))).toBe(`number -1${'0'.repeat(38)}`);
  expect(describeValue(-(10n ** 60n))).toBe('number of 61 digits');
  expect(describeValue(undefined)).toBe('missing');
  expect(describeValue('\u0085\u00ad')).toBe('string "\\u0085\\u00ad"');
  for (const endless of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(describeValue(endless)).toBe('number too large to show');
});

test('an integer with too many digits to parse counts as an integer, but not as an int64', () => {
  for (const endless of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(schemaErrors('Error', { code: 'a', message: 'b', status: endless })).toEqual([]);
    expect(schemaErrors('Category', { id: endless, name: 'a' })).toHaveLength(1);
  }
});
