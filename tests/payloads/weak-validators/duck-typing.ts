import { badDescription, badName, onDescription, onName, onObject, refuse, store, weak } from './weak.ts';

/** Validators that ask a value what it can do instead of what it is. */
export const duckTypingValidators = [
  weak({
    id: 'name-length-positive',
    title: 'Arrays that are not empty are accepted as name',
    story: '`body.name?.length > 0`.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":[0]}',
    judge: onName((_, { name, description }) => (name?.length > 0 ? store(name, description) : refuse())),
  }),
  weak({
    id: 'name-length-not-zero',
    title: 'Anything whose length is not 0 is accepted as name, and a missing name returns 500',
    story: '`body.name.length === 0`; numbers and objects have no length.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":5}',
    judge: onObject(({ name, description }) =>
      name.length === 0 || badDescription(description) ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-trim-optional',
    title: 'Anything that cannot be trimmed is accepted as name',
    story: '`body.name?.trim?.() === ""`, as the linter would have it.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":0}',
    judge: onName((_, { name, description }) =>
      name?.trim?.() === '' ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-trim-called',
    title: 'A name that is not a string returns 500',
    story: '`body.name?.trim()` copes with null and with nothing else.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":[]}',
    judge: onObject(({ name, description }) =>
      !name?.trim() || badDescription(description) ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-has-trim',
    title: 'An object with a field `trim` as name returns 500',
    story: 'Whoever has a `trim` is a text.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":{"trim":1}}',
    judge: onName((_, { name, description }) =>
      !name?.trim || name.trim() === '' ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-spread',
    title: 'A name is split into letters: arrays are accepted, everything else returns 500',
    story: 'Letters are counted by `[...body.name].length`, for the sake of emoji.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":1}',
    judge: onObject(({ name, description }) =>
      [...name].length === 0 || badDescription(description) ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-object-with-length',
    title: 'Objects with a length are accepted as name',
    story: 'Lists are refused, and then `name.length` is compared; `{"length": 3}` is longer than 0.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":{"length":3}}',
    judge: onName((_, { name, description }) =>
      !Array.isArray(name) && name?.length > 0 ? store(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'name-capitalised',
    title: 'An empty or blank name returns 500',
    story: '`name.trim()[0].toUpperCase()` makes the letter the category is filed under.',
    requirements: ['invalid.either'],
    exposedBy: 'any instance',
    example: '{"name":" "}',
    judge: onName((name, { description }) => {
      if (typeof name !== 'string') return refuse();
      if (badName(name)) throw new TypeError('Cannot read properties of undefined');
      return store(name, description);
    }),
  }),
  weak({
    id: 'description-length-limited',
    title: 'A description is checked by its length alone, and null returns 500',
    story: '`body.description.length > 5000`; numbers and objects have no length.',
    requirements: ['invalid.description-type', 'invalid.either'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":{"a":1}}',
    judge: onDescription((_, { name, description }) => {
      if (description === undefined) return store(name);
      return description.length > 1_000_000 ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'description-trim-called',
    title: 'A description that is not a string returns 500',
    story: '`body.description?.trim()`.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":true}',
    judge: onDescription((_, { name, description }) => {
      description?.trim();
      return store(name, description);
    }),
  }),
  weak({
    id: 'description-localised',
    title: 'Objects and arrays are accepted as description',
    story: 'A description may come by language: `description.en ?? ""`.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":{"en":"A cat"}}',
    judge: onDescription((description, { name }) => {
      if (typeof description === 'string') return store(name, description);
      if (typeof description !== 'object' || description === null) return refuse();
      return store(name, Object.getOwnPropertyDescriptor(description, 'en')?.value ?? '');
    }),
  }),
];
