import type fc from 'fast-check';
import {
  type Classes,
  classOf,
  type Draft,
  type Layout,
  layouts,
  type Member,
  markedDescription,
  markPlace,
  writeObject,
} from '../fault-class.ts';

type Members = readonly Member[];

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
export const nameMissing: Classes = (fc) => {
  const missing = (
    id: string,
    fault: string,
    instances: {
      readonly drawn: fc.Arbitrary<Members>;
      readonly smallest: readonly Members[];
      readonly first?: Members;
    },
  ) => {
    const about = {
      id,
      fault,
      requirement: 'invalid.name-missing',
      twin: 'the same object with a `name`',
      accepted: 'a category is made without the one field that it must have',
    } as const;
    return classOf(fc, about, { ...instances, layout: layouts(fc), write: drafted });
  };
  const one = (id: string, fault: string, members: Members) => ({
    ...missing(id, fault, { drawn: fc.constant(members), smallest: [members] }),
    alike: true as const,
  });
  return [
    one('no-fields', 'there are no fields', []),
    one('description-alone', 'there is a description alone', [markedDescription]),
    // One key a body: a parser that refuses unknown members would refuse the body for the others.
    one('name-other-case', '`Name` stands for `name`', [keyed('Name')]),
    {
      ...missing('name-other-key', 'another key stands for `name`', {
        drawn: fc.constantFrom(...lookAlike).map((key) => [keyed(key)]),
        smallest: lookAlike.map((key) => [keyed(key)]),
      }),
      rotates: true,
    },
    missing('name-one-down', 'the category stands one level down', {
      drawn: fc.subarray(rareWrappers, { maxLength: 2 }).map((rare) => [...wrappers, ...rare].map(wrapped)),
      smallest: wrappers.map((key) => [wrapped(key)]),
      first: wrappers.map(wrapped),
    }),
  ];
};

function keyed(key: string): Member {
  return [key, `"${markPlace}"`];
}

function wrapped(key: string): Member {
  return [key, `{"name":"${markPlace}"}`];
}

function drafted(members: Members, layout?: Layout): Draft {
  const keys = members.map(([key]) => JSON.stringify(key)).join(' and ');
  return {
    label: members.length === 0 ? 'an empty object' : `only ${keys}`,
    text: writeObject(members, layout),
  };
}
