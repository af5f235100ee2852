import type { NewCategory } from '../categories.ts';
import type { Change, Variant } from '../changes/change.ts';
import { editReading, editStored } from '../changes/edits.ts';
import { invalid, type Reading } from '../new-category.ts';
import { problem } from '../problem.ts';

/** Refuses some categories that would otherwise be valid. `find` returns undefined to accept a category. */
const refusing = (find: (category: NewCategory) => Reading | undefined): Change =>
  editReading((body, read) => {
    const reading = read(body);
    return (reading.kind === 'category' ? find(reading.category) : undefined) ?? reading;
  });

/** Accepts only categories whose strings match; `otherwise` is the result for all others. */
const only = (name: RegExp, description: RegExp, otherwise: Reading): Change =>
  refusing((category) =>
    name.test(category.name) && description.test(category.description ?? 'none is given')
      ? undefined
      : otherwise,
  );

/** Allows each name once, case-insensitively. */
const uniqueNames =
  (otherwise: Reading): Change =>
  (parts, tools) =>
    refusing(({ name }) => {
      const wanted = name.toLowerCase();
      return parts.store.list().some((category) => category.name.toLowerCase() === wanted)
        ? otherwise
        : undefined;
    })(parts, tools);

/** Refuses a category with a status other than 400. */
const refusal = (status: number, code: string, message: string): Reading => ({
  kind: 'problem',
  problem: problem(status, code, message),
});

const storedAs = (write: (text: string) => string): Change =>
  editStored(({ name, description }) =>
    description === undefined
      ? { name: write(name) }
      : { name: write(name), description: write(description) },
  );

const PLAIN = [/^[A-Za-z]{1,16}$/, /^[A-Za-z ]{0,16}$/] as const;
const LIMITS = 'A server may refuse long or unusual strings.';
const SHARED_NAMES = 'The specification does not say whether names must be unique.';
const SAME_TEXT = 'create.fields ignores surrounding whitespace and Unicode normalization.';

const maxCategories = 5;

/** Allows a limited number of categories, and refuses further ones either before the body is read or before it is stored. */
const capped =
  (otherwise: Reading, before: 'the body is read' | 'it is stored'): Change =>
  (parts, tools) =>
    editReading((body, read) => {
      const isFull = parts.store.list().length >= maxCategories;
      const reading = isFull && before === 'the body is read' ? otherwise : read(body);
      return isFull && reading.kind === 'category' ? otherwise : reading;
    })(parts, tools);

const CAPPED = 'A server may cap the number of categories.';

export const fieldLimitVariants: readonly Variant[] = [
  {
    id: 'five-categories-409',
    title: 'Returns 409 for a sixth valid category',
    legal: CAPPED,
    warnings: [],
    change: capped(
      refusal(409, 'full', 'The maximum number of categories has been reached.'),
      'it is stored',
    ),
  },
  {
    id: 'five-categories-400',
    title: 'Returns 400 for a sixth valid category',
    legal: CAPPED,
    warnings: [],
    change: capped(invalid('full', 'The maximum number of categories has been reached.'), 'it is stored'),
  },
  {
    id: 'five-categories-403',
    title: 'Returns 403 for every POST once there are five categories',
    legal: `${CAPPED} The order of this check and validation is not specified.`,
    warnings: [],
    change: capped(
      refusal(403, 'full', 'The maximum number of categories has been reached.'),
      'the body is read',
    ),
  },
  {
    id: 'plain-text-400',
    title: 'Accepts only strings of up to 16 plain letters, and returns 400 for others',
    legal: LIMITS,
    warnings: [],
    change: only(...PLAIN, invalid('text_not_plain', 'Use at most 16 letters a to z.')),
  },
  {
    id: 'plain-text-422',
    title: 'Accepts only strings of up to 16 plain letters, and returns 422 for others',
    legal: 'create.text: a server that restricts characters may return any 4xx.',
    warnings: [],
    change: only(...PLAIN, refusal(422, 'text_not_plain', 'Use at most 16 letters a to z.')),
  },
  {
    id: 'backslashes-422',
    title: 'Returns 422 for a string with a backslash',
    legal: 'create.text: a server that restricts characters may return any 4xx.',
    warnings: [],
    change: only(/^[^\\]*$/, /^[^\\]*$/, refusal(422, 'text_has_backslash', 'Use no backslashes.')),
  },
  {
    id: 'text-of-certain-lengths',
    title: 'Accepts names of 3 to 16 lowercase letters and descriptions of 10 to 16 characters',
    legal: `${LIMITS} create.created sends nothing shorter.`,
    warnings: [],
    change: only(
      /^[a-z]{3,16}$/,
      /^[a-z ]{10,16}$/,
      invalid('text_length', 'Use 3 to 16 lowercase letters.'),
    ),
  },
  {
    id: 'texts-trimmed',
    title: 'Trims strings and normalizes them to NFC',
    legal: SAME_TEXT,
    warnings: [],
    change: storedAs((text) => text.trim().normalize('NFC')),
  },
  {
    id: 'texts-decomposed',
    title: 'Decomposes strings into letters and combining accents',
    legal: SAME_TEXT,
    warnings: [],
    change: storedAs((text) => text.normalize('NFD')),
  },
  {
    id: 'names-unique-409',
    title: 'Returns 409 for a name that is taken',
    legal: SHARED_NAMES,
    warnings: [],
    change: uniqueNames(refusal(409, 'name_taken', 'A category with this name already exists.')),
  },
  {
    id: 'names-unique-400',
    title: 'Returns 400 for a name that is taken',
    legal: SHARED_NAMES,
    warnings: [],
    change: uniqueNames(invalid('name_taken', 'A category with this name already exists.')),
  },
];
