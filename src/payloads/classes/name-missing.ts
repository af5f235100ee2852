import type fc from 'fast-check';
import { type Draft, markPlace, sizeOf } from '../draft.ts';
import type { Classes, FastCheck, FaultClass } from '../fault-class.ts';
import { alike, type Layout, layouts, type Member, markedDescription, tight, writeObject } from '../write.ts';

const named: Member['1'] = `"${markPlace}"`;

/** Keys that are not `name`: in another case, and otherwise mistaken for it. */
const otherCase = ['Name', 'NAME'];
const lookAlike = [
  'naMe',
  'nam',
  'names',
  ' name',
  'name ',
  'title',
  'label',
  'nаme',
  'ｎａｍｅ',
  'category_name',
  'valueOf',
  'toString',
  'constructor',
  '__proto__',
];
const rareWrappers = ['body', 'newCategory', 'payload', 'attributes', '0'];

/** Objects without `name`. */
export const nameMissing: Classes = (fc) => [
  alike(missing(fc, 'no-fields', 'there are no fields', fc.constant<readonly Member[]>([]), [[]])),
  alike(
    missing(fc, 'description-alone', 'there is a description alone', fc.constant([markedDescription]), [
      [['description', '""']],
      [['description', '"a"']],
    ]),
  ),
  missing(
    fc,
    'name-other-key',
    'other keys stand for `name`',
    // Several at once: whichever a server takes for `name`, it is there, and the one fault stays the same.
    fc
      .subarray(lookAlike, { minLength: 3, maxLength: 8 })
      .map((keys) => [...otherCase, ...keys].map(keyed(named))),
    [...otherCase, ...lookAlike].map((key) => [keyed('"a"')(key)]),
  ),
  missing(
    fc,
    'name-one-down',
    'the category stands one level down',
    fc
      .subarray(rareWrappers, { maxLength: 2 })
      .map((rare) => ['category', 'data', ...rare].map((key): Member => [key, `{"name":${named}}`])),
    [[['data', '{"name":"a"}']], [['category', '{"name":"a"}']]],
  ),
];

function keyed(value: string): (key: string) => Member {
  return (key) => [key, key === '__proto__' ? `{"name":${value}}` : value];
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
