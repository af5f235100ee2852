import {
  type ClassSpec,
  classesOf,
  type FastCheck,
  type FaultClass,
  layouts,
  type Member,
  markedDescription,
  markedName,
  markPlace,
  shown,
  writeObject,
} from '../fault-class.ts';

/** Keys that are easily mistaken for `name`. */
const lookAlike = [
  ...['title', 'label', 'NAME', 'naMe', 'nam', 'names', ' name', 'name '],
  ...['nаme', 'ｎａｍｅ', 'category_name'],
];
const wrappers = ['category', 'data'];
const rareWrappers = ['body', 'newCategory', 'payload', 'attributes', '0'];

/** Objects without `name`. */
export function nameMissing(fc: FastCheck): FaultClass[] {
  const keyed = (key: string): Member => [key, `"${markPlace}"`];
  const wrapped = (key: string): Member => [key, `{"name":"${markPlace}"}`];
  return classesOf<readonly Member[]>(
    fc,
    {
      requirement: 'invalid.name-missing',
      control: 'the same object with a `name`',
      accepted: 'a category without its only required field is stored',
      layout: layouts(fc),
      write: (members, layout) => {
        const keys = members.map(([key]) => JSON.stringify(key)).join(' and ');
        const label = members.length === 0 ? 'an empty object' : `only ${keys}`;
        return { label, text: writeObject(members, layout) };
      },
    },
    [
      { id: 'no-fields', fault: 'the body is an empty object', smallest: [[]] },
      {
        id: 'description-alone',
        fault: 'only a description',
        smallest: [[markedDescription]],
      },
      // One key per body, because a parser that refuses unknown fields would refuse the others.
      { id: 'name-other-case', fault: '`Name` instead of `name`', smallest: [[keyed('Name')]] },
      {
        id: 'name-other-key',
        fault: 'another key instead of `name`',
        generated: fc.constantFrom(...lookAlike).map((key) => [keyed(key)]),
        smallest: lookAlike.map((key) => [keyed(key)]),
        rotates: true,
      },
      {
        id: 'name-one-down',
        fault: 'the category is nested one level deeper',
        generated: fc
          .subarray(rareWrappers, { maxLength: 2 })
          .map((rare) => [...wrappers, ...rare].map(wrapped)),
        smallest: wrappers.map((key) => [wrapped(key)]),
        first: wrappers.map(wrapped),
      },
    ],
  );
}

/** Beyond 32, 53 and 64 bits, but not beyond a double, which could be stored as infinite. */
const extremes = [
  ...['9007199254740993', '-9007199254740993', '9223372036854775808', '-9223372036854775809', '1e308'],
];

