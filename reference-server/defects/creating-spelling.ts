import type { NewCategory } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editReading } from '../changes/edits.ts';
import { invalid } from '../new-category.ts';
import { problem } from '../problem.ts';

const text = (body: Uint8Array): string => Buffer.from(body).toString('utf8');

/** A pattern for a quoted string, including escapes. */
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const inOrder = new RegExp(
  String.raw`^\s*\{\s*"name"\s*:\s*${quoted}\s*(?:,\s*"description"\s*:\s*${quoted}\s*)?\}\s*$`,
  's',
);
const compact = new RegExp(String.raw`^\{"\w+":${quoted}(?:,"\w+":${quoted})*\}$`, 's');

/** Refuses categories whose body is valid JSON in an unexpected form. */
const refusingUnless = (expected: RegExp) =>
  editReading((body, read) => {
    const reading = read(body);
    return reading.kind === 'category' && !expected.test(text(body))
      ? invalid('body_not_understood', 'The request body is not understood.')
      : reading;
  });

/** How many characters of a name the index column holds. */
const indexedLetters = 8;

const beginningOf = (name: string) => name.slice(0, indexedLetters);

/** Returns how similar two names are, as pg_trgm computes it: the share of three-letter groups that both names have. */
function similarity(one: string, other: string): number {
  const [those, these] = [one, other].map(
    (name) => new Set(Array.from(`  ${name} `, (_letter, at) => `  ${name} `.slice(at, at + 3))),
  );
  const all = new Set([...(those ?? []), ...(these ?? [])]);
  return [...all].filter((group) => those?.has(group) && these?.has(group)).length / all.size;
}

/** Refuses a category whose name is similar to an existing one. */
const refusingNamesLike =
  (isLike: (one: string, other: string) => boolean): Change =>
  (parts, tools) =>
    editReading((body, read) => {
      const reading = read(body);
      const isAlike = ({ name }: NewCategory) =>
        parts.store.list().some((other) => isLike(other.name.toLowerCase(), name.toLowerCase()));
      return reading.kind === 'category' && isAlike(reading.category)
        ? { kind: 'problem', problem: problem(409, 'name_taken', 'Such a category already exists.') }
        : reading;
    })(parts, tools);

/** Reads a category as if `changed` had rewritten each escape in its body. */
const withEscapes = (changed: (written: string) => string) =>
  editReading((body, read) => {
    const reading = read(body);
    return reading.kind === 'category'
      ? read(Buffer.from(text(body).replace(/\\(?:u[\da-f]{4}|.)/gis, changed)))
      : reading;
  });

/** Servers that accept only one form of JSON, or of names, although clients use others. */
export const creatingSpellingDefects: readonly Defect[] = [
  {
    id: 'description-missing-409',
    title: 'Returns 409 for a category without a description',
    story: 'A unique index covers the description, and two missing descriptions count as equal.',
    requirements: ['create.description-optional'],
    change: editReading((body, read) => {
      const reading = read(body);
      return reading.kind === 'category' && reading.category.description === undefined
        ? { kind: 'problem', problem: problem(409, 'description_taken', 'Such a category already exists.') }
        : reading;
    }),
  },
  {
    id: 'names-alike-409',
    title: 'Returns 409 for a name that begins like another name',
    story: 'The unique index covers only the first eight letters of the name.',
    requirements: ['create.created'],
    change: refusingNamesLike((one, other) => beginningOf(one) === beginningOf(other)),
  },
  {
    id: 'names-similar-409',
    title: 'Returns 409 for a name that is similar to another name',
    story: 'Names that share most of their groups of three letters are considered duplicates.',
    requirements: ['create.created'],
    change: refusingNamesLike((one, other) => similarity(one, other) > 0.5),
  },
  {
    id: 'key-order-demanded',
    title: 'Refuses a category whose description comes first',
    story: 'The body is parsed with a pattern that was made from one example.',
    requirements: ['create.created'],
    change: refusingUnless(inOrder),
  },
  {
    id: 'white-space-refused',
    title: 'Refuses a category with whitespace between tokens',
    story: 'A filter in front of the server accepts only the compact JSON that one client sends.',
    // The kit adds whitespace to the body of the category without a description, so this server refuses that body, too.
    requirements: ['create.created', 'create.description-optional'],
    change: refusingUnless(compact),
  },
  {
    id: 'escapes-kept',
    title: 'Stores the escape sequences of letters instead of the letters',
    story: 'The strings are cut out of the body between their quotes.',
    requirements: ['create.fields'],
    change: editReading((body, read) => {
      const reading = read(body);
      const [, written] = /"description"\s*:\s*"((?:[^"\\]|\\.)*)"/s.exec(text(body)) ?? [];
      // Handles quotes, backslashes and the like, but not \u escapes.
      const isEscaped = written !== undefined && /(?<!\\)(?:\\\\)*\\u00[0-9a-f]{2}/i.test(written);
      if (reading.kind !== 'category' || !isEscaped) return reading;
      return { ...reading, category: { ...reading.category, description: written } };
    }),
  },
  {
    id: 'escape-digits-small-only',
    title: 'Reads each uppercase hex digit of a \\u escape as 0',
    story: 'The table of hexadecimal digits lacks the uppercase ones, such as the D in \\u006D.',
    requirements: ['create.fields'],
    change: withEscapes((written) =>
      written.startsWith('\\u') ? written.replaceAll(/[A-F]/g, '0') : written,
    ),
  },
  {
    id: 'escaped-slash-kept',
    title: 'Keeps the backslash of an escaped slash',
    story: 'The list of escapes that the parser decodes lacks the slash, which most clients do not escape.',
    requirements: ['create.text'],
    needs: ['thorough'],
    change: withEscapes((written) => (written === '\\/' ? '\\\\/' : written)),
  },
  {
    id: 'surrogate-pairs-halved',
    title: 'Stores two question marks for a character written as a surrogate pair of escapes',
    story: 'Each escape becomes a separate character before the string is stored as UTF-8.',
    requirements: ['create.text'],
    needs: ['thorough'],
    change: editReading((body, read) => {
      const reading = read(body);
      if (reading.kind !== 'category' || !/\\ud[89ab]/i.test(text(body))) return reading;
      const halved = (value: string) => value.replace(/[\u{10000}-\u{10ffff}]/gu, '??');
      const { name, description } = reading.category;
      const category = {
        name: halved(name),
        ...(description === undefined ? {} : { description: halved(description) }),
      };
      return { kind: 'category', category };
    }),
  },
];
