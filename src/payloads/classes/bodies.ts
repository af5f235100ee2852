import type fc from 'fast-check';
import { type ClassSpec, classesOf, shortened } from '../class-family.ts';
import { families, numbers, plainNames, words } from '../draws.ts';
import { type FastCheck, type FaultClass, markPlace } from '../fault-class.ts';
import { joinTokens, type Layout, type Member, tokensOf, writeObject } from '../layout.ts';
import { categories } from './fields.ts';

/** Bodies that are JSON, but not an object. */
export function bodyType(fc: FastCheck): FaultClass[] {
  const single = (id: string, value: string): ClassSpec<string> => ({
    id: `body-${id}`,
    fault: `the body is ${value === '[]' ? 'an empty array' : value}`,
    values: fc.constant(value),
  });
  const category = categories(fc).map((members) => writeObject(members));
  const more = fc.array(category, { minLength: 1, maxLength: 2 });
  return classesOf(
    fc,
    {
      requirement: 'invalid.body-type',
      group: 'body type',
      control: 'an object',
      accepted: 'a body that is not a category is stored',
      write: (value, layout) => ({
        label: `the body is ${shortened(value)}`,
        text: joinTokens([value], layout),
      }),
    },
    [
      ...[
        single('null', 'null'),
        single('true', 'true'),
        single('false', 'false'),
        single('empty-array', '[]'),
      ],
      {
        id: 'body-text',
        fault: 'the body is a string',
        values: families(fc, plainNames(fc), category, fc.constant('')).map((text) => JSON.stringify(text)),
      },
      { id: 'body-number', fault: 'the body is a number', values: numbers(fc).body },
      {
        id: 'body-array-of-category',
        fault: 'the body is an array of valid categories',
        values: families(
          fc,
          category.map((one) => `[${one}]`),
          fc.tuple(category, more).map(([one, others]) => `[${[one, ...others].join(',')}]`),
        ),
      },
    ],
  );
}

/** No body, or only whitespace. */
export function bodyEmpty(fc: FastCheck): FaultClass[] {
  const blanks = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), minLength: 1, maxLength: 40 });
  return classesOf(
    fc,
    {
      requirement: 'invalid.body-empty',
      group: 'empty',
      control: 'a JSON object',
      accepted: 'a category is stored without any data',
      write: (text) => ({ label: text === '' ? 'no body' : 'a body of whitespace', text }),
    },
    [
      { id: 'no-body', fault: 'no body', values: fc.constant('') },
      {
        id: 'blank-body',
        fault: 'the body is only whitespace',
        values: blanks,
        turn: 'always',
        group: 'malformed',
      },
    ],
  );
}

/** Keys of members that the specification does not have. A typed service does not store them. */
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
const notUtf8 = ['\xe9', '\x80', '\xc0\xaf', '\xed\xa0\x80', '\xe2\x82', '\xff', '\xf4\x90\x80\x80', '\xc3('];

export function bodyBytes(fc: FastCheck): FaultClass[] {
  const bytes = fc
    .tuple(words(fc, 0, 4), fc.constantFrom(...notUtf8), words(fc, 0, 4))
    .map(([before, wrong, after]) => `${before}${wrong}${after}`);
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
    [{ id: 'not-utf-8', fault: 'the body is not UTF-8', values: fc.tuple(bytes, withUnknown(fc)) }],
  );
}

/** Letters of two, three and four bytes in UTF-8. */
const wideLetters = ['é', 'ß', 'ж', '犬', '€', '🐕'];

/** Generates the end of a cut body: the members before it, and the last string up to the cut. */
function cuts(fc: FastCheck): fc.Arbitrary<Cut> {
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
  // In an unknown member: an incomplete letter that was stored in a description would break every later list.
  const inLetter = fc
    .tuple(withUnknown(fc), words(fc, 0, 8), fc.constantFrom(...wideLetters), fc.nat(2))
    .map(([[name, key], text, letter, kept]): Cut => {
      const bytes = Buffer.from(letter).toString('latin1');
      return {
        before: [['name', `"${name}"`]],
        key,
        end: `${text}${bytes.slice(0, 1 + (kept % (bytes.length - 1)))}`,
      };
    });
  return families(fc, fc.oneof(inName, inText, inKey), inEscape, inLetter);
}

interface Cut {
  readonly before: readonly Member[];
  readonly key: string;
  /** The last string up to the cut, as bytes; undefined if the cut is in the key. */
  readonly end: string | undefined;
}

function writeCut({ before, key, end }: Cut, layout: Layout): string {
  const opened = before.length === 0 ? ['{'] : [...tokensOf(before).slice(0, -1), ','];
  // Whitespace must not follow the open string, because it would be part of it.
  return end === undefined
    ? `${joinTokens(opened, layout)}"${key}`
    : `${joinTokens([...opened, JSON.stringify(key), ':'], layout)}"${end}`;
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
    `<category><name>${markPlace}</name></category>`,
    `<?xml version="1.0"?><category name="${markPlace}"/>`,
    `name: ${markPlace}\ndescription: yaml`,
    `- ${markPlace}`,
    `${markPlace}`,
    `name,description\n${markPlace},csv`,
    `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${markPlace}\r\n--b--`,
  ];
  return [
    ...classesOf<readonly Member[]>(
      fc,
      {
        ...shared,
        // The result of an off-by-one Content-Length.
        write: (members, layout, fault) =>
          shared.draft(writeObject(members, layout).trimEnd().slice(0, -1), fault),
      },
      [{ id: 'unclosed', fault: 'the body lacks its last byte', values: categories(fc) }],
    ),
    ...classesOf<Cut>(
      fc,
      {
        ...shared,
        write: (cut, layout, fault) => ({ ...shared.draft(writeCut(cut, layout), fault), bytes: true }),
      },
      [{ id: 'cut', fault: 'the body is cut inside a string', values: cuts(fc) }],
    ),
    ...classesOf<string>(fc, { ...shared, write: (text, _, fault) => shared.draft(text, fault) }, [
      {
        // The only other format that body parsers also read.
        id: 'form',
        fault: 'the body is a form',
        values: families(
          fc,
          formName,
          fc.tuple(formName, formText).map((parts) => parts.join('&')),
          fc.tuple(formText, formName).map((parts) => parts.join('&')),
        ),
      },
      {
        id: 'other-format',
        fault: 'the body is in another format',
        values: fc.constantFrom(...others),
        turn: 'in turns',
      },
    ]),
  ];
}

const misspelled = {
  control: 'the same category as valid JSON',
  draft: (text: string, fault: string) => ({
    label: `${fault}: ${shortened(JSON.stringify(text).slice(1, -1))}`,
    text,
  }),
};