/** JSON values of every type except string. Falsy and truthy ones are separate, because weak validators treat them differently. */
function otherThanString(fc: FastCheck): ClassSpec<string>[] {
  const integer = positive(fc);
  const word = fc.nat(26 ** 4).map((count) => `"${inLetters(count)}"`);
  const scalar = fc.oneof(integer, fc.constantFrom('null', 'true', 'false', '0'));
  const deep = fc.integer({ min: 50, max: 64 });
  return [
    { id: 'integer', fault: 'an integer', generated: integer, smallest: ['1', '2', '10'] },
    {
      id: 'zero',
      fault: 'zero',
      generated: fc.constantFrom('0', '-0', '0.0', '0e1', '-0.0'),
      smallest: ['0', '-0', '0.0'],
    },
    { id: 'null', fault: 'null', smallest: ['null'] },
    { id: 'empty-array', fault: 'an empty array', smallest: ['[]'] },
    { id: 'true', fault: 'true', smallest: ['true'] },
    {
      id: 'object',
      fault: 'an object with fields',
      generated: fc.oneof(
        fc.tuple(word, word).map(([key, value]) => `{${key}:${value}}`),
        // Duck typing mistakes such objects for strings.
        integer.map((length) => `{"length":${length},"trim":${length}}`),
        word.map((text) => `{"name":${text}}`),
      ),
      smallest: ['{"a":1}', '{"a":"a"}', '{"trim":1}', '{"name":"a"}', '{"length":1}'],
    },
    { id: 'false', fault: 'false', smallest: ['false'] },
    {
      id: 'array-of-text',
      fault: 'an array with one string',
      generated: word.map((text) => `[${text}]`),
      smallest: ['["a"]', '["ab"]'],
    },
    { id: 'empty-object', fault: 'an empty object', smallest: ['{}'] },
    {
      id: 'fraction',
      fault: 'a fraction or a negative number',
      // Half of them negative, and half of those beyond 32 bits.
      generated: fc
        .tuple(
          fc.oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: -(2 ** 40), max: -1 })),
          fc.integer({ min: 1, max: 9 }),
        )
        .map(([whole, tenth]) => `${whole}.${tenth}`),
      smallest: ['-1', '0.1', '0.5', '1.5', '-0.1', '5e-324'],
      first: '-1.5',
    },
    {
      id: 'large-number',
      fault: 'a very large number',
      generated: fc.constantFrom(...extremes),
      smallest: ['1e99', '-1e99', '4294967296', '9007199254740993', '-9007199254740993'],
      first: '9007199254740993',
    },
    {
      id: 'array',
      fault: 'another array, such as [0] or one nested about 50 levels deep',
      generated: fc.oneof(
        { arbitrary: deep.map(nested), weight: 2 },
        {
          arbitrary: fc
            .tuple(fc.array(scalar, { minLength: 1, maxLength: 4 }), deep)
            .map(([items, depth]) => `[${[...items, nested(depth)].join(',')}]`),
          weight: 1,
        },
      ),
      smallest: ['[0]', '[1]', '[[]]', '[{}]', '[1,2]', '[null]', '["a","b"]', nested(25), nested(50)],
      first: nested(50),
    },
  ];
}

function positive(fc: FastCheck) {
  return fc.integer({ min: 1, max: 99_999 }).map(String);
}

/** Counts in letters: a, b, c and so on. */
function inLetters(count: number): string {
  const rest = Math.floor(count / 26);
  return `${rest === 0 ? '' : inLetters(rest - 1)}${String.fromCharCode(97 + (count % 26))}`;
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** `name` of every JSON type except string. */
export function nameType(fc: FastCheck): FaultClass[] {
  return typed(fc, 'name', 'invalid.name-type', otherThanString(fc));
}

/** `description` of every JSON type except string and null, which is observed. */
export function descriptionType(fc: FastCheck): FaultClass[] {
  const values = otherThanString(fc);
  const some = (...ids: readonly string[]) => ids.flatMap((id) => values.find((one) => one.id === id) ?? []);
  const union = (specs: readonly ClassSpec<string>[]) => ({
    generated: fc.oneof(...specs.map(({ generated, smallest }) => generated ?? fc.constantFrom(...smallest))),
    smallest: specs.flatMap(({ smallest }) => smallest),
  });
  const odd = union(some('fraction', 'large-number'));
  const arrays = union(some('array', 'array-of-text', 'empty-array'));
  return typed(fc, 'description', 'invalid.description-type', [
    {
      id: 'number',
      fault: 'a number other than zero',
      generated: fc.oneof({ arbitrary: positive(fc), weight: 1 }, { arbitrary: odd.generated, weight: 1 }),
      smallest: ['1', '2', '10', ...odd.smallest],
    },
    ...some('zero', 'true', 'false'),
    { id: 'array', fault: 'an array', ...arrays, first: '["a"]' },
    { id: 'object', fault: 'an object', ...union(some('object', 'empty-object')), first: '{"a":1}' },
  ]);
}

/** Creates the classes of a field whose value is not a string. */
function typed(
  fc: FastCheck,
  field: 'name' | 'description',
  requirement: FaultClass['requirement'],
  values: readonly ClassSpec<string>[],
): FaultClass[] {
  const other = field === 'name' ? markedDescription : markedName;
  return classesOf(
    fc,
    {
      requirement,
      control: `the same object with a string as \`${field}\``,
      accepted: `clients get back a \`${field}\` that is not a string, or not what they sent`,
      layout: layouts(fc),
      write: (value, layout) => ({
        label: `${field} is ${shown(value)}`,
        text: writeObject([[field, value], other], layout),
      }),
    },
    values.map((spec) => ({ ...spec, id: `${field}-${spec.id}`, fault: `${field} is ${spec.fault}` })),
  );
}
