import { badDescription, badName, onDescription, onName, onObject, refuse, store, weak } from './weak.ts';

/** Validators that check what a value can do instead of its type. */
export const duckTypingValidators = [
  weak({
    id: 'name-length-positive',
    title: 'Non-empty arrays are accepted as a name',
    story: '`body.name?.length > 0`.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":[0]}',
    judge: onName((_, { name, description }) => (name?.length > 0 ? store(name, description) : refuse())),
  }),
  weak({
    id: 'name-length-not-zero',
    title: 'Anything without a length of 0 is accepted as a name, and a missing name returns 500',
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
    title: 'Any value without `trim` is accepted as a name',
    story: '`body.name?.trim?.() === ""`, as the linter suggests.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":0}',
    judge: onName((_, { name, description }) =>
      name?.trim?.() === '' ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-trim-called',
    title: 'A non-string name returns 500',
    story: '`body.name?.trim()` handles null but no other type.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":[]}',
    judge: onObject(({ name, description }) =>
      !name?.trim() || badDescription(description) ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-has-trim',
    title: 'An object with a field `trim` as the name returns 500',
    story: 'Anything with a `trim` counts as a string.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":{"trim":1}}',
    judge: onName((_, { name, description }) =>
      !name?.trim || name.trim() === '' ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-spread',
    title: 'A name is spread into characters: arrays are accepted, other types return 500',
    story: '`[...body.name].length` counts characters, to handle emoji.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":1}',
    judge: onObject(({ name, description }) =>
      [...name].length === 0 || badDescription(description) ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-object-with-length',
    title: 'Objects with a length are accepted as a name',
    story: 'Arrays are refused, then `name.length > 0` is true for `{"length": 3}`.',
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
    story: '`name.trim()[0].toUpperCase()` computes the index letter.',
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
    title: 'Only the length of a description is checked, and null returns 500',
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
    title: 'A non-string description returns 500',
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
    title: 'Objects and arrays are accepted as a description',
    story: 'Descriptions may be localized: `description.en ?? ""`.',
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
