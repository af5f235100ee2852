import type fc from 'fast-check';
import { type Draft, markPlace, sizeOf } from '../draft.ts';
import type { Classes, FastCheck, FaultClass } from '../fault-class.ts';
import { alike, type Layout, layouts, type Member, markedDescription, tight, writeObject } from '../write.ts';

const named: Member['1'] = `"${markPlace}"`;

/** Keys that are not `name`, by the way in which they are mistaken for it. */
const otherCase = ['Name', 'Name', 'NAME', 'nAME', 'naMe'];
const lookAlike = [
  'names',
  'nam',
  ' name',
  'name ',
  'title',
  'label',
  'category_name',
  'nаme',
  'ｎａｍｅ',
  'name\u0000',
];
const inherited = ['constructor', 'toString', 'prototype', 'hasOwnProperty', 'valueOf'];

/** Objects without `name`. */
export const nameMissing: Classes = (fc) => [
  alike(missing(fc, 'no-fields', 'there are no fields', fc.constant<readonly Member[]>([]), [[]])),
  alike(
    missing(fc, 'description-alone', 'there is a description alone', fc.constant([markedDescription]), [
      [['description', '""']],
      [['description', '"a"']],
    ]),
  ),
  missing(fc, 'name-other-case', 'the key `name` is in another case', keyed(fc, otherCase), [
    [['Name', '"a"']],
    [['NAME', '"a"']],
    [['naMe', '"a"']],
  ]),
  ...['category', 'data'].map((wrapper) =>
    missing(
      fc,
      `name-under-${wrapper}`,
      `the category stands one level down, under \`${wrapper}\``,
      fc
        .constantFrom(`{"name":${named}}`, `{"name":${named},"description":"one down"}`)
        .map((value): Member[] => [[wrapper, value]]),
      [[[wrapper, '{"name":"a"}']]],
    ),
  ),
  missing(fc, 'name-look-alike', 'another key stands for `name`', keyed(fc, lookAlike), [
    [['nam', '"a"']],
    [['name ', '"a"']],
    [['names', '"a"']],
    [['title', '"a"']],
    [['label', '"a"']],
    [['nаme', '"a"']],
    [['ｎａｍｅ', '"a"']],
  ]),
  missing(
    fc,
    'name-inherited',
    'an inherited key stands for `name`',
    fc.oneof(keyed(fc, inherited), fc.constant<Member[]>([['__proto__', `{"name":${named}}`]])),
    [[['valueOf', '"a"']], [['toString', '"a"']], [['__proto__', '{"name":"a"}']], [['constructor', '"a"']]],
  ),
];

function keyed(fc: FastCheck, keys: readonly string[]): fc.Arbitrary<readonly Member[]> {
  return fc
    .record({ key: fc.constantFrom(...keys), described: fc.boolean() })
    .map(({ key, described }): Member[] => [
      [key, named],
      ...(described ? [['description', '"other key"'] as const] : []),
    ]);
}

function missing(
  fc: FastCheck,
  id: string,
  fault: string,
  members: fc.Arbitrary<readonly Member[]>,
  smallest: readonly (readonly Member[])[],
): FaultClass {
  return {
    id,
    requirement: 'invalid.name-missing',
    fault,
    twin: 'the same object with a `name`',
    accepted: 'a category is made without the one field that it must have',
    arbitrary: fc.tuple(members, layouts(fc)).map(([some, layout]) => drafted(some, layout)),
    smallest: smallest.map((some) => drafted(some, tight)).sort((a, b) => sizeOf(a) - sizeOf(b)),
  };
}

function drafted(members: readonly Member[], layout: Layout): Draft {
  const keys = members.map(([key]) => JSON.stringify(key)).join(' and ');
  return {
    label: members.length === 0 ? 'an empty object' : `only ${keys}`,
    text: writeObject(members, layout),
  };
}
