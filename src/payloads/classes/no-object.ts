import type fc from 'fast-check';
import {
  type Classes,
  classOf,
  type FastCheck,
  type FaultClass,
  markPlace,
  shown,
  tight,
} from '../fault-class.ts';

/** Bodies that are JSON, but no object. */
export const bodyType: Classes = (fc) => [
  one(fc, 'empty-array', 'an empty array', '[]'),
  other(
    fc,
    'text',
    'a text',
    fc.constantFrom(`"${markPlace}"`, `"name ${markPlace}"`, `"{\\"name\\":\\"${markPlace}\\"}"`),
    [`"${markPlace}"`, `"{\\"name\\":\\"${markPlace}\\"}"`],
  ),
  other(
    fc,
    'array-of-category',
    'an array that holds a valid category',
    fc.integer({ min: 1, max: 3 }).map(arrayOf),
    [arrayOf(1), arrayOf(2)],
  ),
  one(fc, 'null', 'null', 'null'),
  other(
    fc,
    'number',
    'a number',
    fc.oneof(fc.integer({ min: 1, max: 99_999 }).map(String), fc.constantFrom('0', '-1', '1.5')),
    ['1', '0', '10', '-1'],
  ),
  one(fc, 'true', 'true', 'true'),
  one(fc, 'false', 'false', 'false'),
];

function arrayOf(count: number): string {
  return `[${Array(count).fill(`{"name":"${markPlace}"}`).join(',')}]`;
}

function one(fc: FastCheck, id: string, what: string, value: string): FaultClass {
  return { ...other(fc, id, what, fc.constant(value), [value]), alike: true };
}

function other(
  fc: FastCheck,
  id: string,
  what: string,
  drawn: fc.Arbitrary<string>,
  smallest: readonly string[],
): FaultClass {
  const about = {
    id: `body-${id}`,
    requirement: 'invalid.body-type',
    fault: `the body is ${what}`,
    twin: 'an object',
    accepted: 'something is stored that nobody described',
  } as const;
  const layout = fc.constantFrom('', ' ', '\n').map((blank) => ({ blank, turned: false }));
  return classOf(fc, about, {
    ...{ drawn, smallest, layout },
    write: (value, { blank } = tight) => ({
      label: `the body is ${shown(value)}`,
      text: `${blank}${value}${blank}`,
    }),
  });
}

const nothing = {
  requirement: 'invalid.body-empty',
  twin: 'a body',
  accepted: 'a category is made out of nothing',
} as const;

/** No body at all, and white space alone. */
export const bodyEmpty: Classes = (fc) => [
  classOf(
    fc,
    { ...nothing, id: 'no-body', fault: 'there is no body', single: true },
    { drawn: fc.constant(''), smallest: [''], write: (text) => ({ label: 'no body at all', text }) },
  ),
  classOf(
    fc,
    { ...nothing, id: 'blank-body', fault: 'the body is white space alone', alike: true, rotates: true },
    {
      drawn: fc.constantFrom(' ', '\n', '\t', ' \r\n '),
      smallest: [' ', '\n'],
      write: (text) => ({ label: 'a body of white space', text }),
    },
  ),
];

/**
 * Bytes that are not UTF-8, within the value of an unknown member: stored as a name or description, they would be
 * in every later list (reading 12).
 */
const broken: readonly (readonly [what: string, bytes: string])[] = [
  ['a Latin-1 letter', '\xe9'],
  ['a lone continuation byte', '\x80'],
  ['an overlong slash', '\xc0\xaf'],
  ['a surrogate as bytes', '\xed\xa0\x80'],
  ['a sequence cut short', '\xe2\x82'],
  ['a byte that never occurs', '\xff'],
];

export const bodyBytes: Classes = (fc) => [
  classOf(
    fc,
    {
      id: 'not-utf-8',
      requirement: 'invalid.body-bytes',
      fault: 'the bytes are not UTF-8',
      twin: 'the same text in UTF-8',
      accepted: 'no harm: any 2xx or 4xx is an answer',
    },
    {
      drawn: fc.constantFrom(...broken).map(([what, bytes]) => [what, `caf${bytes}`] as const),
      smallest: broken,
      write: ([what, bytes]) => ({
        label: `${what} in an unknown member`,
        text: `{"name":"${markPlace}","x":"${bytes}"}`,
        bytes: true,
      }),
    },
  ),
];
