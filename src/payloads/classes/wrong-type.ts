import type fc from 'fast-check';
import {
  type Classes,
  classOf,
  type FastCheck,
  type FaultClass,
  layouts,
  markedDescription,
  markedName,
  shown,
  writeObject,
} from '../fault-class.ts';

/** Values of one JSON type: drawn ones, and the smallest, as JSON text. */
interface Values {
  readonly id: string;
  readonly what: string;
  readonly drawn: fc.Arbitrary<string>;
  readonly smallest: readonly string[];
  /** What the ledger names, where that is larger than the smallest. */
  readonly first?: string | undefined;
  readonly alike?: true;
}

/** Beyond 32 bits, beyond 53, beyond 64. What is beyond a double as well may be stored as infinite (reading 12). */
const extremes = [
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '1e308',
];

function positive(fc: FastCheck): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 99_999 }).map(String);
}

/** What weak validators let through, falsy and truthy kept apart, the likeliest first. */
function otherThanText(fc: FastCheck): Values[] {
  const integer = positive(fc);
  const word = fc.nat(26 ** 4).map((count) => `"${inLetters(count)}"`);
  const scalar = fc.oneof(integer, fc.constantFrom('null', 'true', 'false', '0'));
  return [
    { id: 'integer', what: 'a whole number', drawn: integer, smallest: ['1', '2', '10'] },
    {
      id: 'zero',
      what: 'zero',
      drawn: fc.constantFrom('0', '-0', '0.0', '0e1', '-0.0'),
      smallest: ['0', '-0', '0.0'],
    },
    one('null', 'null', 'null'),
    one('empty-array', 'an empty array', '[]'),
    one('true', 'true', 'true'),
    {
      id: 'object',
      what: 'an object with fields',
      drawn: fc.oneof(
        fc.tuple(word, word).map(([key, value]) => `{${key}:${value}}`),
        // What asks a value for what texts have takes it for a text.
        integer.map((length) => `{"length":${length},"trim":${length}}`),
        word.map((text) => `{"name":${text}}`),
      ),
      smallest: ['{"a":1}', '{"a":"a"}', '{"trim":1}', '{"name":"a"}', '{"length":1}'],
    },
    one('false', 'false', 'false'),
    {
      id: 'array-of-text',
      what: 'an array of one text',
      drawn: word.map((text) => `[${text}]`),
      smallest: ['["a"]', '["ab"]'],
    },
    one('empty-object', 'an empty object', '{}'),
    {
      id: 'fraction',
      what: 'a fraction or a negative number',
      // Half of them below zero, half of those beyond 32 bits: odd in more than one way, and still one fault.
      drawn: fc
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
      what: 'a very large number',
      drawn: fc.constantFrom(...extremes),
      smallest: ['1e99', '-1e99', '4294967296', '9007199254740993', '-9007199254740993'],
      first: '9007199254740993',
    },
    {
      id: 'array',
      what: 'an array some fifty deep, or of other values',
      drawn: fc.oneof(
        { arbitrary: fc.integer({ min: 50, max: 64 }).map(nested), weight: 2 },
        {
          arbitrary: fc
            .tuple(fc.array(scalar, { minLength: 1, maxLength: 4 }), fc.integer({ min: 50, max: 64 }))
            .map(([items, depth]) => `[${[...items, nested(depth)].join(',')}]`),
          weight: 1,
        },
      ),
      smallest: ['[0]', '[1]', '[[]]', '[{}]', '[1,2]', '[null]', '["a","b"]', nested(25), nested(50)],
      first: nested(50),
    },
  ];

  function one(id: string, what: string, value: string): Values {
    return { id, what, drawn: fc.constant(value), smallest: [value], alike: true };
  }
}

/** A word of letters alone: a, b, c and so on. */
function inLetters(count: number): string {
  const rest = Math.floor(count / 26);
  return `${rest === 0 ? '' : inLetters(rest - 1)}${String.fromCharCode(97 + (count % 26))}`;
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** `name` of every other JSON type. */
export const nameType: Classes = (fc) =>
  otherThanText(fc).map((values) => typed(fc, 'name', 'invalid.name-type', values));

/** `description` of every other JSON type but null, which is observed. */
export const descriptionType: Classes = (fc) => {
  const by = new Map(otherThanText(fc).map((values) => [values.id, values]));
  const one = (ids: readonly string[], id: string, what: string, first?: string): Values => {
    const some = ids.flatMap((name) => by.get(name) ?? []);
    return {
      id,
      what,
      drawn: fc.oneof(...some.map(({ drawn }) => drawn)),
      smallest: some.flatMap(({ smallest }) => smallest),
      first,
    };
  };
  const alone = (id: string) => by.get(id) ?? [];
  const odd = one(['fraction', 'large-number'], 'odd', 'an odd number');
  return [
    {
      id: 'number',
      what: 'a number other than zero',
      drawn: fc.oneof({ arbitrary: positive(fc), weight: 1 }, { arbitrary: odd.drawn, weight: 1 }),
      smallest: ['1', '2', '10', ...odd.smallest],
    },
    ...['zero', 'true', 'false'].flatMap(alone),
    one(['array', 'array-of-text', 'empty-array'], 'array', 'an array', '["a"]'),
    one(['object', 'empty-object'], 'object', 'an object', '{"a":1}'),
  ].map((values) => typed(fc, 'description', 'invalid.description-type', values));
};

function typed(
  fc: FastCheck,
  field: 'name' | 'description',
  requirement: FaultClass['requirement'],
  { id, what, alike, ...values }: Values,
): FaultClass {
  const other = field === 'name' ? markedDescription : markedName;
  const about = {
    ...{ id: `${field}-${id}`, requirement, fault: `${field} is ${what}` },
    twin: `the same object with a text as \`${field}\``,
    accepted: `clients get a \`${field}\` back that is no text, or another one than they sent`,
  };
  return {
    ...classOf(fc, about, {
      ...values,
      layout: layouts(fc),
      write: (value, layout) => ({
        label: `${field} is ${shown(value)}`,
        text: writeObject([[field, value], other], layout),
      }),
    }),
    ...(alike === undefined ? {} : { alike }),
  };
}
