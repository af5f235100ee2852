import type fc from 'fast-check';
import { type Draft, markPlace, sizeOf } from '../draft.ts';
import type { Classes, FastCheck, FaultClass } from '../fault-class.ts';
import { alike, type Layout, layouts, type Member, markedDescription, tight, writeObject } from '../write.ts';

const named: Member['1'] = `"${markPlace}"`;

/** Keys that are mistaken for `name`. */
const lookAlike = [
  'title',
  'label',
  'NAME',
  'naMe',
  'nam',
  'names',
  ' name',
  'name ',
  'nаme',
  'ｎａｍｅ',
  'category_name',
];
const wrappers = ['category', 'data'];
const rareWrappers = ['body', 'newCategory', 'payload', 'attributes', '0'];

/** Objects without `name`. */
export const nameMissing: Classes = (fc) => [
  alike(missing(fc, 'no-fields', 'there are no fields', fc.constant<readonly Member[]>([]), [[]])),
  alike(
    missing(fc, 'description-alone', 'there is a description alone', fc.constant([markedDescription]), [
      [markedDescription],
    ]),
  ),
  // One key a body: a parser that refuses unknown members would refuse the body for the others.
  alike(
    missing(fc, 'name-other-case', '`Name` stands for `name`', fc.constant([keyed('Name')]), [
      [keyed('Name')],
    ]),
  ),
  {
    ...missing(
      fc,
      'name-other-key',
      'another key stands for `name`',
      fc.constantFrom(...lookAlike).map((key) => [keyed(key)]),
      lookAlike.map((key) => [keyed(key)]),
    ),
    rotates: true,
  },
  {
    ...missing(
      fc,
      'name-one-down',
      'the category stands one level down',
      fc.subarray(rareWrappers, { maxLength: 2 }).map((rare) => [...wrappers, ...rare].map(wrapped)),
      wrappers.map((key) => [wrapped(key)]),
    ),
    first: drafted(wrappers.map(wrapped), tight),
  },
];

function keyed(key: string): Member {
  return [key, named];
}

function wrapped(key: string): Member {
  return [key, `{"name":${named}}`];
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
