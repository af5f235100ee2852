import type fc from 'fast-check';
import { classesOf, kind, rarely, shortened } from '../class-family.ts';
import { type Families, numbers, plainNames, words } from '../draws.ts';
import { type FastCheck, type FaultClass, markPlace } from '../fault-class.ts';
import { joinTokens, type Layout, type Member, tokensOf, writeObject } from '../layout.ts';
import { type Body, validMembers } from './of-schema.ts';

/** Bodies that are JSON but not an object. */
export function bodyType(fc: FastCheck, { schema, resource, rowOf }: Body): FaultClass[] {
  const category = validMembers(fc, schema).map((members) => writeObject(members));
  const more = fc.array(category, { minLength: 1, maxLength: 2 });
  const asText = (texts: fc.Arbitrary<string>) => texts.map((text) => JSON.stringify(text));
  return classesOf(
    fc,
    {
      ...rowOf('body type'),
      control: 'an object',
      accepted: `a body that is not a ${resource} is stored`,
      write: (value, layout) => ({
        label: `the body is ${shortened(value)}`,
        text: joinTokens([value], layout),
      }),
    },
    [
      ...['null', 'true', 'false'].map((one) =>
        kind(`body-${one}`, `the body is ${one}`, [fc.constant(one)]),
      ),
      kind('body-empty-array', 'the body is an empty array', [fc.constant('[]')]),
      // Some deserializers treat the string as the name.
      kind('body-text', 'the body is a string', [asText(plainNames(fc))]),
      ...rarely(
        'always',
        kind(
          'body-other-text',
          'the body is a string that is not a plain word',
          [category, fc.constant('')].map(asText),
        ),
      ),
      kind('body-number', 'the body is a number', numbers(fc).body),
      kind(`body-array-of-one-${resource}`, `the body is an array of exactly one valid ${resource}`, [
        category.map((one) => `[${one}]`),
      ]),
      kind(
        `body-array-of-${resource}`,
        `the body is an array of several valid ${resource === 'category' ? 'categories' : 'objects'}`,
        [fc.tuple(category, more).map(([one, others]) => `[${[one, ...others].join(',')}]`)],
      ),
    ],
  );
}

/** No body, or only whitespace. */
export function bodyEmpty(fc: FastCheck, { resource, rowOf }: Body): FaultClass[] {
  const blanks = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), minLength: 1, maxLength: 40 });
  return classesOf(
    fc,
    {
      ...rowOf('empty'),
      control: 'a JSON object',
      accepted: `a ${resource} is stored without any data`,
      write: (text, _, fault) => ({ label: text === '' ? fault : 'a body of whitespace', text }),
    },
    [
      kind('no-body', 'no body', [fc.constant('')]),
      // curl -X POST and Python's urllib send a POST without a body in this way.
      kind('no-length', 'no body, no Content-Length and no Transfer-Encoding', [fc.constant('')]),
      { ...kind('blank-body', 'the body is only whitespace', [blanks]), turn: 'always', group: 'malformed' },
    ],
  );
}

/** Keys of members that the specification does not define. A typed service does not store them. */
const unknownKeys = ['x', 'color', 'note', 'tag', 'comment'];

/** Generates a plain name and the key of an unknown member. */
function withUnknown(fc: FastCheck): fc.Arbitrary<readonly [name: string, key: string]> {
  return fc.tuple(plainNames(fc), fc.constantFrom(...unknownKeys));
}

/** Writes a name, and an unknown member with a value that is not valid JSON. */
function writeUnknown(name: string, key: string, value: string, layout?: Layout): string {
  const members: readonly Member[] = [
    ['name', `"${name}"`],
    [key, value],
  ];
  return writeObject(members, layout);
}

/**
 * Bytes that are not UTF-8. They are sent in an unknown member, because a stored name or description would break every later
 * list.
 */
const notUtf8 = [
  // Bytes in a different encoding, code points that UTF-8 does not allow, and incomplete letters.
  ['\xe9', '\x80', '\xff'],
  ['\xc0\xaf', '\xed\xa0\x80', '\xf4\x90\x80\x80'],
  ['\xe2\x82', '\xc3('],
];

export function bodyBytes(fc: FastCheck): FaultClass[] {
  const bytes = notUtf8.map((family) =>
    fc
      .tuple(words(fc, 0, 4), fc.constantFrom(...family), words(fc, 0, 4))
      .map(([before, wrong, after]) => `${before}${wrong}${after}`),
  );
  return classesOf<readonly [string, readonly [string, string]]>(
    fc,
    {
      requirement: 'invalid.body-bytes',
      group: 'not UTF-8',
      control: 'the same text in UTF-8',
      accepted: 'no harm: both 2xx and 4xx are allowed',
      write: ([text, [name, key]], layout) => ({
        label: 'bytes that are not UTF-8 in an unknown member',
        text: writeUnknown(name, key, `"${text}"`, layout),
        bytes: true,
      }),
    },
    [
      kind(
        'not-utf-8',
        'the body is not UTF-8',
        bytes.map((family) => fc.tuple(family, withUnknown(fc))),
      ),
    ],
  );
}

/** Letters of two, three and four bytes in UTF-8. */
const wideLetters = ['é', 'ß', 'ж', '犬', '€', '🐕'];

