import type { NewCategory } from '../categories.ts';
import type { Change, Variant } from '../change.ts';
import { editReading, editStored } from '../edits.ts';
import { invalid, type Reading } from '../new-category.ts';
import { problem } from '../problem.ts';

/** Refuses some categories that are valid so far; undefined accepts. */
const refusing = (find: (category: NewCategory) => Reading | undefined): Change =>
  editReading((body, read) => {
    const reading = read(body);
    return (reading.kind === 'category' ? find(reading.category) : undefined) ?? reading;
  });

/** Accepts only texts of one kind; `otherwise` handles others. */
const only = (name: RegExp, description: RegExp, otherwise: Reading): Change =>
  refusing((category) =>
    name.test(category.name) && description.test(category.description ?? 'none is given')
      ? undefined
      : otherwise,
  );

/** Allows each name once, ignoring case. */
const uniqueNames =
  (otherwise: Reading): Change =>
  (parts, tools) =>
    refusing(({ name }) => {
      const wanted = name.toLowerCase();
      return parts.store.list().some((category) => category.name.toLowerCase() === wanted)
        ? otherwise
        : undefined;
    })(parts, tools);

/** Refuses a category with another status than 400. */
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
const LIMITS = 'Reading 14: a server may refuse long or unusual texts.';
const SHARED_NAMES = 'Whether names may be shared is not stated.';
const SAME_TEXT = 'create.fields: surrounding blanks and Unicode normalisation are set aside.';

const mostCategories = 5;

/** Allows a limited number of categories, refused at one of two moments. */
const capped =
  (otherwise: Reading, before: 'the body is read' | 'it is stored'): Change =>
  (parts, tools) =>
    editReading((body, read) => {
      const isFull = parts.store.list().length >= mostCategories;
      const reading = isFull && before === 'the body is read' ? otherwise : read(body);
      return isFull && reading.kind === 'category' ? otherwise : reading;
    })(parts, tools);

const CAPPED = 'Reading 21: a service may cap how many categories exist.';

export const fieldLimitVariants: readonly Variant[] = [
  {
    id: 'five-categories-409',
    title: 'A sixth valid category is answered 409',
    legal: CAPPED,
    warnings: [],
    change: capped(refusal(409, 'full', 'There are as many categories as there may be.'), 'it is stored'),
  },
  {
    id: 'five-categories-400',
    title: 'A sixth valid category is answered 400',
    legal: CAPPED,
    warnings: [],
    change: capped(invalid('full', 'There are as many categories as there may be.'), 'it is stored'),
  },
  {
    id: 'five-categories-403',
    title: 'Once there are five categories, every POST is answered 403',
    legal: `${CAPPED} Reading 1: a body that is invalid as well decides nothing then.`,
    warnings: [],
    change: capped(refusal(403, 'full', 'There are as many categories as there may be.'), 'the body is read'),
  },
  {
    id: 'plain-text-400',
    title: 'Only up to 16 plain letters are accepted, other text is answered 400',
    legal: LIMITS,
    warnings: [],
    change: only(...PLAIN, invalid('text_not_plain', 'Use at most 16 letters a to z.')),
  },
  {
    id: 'plain-text-422',
    title: 'Only up to 16 plain letters are accepted, other text is answered 422',
    legal: 'create.text: a server that restricts characters may answer any 4xx.',
    warnings: [],
    change: only(...PLAIN, refusal(422, 'text_not_plain', 'Use at most 16 letters a to z.')),
  },
  {
    id: 'text-of-certain-lengths',
    title: 'Names have 3 to 16 small letters, descriptions 10 to 16 characters',
    legal: `${LIMITS} create.created sends nothing shorter.`,
    warnings: [],
    change: only(/^[a-z]{3,16}$/, /^[a-z ]{10,16}$/, invalid('text_length', 'Use 3 to 16 small letters.')),
  },
  {
    id: 'texts-trimmed',
    title: 'Texts are trimmed and composed',
    legal: SAME_TEXT,
    warnings: [],
    change: storedAs((text) => text.trim().normalize('NFC')),
  },
  {
    id: 'texts-decomposed',
    title: 'Texts are decomposed, letter and accent apart',
    legal: SAME_TEXT,
    warnings: [],
    change: storedAs((text) => text.normalize('NFD')),
  },
  {
    id: 'names-unique-409',
    title: 'A name that is taken is answered 409',
    legal: SHARED_NAMES,
    warnings: [],
    change: uniqueNames(refusal(409, 'name_taken', 'There is a category of this name.')),
  },
  {
    id: 'names-unique-400',
    title: 'A name that is taken is answered 400',
    legal: SHARED_NAMES,
    warnings: [],
    change: uniqueNames(invalid('name_taken', 'There is a category of this name.')),
  },
];
