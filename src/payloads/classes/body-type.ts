import type fc from 'fast-check';
import { type Draft, markPlace, sizeOf } from '../draft.ts';
import type { Classes, FastCheck, FaultClass } from '../fault-class.ts';
import { alike, shown } from '../write.ts';

/** Bodies that are JSON, but no object. */
export const bodyType: Classes = (fc) => [
  alike(other(fc, 'empty-array', 'an empty array', fc.constant('[]'), ['[]'])),
  other(
    fc,
    'text',
    'a text',
    fc.constantFrom(`"${markPlace}"`, `"name ${markPlace}"`, `"{\\"name\\":\\"${markPlace}\\"}"`),
    ['""', '"a"', '"{\\"name\\":\\"a\\"}"'],
  ),
  other(
    fc,
    'array-of-category',
    'an array that holds a valid category',
    fc
      .integer({ min: 1, max: 3 })
      .map((count) => `[${Array(count).fill(`{"name":"${markPlace}"}`).join(',')}]`),
    ['[{"name":"a"}]', '[{"name":"a"},{"name":"b"}]'],
  ),
  alike(other(fc, 'null', 'null', fc.constant('null'), ['null'])),
  other(
    fc,
    'number-or-boolean',
    'a number or a boolean',
    fc.oneof(
      fc.integer({ min: 1, max: 99_999 }).map(String),
      fc.constantFrom('true', 'false', '0', '-1', '1.5'),
    ),
    ['0', '1', '-1', '10', 'true', 'false'],
  ),
];

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