/** Generates the ends of bodies that are cut inside a string: the members before that string, and the string up to the cut. */
function cutsInText(fc: FastCheck): Families<Cut> {
  const inText = fc
    .tuple(plainNames(fc), words(fc, 0, 12))
    .map(([name, text]): Cut => ({ before: [['name', `"${name}"`]], key: 'description', end: text }));
  const inName = fc.tuple(plainNames(fc)).map(([name]): Cut => ({ before: [], key: 'name', end: name }));
  const inKey = fc.tuple(plainNames(fc), fc.integer({ min: 0, max: 'description'.length })).map(
    ([name, length]): Cut => ({
      before: [['name', `"${name}"`]],
      key: 'description'.slice(0, length),
      end: undefined,
    }),
  );
  const partialEscape = fc.constantFrom('\\', '\\u', '\\u0', '\\u00', '\\u00e');
  const inEscape = fc.tuple(plainNames(fc), words(fc, 0, 8), partialEscape).map(
    ([name, text, part]): Cut => ({
      before: [['name', `"${name}"`]],
      key: 'description',
      end: `${text}${part}`,
    }),
  );
  return [fc.oneof(inName, inText, inKey), inEscape];
}

/**
 * Does the same as `cutsInText`, but cuts inside a letter. The letter is in an unknown member, because an incomplete letter in
 * a stored description would break every later list.
 */
function cutsInLetter(fc: FastCheck): fc.Arbitrary<Cut> {
  return fc
    .tuple(withUnknown(fc), words(fc, 0, 8), fc.constantFrom(...wideLetters), fc.nat(2))
    .map(([[name, key], text, letter, kept]): Cut => {
      const bytes = Buffer.from(letter).toString('latin1');
      return {
        before: [['name', `"${name}"`]],
        key,
        end: `${text}${bytes.slice(0, 1 + (kept % (bytes.length - 1)))}`,
      };
    });
}

interface Cut {
  readonly before: readonly Member[];
  readonly key: string;
  /** The last string up to the cut, as bytes; undefined if the cut is in the key. */
  readonly end: string | undefined;
}

function writeCut({ before, key, end }: Cut, layout: Layout): string {
  const opened = before.length === 0 ? ['{'] : [...tokensOf(before).slice(0, -1), ','];
  // Whitespace must not follow the open string, because it would be part of the string.
  return end === undefined
    ? `${joinTokens(opened, layout)}"${key}`
    : `${joinTokens([...opened, JSON.stringify(key), ':'], layout)}"${end}`;
}

/** Bodies whose end is missing. */
export function unclosed(fc: FastCheck, { schema, resource, rowOf }: Body): FaultClass[] {
  const values = [validMembers(fc, schema)];
  return classesOf<readonly Member[]>(
    fc,
    {
      ...rowOf('malformed'),
      control: `the same ${resource} as valid JSON`,
      accepted: `a body that is not JSON is stored as a ${resource}`,
      // A Content-Length that is one byte too small has this effect.
      write: (members, layout, fault) =>
        misspelled.draft(writeObject(members, layout).trimEnd().slice(0, -1), fault),
    },
    [
      kind('unclosed', 'the body lacks its last byte', values),
      // An upload that breaks off. The part that arrives must not be JSON, because a server that reads a stream may stop at the
      // end of a JSON value.
      kind('ends-early', 'the body ends before its Content-Length is reached', values),
    ],
  );
}

/** Bodies that are not JSON. */
export function malformed(fc: FastCheck): FaultClass[] {
  const shared = {
    ...misspelled,
    requirement: 'invalid.body-malformed',
    group: 'malformed',
    accepted: 'a body that is not JSON is stored as a category',
  } as const;
  const formName = plainNames(fc).map((name) => `name=${name}`);
  const formText = words(fc, 1, 8).map((text) => `description=a+${text}`);
  const others = [
    [
      `<category><name>${markPlace}</name></category>`,
      `<?xml version="1.0"?><category name="${markPlace}"/>`,
    ],
    [`name: ${markPlace}\ndescription: yaml`, `- ${markPlace}`],
    [`${markPlace}`, `name,description\n${markPlace},csv`],
    [`--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${markPlace}\r\n--b--`],
  ];
  return [
    ...classesOf<Cut>(
      fc,
      {
        ...shared,
        write: (cut, layout, fault) => ({ ...shared.draft(writeCut(cut, layout), fault), bytes: true }),
      },
      [
        kind('cut', 'the body is cut inside a string', cutsInText(fc)),
        kind('cut-in-letter', 'the body is cut inside a letter of several bytes', [cutsInLetter(fc)]),
      ],
    ),
    ...classesOf<string>(fc, { ...shared, write: (text, _, fault) => shared.draft(text, fault) }, [
      // A form is the only other format that common body parsers read. This is how forms are usually encoded.
      kind('form', 'the body is a form', [formName]),
      ...rarely(
        'always',
        kind(
          'form-of-fields',
          'the body is a form with two fields',
          [fc.tuple(formName, formText), fc.tuple(formText, formName)].map((fields) =>
            fields.map((parts) => parts.join('&')),
          ),
        ),
      ),
      ...rarely(
        'in turns',
        kind(
          'other-format',
          'the body is in a different format',
          others.map((family) => fc.constantFrom(...family)),
        ),
      ),
    ]),
  ];
}

/** The control and the draft of a body that is not JSON. */
export const misspelled = {
  control: 'the same category as valid JSON',
  draft: (text: string, fault: string) => ({
    label: `${fault}: ${shortened(JSON.stringify(text).slice(1, -1))}`,
    text,
  }),
};
