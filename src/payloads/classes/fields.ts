import type fc from 'fast-check';
import { type ClassSpec, classesOf, shortened } from '../class-family.ts';
import { arrays, type Families, numbers, objects, plainDescriptions, plainNames, words } from '../draws.ts';
import { type FastCheck, type FaultClass, markPlace } from '../fault-class.ts';
import { type Member, writeObject } from '../layout.ts';

/** Generates a description as a member, or none. Whether there is one does not shrink: it may hold the only mark. */
function descriptions(fc: FastCheck): fc.Arbitrary<readonly Member[]> {
  const isDescribed = fc.noShrink(fc.integer({ min: 1, max: 4 }).map((one) => one > 1));
  return fc
    .tuple(isDescribed, plainDescriptions(fc))
    .map(([described, text]) => (described ? [['description', `"${text}"`] as const] : []));
}

/** Generates the name of a valid category as a member. */
function names(fc: FastCheck): fc.Arbitrary<Member> {
  return plainNames(fc).map((text) => ['name', `"${text}"`] as const);
}

/** Generates the members of a valid category. */
export function categories(fc: FastCheck): fc.Arbitrary<readonly Member[]> {
  return fc.tuple(names(fc), descriptions(fc)).map(([name, described]) => [name, ...described]);
}

/** Keys that are easily mistaken for `name`. */
const lookAlike = [
  ['title', 'label'],
  ['nam', 'names', 'name_', ' name', 'name '],
  ['nаme', 'ｎａｍｅ'],
  ['category_name', 'categoryName'],
];
const rareWrappers = ['body', 'newCategory', 'payload', 'attributes', 'item', '0'];

/** Generates `name` in any other case. */
function otherCases(fc: FastCheck): Families<string> {
  const mixed = fc
    .tuple(...[...'name'].map((letter) => fc.constantFrom(letter, letter.toUpperCase())))
    .map((spelled) => spelled.join(''))
    .filter((key) => !['name', 'Name', 'NAME'].includes(key));
  return [fc.constant('Name'), fc.constant('NAME'), mixed];
}

/** Generates descriptions without a name next to them. They may have any length. */
function loneDescriptions(fc: FastCheck): Families<string> {
  const long = fc
    .array(words(fc, 1, 9), { minLength: 30, maxLength: 70 })
    .map((some) => `${markPlace} ${some.join(' ')}`);
  return [plainDescriptions(fc), long];
}

/** Objects without `name`. */
export function nameMissing(fc: FastCheck): FaultClass[] {
  const inText = (text: string): string => `"${text}"`;
  // One key per body, because a parser that refuses unknown fields would refuse the others.
  const keyed = (families: Families<string>) =>
    families.map((keys) =>
      fc.tuple(keys, plainNames(fc)).map(([key, name]): Member[] => [[key, inText(name)]]),
    );
  const wrapped = (...keys: readonly string[]) => [
    fc
      .tuple(fc.constantFrom(...keys), categories(fc))
      .map(([key, members]): Member[] => [[key, writeObject(members)]]),
  ];
  return classesOf<readonly Member[]>(
    fc,
    {
      requirement: 'invalid.name-missing',
      group: 'name missing',
      control: 'the same object with a `name`',
      accepted: 'a category without its only required field is stored',
      write: (members, layout) => {
        const keys = members.map(([key]) => JSON.stringify(key)).join(' and ');
        const label = members.length === 0 ? 'an empty object' : `only ${keys}`;
        return { label, text: writeObject(members, layout) };
      },
    },
    [
      { id: 'no-fields', fault: 'the body is an empty object', values: [fc.constant([])] },
      {
        id: 'description-alone',
        fault: 'only a description',
        values: loneDescriptions(fc).map((texts) =>
          texts.map((text): Member[] => [['description', inText(text)]]),
        ),
      },
      {
        id: 'name-other-case',
        fault: '`name` is spelled in another case',
        values: keyed(otherCases(fc)),
      },
      {
        id: 'name-under-category',
        fault: 'the category is nested one level deeper, under `category`',
        values: wrapped('category'),
      },
      {
        id: 'name-under-data',
        fault: 'the category is nested one level deeper, under `data`',
        values: wrapped('data'),
      },
      {
        id: 'name-under-other',
        fault: 'the category is nested one level deeper',
        values: wrapped(...rareWrappers),
        turn: 'in turns',
      },
      {
        id: 'name-other-key',
        fault: 'another key instead of `name`',
        values: keyed(lookAlike.map((keys) => fc.constantFrom(...keys))),
        turn: 'in turns',
      },
    ],
  );
}

/** A value of a field that is not a string, as JSON. */
type ValueSpec = Omit<ClassSpec<string>, 'group'>;

