import type { Change, Defect } from '../changes/change.ts';
import { editFields, editJson, editReading } from '../changes/edits.ts';
import { checkNewCategory } from '../new-category.ts';
import { problem } from '../problem.ts';
import { readingOf, readingRefused } from './refusing-bodies.ts';

/** Replaces the field with its element if the field is an array of exactly one string. */
const unwrapping = (field: 'name' | 'description'): Change =>
  editFields((fields) => {
    const value = fields[field];
    return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string'
      ? checkNewCategory({ ...fields, [field]: value[0] })
      : undefined;
  });

/** Returns the value of a field if it is an integer of at least 19 digits; otherwise undefined. */
function longIntegerIn(body: Uint8Array, field: string): bigint | undefined {
  // The name of the field may be written with escapes, such as \u006e for n.
  const text = new TextDecoder()
    .decode(body)
    .replaceAll(/\\u00([67][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const [, digits] = new RegExp(`"${field}"\\s*:\\s*(-?\\d{19,})\\s*[,}]`).exec(text) ?? [];
  return digits === undefined ? undefined : BigInt(digits);
}

/** Fails on a field whose value is an integer beyond the range of a signed 64-bit integer. */
const overflowing = (field: 'name' | 'description'): Change =>
  editReading((body, read) => {
    const value = longIntegerIn(body, field);
    if (value === undefined || BigInt.asIntN(64, value) === value) return read(body);
    return { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') };
  });

/** Servers that handle one narrow kind of body wrongly, and similar bodies correctly. */
export const refusingNarrowDefects: readonly Defect[] = [
  {
    id: 'name-single-item-unwrapped',
    title: 'Accepts a list of exactly one string as the name',
    story: 'The schema validator coerces lists of one element to the element.',
    requirements: ['invalid.name-type'],
    change: unwrapping('name'),
  },
  {
    id: 'description-single-item-unwrapped',
    title: 'Accepts a list of exactly one string as the description',
    story: 'The schema validator coerces lists of one element to the element.',
    requirements: ['invalid.description-type'],
    change: unwrapping('description'),
  },
  {
    id: 'body-several-imported',
    title: 'Accepts a list of several categories and creates the first',
    story: 'The fault was reported and fixed for a list of one, and longer lists were forgotten.',
    requirements: ['invalid.body-type'],
    change: editJson((value) =>
      Array.isArray(value) && value.length > 1 ? checkNewCategory(value[0]) : undefined,
    ),
  },
  {
    id: 'name-beyond-int64-500',
    title: 'Returns 500 for a name that is an integer beyond int64',
    story: 'The parser throws on overflow, before the type of the field is checked.',
    requirements: ['invalid.name-type'],
    change: overflowing('name'),
  },
  {
    id: 'description-beyond-int64-500',
    title: 'Returns 500 for a description that is an integer beyond int64',
    story: 'The parser throws on overflow, before the type of the field is checked.',
    requirements: ['invalid.description-type'],
    change: overflowing('description'),
  },
  {
    id: 'cut-letter-completed',
    title: 'Completes a body that ends within a character',
    story: 'The decoder replaces the incomplete character, and the streaming parser closes what is open.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_utf8', (text) => readingOf(`${text}"}`)),
  },
  {
    id: 'form-of-name-accepted',
    title: 'Accepts a form with only a name, sent as JSON',
    story: 'A script for the first version sends such bodies, and only this form was kept working.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', (text) => {
      const [, name] = /^name=([^&\s]+)$/.exec(text) ?? [];
      return name === undefined ? undefined : checkNewCategory({ name });
    }),
  },
];
