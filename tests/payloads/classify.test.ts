import { describe, expect, test } from 'vitest';
import { classify, cutBelow } from '../../src/payloads/classify.ts';

/** Returns the meaning of a body in the notation of the table below. */
function meaningOf(body: string | Uint8Array): string {
  const meaning = classify(typeof body === 'string' ? Buffer.from(body) : body);
  if (meaning.kind === 'valid') return 'valid';
  if (meaning.kind === 'unstated') return `unstated: ${meaning.because}`;
  return meaning.faults === 1 ? meaning.requirement : `${meaning.requirement}, ${meaning.faults} faults`;
}

const long = 'x'.repeat(201);

describe('the meaning of a body', () => {
  test.each([
    ['{"name":"bird"}', 'valid'],
    ['{"name":"bird","description":"sings"}', 'valid'],
    [' {"name":"bird"} ', 'valid'],
    [`{"name":"${'x'.repeat(200)}"}`, 'valid'],
    ['', 'invalid.body-empty'],
    [' \r\n', 'invalid.body-empty'],
    ['{}', 'invalid.name-missing'],
    ['{"description":"sings"}', 'invalid.name-missing'],
    ['{"Name":"bird"}', 'invalid.name-missing'],
    ['{"name":null}', 'invalid.name-type'],
    ['{"name":7}', 'invalid.name-type'],
    ['{"name":["bird"]}', 'invalid.name-type'],
    ['{"name":"bird","description":7}', 'invalid.description-type'],
    ['{"name":"bird","description":false}', 'invalid.description-type'],
    ['{"description":7}', 'invalid.name-missing, 2 faults'],
    ['{"name":7,"description":7}', 'invalid.name-type, 2 faults'],
    ['null', 'invalid.body-type'],
    ['"bird"', 'invalid.body-type'],
    ['[{"name":"bird"}]', 'invalid.body-type'],
    ['{"name":"bird"', 'invalid.body-malformed'],
    ['{"name":"bi', 'invalid.body-malformed'],
    ['name=bird', 'invalid.body-malformed'],
    ['name={"a":1}', 'invalid.body-malformed'],
    ['<name>bird</name>', 'invalid.body-malformed'],
    ['{"name":"bird",}', 'invalid.body-lenient'],
    ["  {'name':'bird'}", 'invalid.body-lenient'],
    ['// a bird\n{"name":"bird"}', 'invalid.body-lenient'],
    ['# a bird\n{"name":"bird"}', 'invalid.body-lenient'],
    ['{"name":"bird"} x', 'invalid.body-lenient'],
    ['{"name":"bird","description":null}', 'unstated: a null description'],
    ['{"name":"bird","id":1}', 'unstated: an unknown field'],
    ['{"name":"bird","name":"cat"}', 'unstated: a repeated member name'],
    ['\uFEFF{"name":"bird"}', 'unstated: a byte order mark'],
    ['{"name":""}', 'unstated: an empty or blank string'],
    ['{"name":" \\t"}', 'unstated: an empty or blank string'],
    ['{"name":"bird","description":" "}', 'unstated: an empty or blank string'],
    [`{"name":"${long}"}`, 'unstated: a long string'],
    [`{"name":"bird","description":"${long}"}`, 'unstated: a long string'],
    ['{"name":"b\\ud800d"}', 'unstated: a lone surrogate'],
    ['{"name":"bird","description":"sings\\nand flies"}', 'valid'],
    ['{"name":"bird","description":"sings\\tand flies"}', 'unstated: a control character'],
    ['{"name":"b\\u0000d"}', 'unstated: a control character'],
    ['{"name":"b\\u007fd"}', 'unstated: a control character'],
  ])('%s is %s', (body, expected) => {
    expect(meaningOf(body)).toBe(expected);
  });

  test('is invalid.body-bytes if the bytes are not UTF-8', () => {
    expect(meaningOf(Buffer.from('{"name":"b\xe9"}', 'latin1'))).toBe('invalid.body-bytes');
  });

  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  test('is that of its upper levels if the body is nested too deeply', () => {
    expect(meaningOf(`{"name":${deep(5_000)}}`)).toBe('invalid.name-type');
    expect(meaningOf(`{"name":"bird","description":${deep(5_000)}}`)).toBe('invalid.description-type');
    expect(meaningOf(deep(5_000))).toBe('invalid.body-type');
    expect(meaningOf('['.repeat(5_000))).toBe('unstated: nesting that a parser may refuse');
    expect(meaningOf(`${deep(5_000)}]`)).toBe('unstated: nesting that a parser may refuse');
  });

  test('is unstated if the body has more arrays than a parser may accept', () => {
    expect(meaningOf(`[${Array(5_000).fill('[]')}]`)).toBe(
      'unstated: more arrays and objects than a parser may accept',
    );
  });
});

test.each([
  ['{"name":[[1],2],"n":{"a":{}}}', '{"name":[,2],"n":{"a":}}'],
  ['[1,[2]]', '[1,[2]]'],
  ['[1]]', undefined],
  ['[[[1]', undefined],
])('cutBelow removes what is nested deeper than two levels, if the brackets match: %s', (text, kept) => {
  expect(cutBelow(text, 2)).toBe(kept);
});