/** The values that fields of both kinds get. Falsy and truthy ones are apart, because weak validators treat them differently. */
function commonValues(fc: FastCheck) {
  const single = (id: string, fault: string, value: string): ValueSpec => ({
    id,
    fault,
    values: [fc.constant(value)],
  });
  return {
    zero: { id: 'zero', fault: 'zero', values: [numbers(fc).zero] },
    yes: single('true', 'true', 'true'),
    no: single('false', 'false', 'false'),
    emptyArray: single('empty-array', 'an empty array', '[]'),
    emptyObject: single('empty-object', 'an empty object', '{}'),
    object: { id: 'object', fault: 'an object with fields', values: objects(fc) },
    none: single('null', 'null', 'null'),
  } as const satisfies Record<string, ValueSpec>;
}

/** Generates arrays of exactly one valid value, which some validators convert to their element. */
function inArray(texts: fc.Arbitrary<string>): Families<string> {
  return [texts.map((text) => JSON.stringify([text]))];
}

/** `name` of every JSON type except string. */
export function nameType(fc: FastCheck): FaultClass[] {
  const { zero, yes, no, emptyArray, emptyObject, object, none } = commonValues(fc);
  const { integer, fraction, large, beyondInt64 } = numbers(fc);
  const { ofSeveralTexts, nested } = arrays(fc);
  return typed(fc, 'name', { requirement: 'invalid.name-type', group: 'name type' }, [
    ...[none, zero, no, emptyArray, emptyObject, yes, object],
    { id: 'integer', fault: 'an integer', values: integer },
    { id: 'fraction', fault: 'a fraction', values: fraction },
    { id: 'large-number', fault: 'an integer beyond 2^53', values: large },
    { id: 'beyond-int64', fault: 'an integer beyond int64', values: beyondInt64 },
    { id: 'array-of-one-text', fault: 'an array of exactly one string', values: inArray(plainNames(fc)) },
    { id: 'array-of-text', fault: 'an array of several strings', values: ofSeveralTexts },
    { id: 'array', fault: 'an array nested at least 50 levels deep', values: nested },
  ]);
}

/** `description` of every JSON type except string and null. */
export function descriptionType(fc: FastCheck): FaultClass[] {
  const { zero, yes, no, emptyArray, emptyObject, object } = commonValues(fc);
  const { number, beyondInt64 } = numbers(fc);
  const { ofOneOther, ofSeveral } = arrays(fc);
  return typed(fc, 'description', { requirement: 'invalid.description-type', group: 'description type' }, [
    ...[zero, yes, no, emptyArray, emptyObject, object],
    { id: 'number', fault: 'a number other than zero', values: number },
    { id: 'beyond-int64', fault: 'an integer beyond int64', values: beyondInt64 },
    {
      id: 'array-of-one-text',
      fault: 'an array of exactly one string',
      values: inArray(plainDescriptions(fc)),
    },
    { id: 'array', fault: 'an array with several elements', values: ofSeveral },
    {
      id: 'array-of-one',
      fault: 'an array of exactly one element that is not a string',
      values: ofOneOther,
      turn: 'in turns',
    },
  ]);
}

/** Creates the classes of a field whose value is not a string. */
function typed(
  fc: FastCheck,
  field: 'name' | 'description',
  { requirement, group }: Pick<FaultClass, 'requirement' | 'group'>,
  values: readonly ValueSpec[],
): FaultClass[] {
  return classesOf<string>(
    fc,
    {
      requirement,
      group,
      control: `the same object with a string as \`${field}\``,
      accepted: `clients get back a \`${field}\` that is not a string, or not what they sent`,
      rest: field === 'name' ? descriptions(fc) : names(fc).map((name) => [name]),
      write: (value, layout, _fault, others) => ({
        label: `${field} is ${shortened(value)}`,
        text: writeObject([[field, value], ...others], layout),
      }),
    },
    values.map((spec) => ({
      ...spec,
      id: `${field}-${spec.id}`,
      fault: `${field} is ${spec.fault}`,
    })),
  );
}

/** `description: null`, which the specification neither allows nor forbids. */
export function nullDescription(fc: FastCheck): FaultClass[] {
  return classesOf<Member>(
    fc,
    {
      requirement: 'invalid.either',
      unstated: true,
      group: 'null description',
      control: 'the same object with a string as `description`',
      accepted: 'no harm: both 201 and 400 are allowed',
      write: (name, layout) => ({
        label: 'description is null',
        text: writeObject([name, ['description', 'null']], layout),
      }),
    },
    [{ id: 'null-description', fault: 'description is null', values: [names(fc)] }],
  );
}
