import type fc from 'fast-check';
import { type Draft, markPlace, sizeOf } from '../draft.ts';
import type { Classes, FastCheck, FaultClass } from '../fault-class.ts';
import { alike, shown } from '../write.ts';

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
  return alike(other(fc, id, what, fc.constant(value), [value]));
}

function other(
  fc: FastCheck,
  id: string,
  what: string,
  values: fc.Arbitrary<string>,
  smallest: readonly string[],
): FaultClass {
  const blanks = fc.constantFrom('', ' ', '\n');
  const drafted = (value: string, blank: string): Draft => ({
    label: `the body is ${shown(value)}`,
    text: `${blank}${value}${blank}`,
  });
  return {
    id: `body-${id}`,
    requirement: 'invalid.body-type',
    fault: `the body is ${what}`,
    twin: 'an object',
    accepted: 'something is stored that nobody described',
    arbitrary: fc.tuple(values, blanks).map(([value, blank]) => drafted(value, blank)),
    smallest: smallest.map((value) => drafted(value, '')).sort((a, b) => sizeOf(a) - sizeOf(b)),
  };
}
