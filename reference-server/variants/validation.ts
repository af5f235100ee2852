import type { NewCategory } from '../categories.ts';
import type { Change, Variant } from '../change.ts';
import { editReading, editStored } from '../edits.ts';
import { checkNewCategory, invalid, isJsonObject, parseBody, type Reading } from '../new-category.ts';
import { problem } from '../problem.ts';

/** Refuses some categories that are valid so far; undefined accepts. */
const refusing = (find: (category: NewCategory) => Reading | undefined): Change =>
  editReading((body, read) => {
    const reading = read(body);
    return (reading.kind === 'category' ? find(reading.category) : undefined) ?? reading;
  });

const plain = ({ name, description = '' }: NewCategory): boolean =>
  /^[A-Za-z]{1,16}$/.test(name) && /^[A-Za-z ]{0,16}$/.test(description);

/** Reads parsed objects through `edit`; undefined leaves the reading as it was. */
const readingFields = (edit: (fields: { readonly [name: string]: unknown }) => Reading | undefined): Change =>
  editReading((body, read) => {
    const parsed = parseBody(body);
    const edited = parsed.kind === 'json' && isJsonObject(parsed.value) ? edit(parsed.value) : undefined;
    return edited ?? read(body);
  });

/** One name, one category, without regard to case. */
const uniqueNames: Change = (parts, tools) =>
  refusing(({ name }) => {
    const wanted = name.toLowerCase();
    return parts.store.list().some((category) => category.name.toLowerCase() === wanted)
      ? { kind: 'problem', problem: problem(409, 'name_taken', 'There is a category of this name.') }
      : undefined;
  })(parts, tools);

const tidy = (text: string): string => text.trim().normalize('NFC');

export const validationVariants: readonly Variant[] = [
  {
    id: 'plain-text-400',
    title: 'Only up to 16 plain letters are accepted, other text is answered 400',
    legal: 'Reading 14: a server may refuse long or unusual texts.',
    warnings: [],
    change: refusing((category) =>
      plain(category) ? undefined : invalid('text_not_plain', 'Use at most 16 letters a to z.'),
    ),
  },
  {
    id: 'plain-text-422',
    title: 'Only up to 16 plain letters are accepted, other text is answered 422',
    legal: 'create.text: a server that restricts characters may answer any 4xx.',
    warnings: [],
    change: refusing((category) =>
      plain(category)
        ? undefined
        : { kind: 'problem', problem: problem(422, 'text_not_plain', 'Use at most 16 letters a to z.') },
    ),
  },
  {
    id: 'texts-trimmed',
    title: 'Texts are trimmed and normalised',
    legal: 'create.fields: surrounding blanks and Unicode normalisation are set aside.',
    warnings: [],
    change: editStored(({ name, description }) =>
      description === undefined ? { name: tidy(name) } : { name: tidy(name), description: tidy(description) },
    ),
  },
  {
    id: 'unknown-fields-400',
    title: 'Unknown fields are answered 400',
    legal: 'Whether unknown fields are invalid is not stated.',
    warnings: [],
    change: readingFields((fields) =>
      Object.keys(fields).every((name) => name === 'name' || name === 'description')
        ? undefined
        : invalid('field_unknown', 'There is a field that is not known.'),
    ),
  },
  {
    id: 'names-unique-409',
    title: 'A name that is taken is answered 409',
    legal: 'Whether names may be shared is not stated.',
    warnings: [],
    change: uniqueNames,
  },
  {
    id: 'null-description-accepted',
    title: 'A description of null is taken for none',
    legal: 'invalid.either: 201 and 400 are both right.',
    warnings: [],
    change: readingFields(({ name, description }) =>
      description === null && name !== undefined ? checkNewCategory({ name }) : undefined,
    ),
  },
  {
    id: 'empty-name-accepted',
    title: 'An empty or blank name is accepted',
    legal: 'invalid.either: length limits are not shown.',
    warnings: [],
    change: readingFields((fields) => {
      const { name } = fields;
      if (typeof name !== 'string' || name.trim() !== '') return undefined;
      const reading = checkNewCategory({ ...fields, name: 'placeholder' });
      return reading.kind === 'category' ? { ...reading, category: { ...reading.category, name } } : reading;
    }),
  },
];
