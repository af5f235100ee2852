import { checkNewCategory, isJsonObject } from '../../../reference-server/new-category.ts';
import { type Judge, type Outcome, onBody, refuse, weak } from './weak.ts';

type Fields = { readonly [name: string]: unknown };

/** Objects without a name are looked at again as `edit` leaves them. */
const withoutName = (edit: (fields: Fields) => unknown): Judge =>
  onBody((body: unknown) =>
    checkNewCategory(isJsonObject(body) && !Object.hasOwn(body, 'name') ? edit(body) : body),
  );

/** Fields under other names; of two that become one, the last is taken. */
const renamed = (rename: (name: string) => string): Judge =>
  withoutName((fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value])),
  );

/** Reads bodies that are not objects in another way. */
const noObject = (read: (body: unknown) => Outcome): Judge =>
  onBody((body: unknown) => (isJsonObject(body) ? checkNewCategory(body) : read(body)));

/** Servers that find a category where there is none. */
export const schemaValidators = [
  weak({
    id: 'keys-any-case',
    title: 'Field names are accepted in any case',
    story: '`PropertyNameCaseInsensitive` is the default of the framework.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'any instance',
    example: '{"NAME":"cat"}',
    judge: renamed((name) => name.toLowerCase()),
  }),
  weak({
    id: 'keys-capitalised',
    title: 'Field names with an initial capital are accepted',
    story: 'The struct has no tags, and its fields are `Name` and `Description`.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{"Name":"cat"}',
    judge: renamed((name) => name.charAt(0).toLowerCase() + name.slice(1)),
  }),
  weak({
    id: 'keys-any-case-alone',
    title: 'Field names are accepted in any case, and unknown fields are rejected',
    story: '`encoding/json` takes names in any case, `DisallowUnknownFields` refuses what is no name at all.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'any instance',
    example: '{"Name":"cat"}',
    judge: onBody((body: unknown) => {
      if (!isJsonObject(body)) return refuse();
      const fields = Object.entries(body).map(([name, value]) => [name.toLowerCase(), value] as const);
      const isUnknown = fields.some(([name]) => name !== 'name' && name !== 'description');
      return isUnknown ? refuse() : checkNewCategory(Object.fromEntries(fields));
    }),
  }),
  weak({
    id: 'keys-trimmed',
    title: 'Field names with white space around them are accepted',
    story: 'The import of spreadsheets trims its headings, and shares the code.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{" name":"cat"}',
    judge: renamed((name) => name.trim()),
  }),
  weak({
    id: 'keys-normalised',
    title: 'Field names in full-width letters are accepted',
    story: 'All text that comes in is brought to NFKC, keys too.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{"ｎame":"cat"}',
    judge: renamed((name) => name.normalize('NFKC')),
  }),
  weak({
    id: 'name-aliased',
    title: 'A title or label is accepted as name',
    story: 'Earlier versions called it `title`, and the alias was kept.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{"title":"cat"}',
    judge: withoutName((fields) => ({ ...fields, name: fields['title'] ?? fields['label'] })),
  }),
  weak({
    id: 'category-unwrapped',
    title: 'A category under `category` is accepted',
    story: '`const input = body.category ?? body`.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{"category":{"name":"cat"}}',
    judge: withoutName((fields) => fields['category'] ?? fields),
  }),
  weak({
    id: 'any-member-unwrapped',
    title: 'A category under any key is accepted',
    story: 'Roots are unwrapped, and the first field that is an object is taken for the root.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'any instance',
    example: '{"data":{"name":"cat"}}',
    judge: withoutName((fields) => Object.values(fields).find(isJsonObject) ?? fields),
  }),
  weak({
    id: 'prototype-assigned',
    title: 'A name in `__proto__` is accepted',
    story: '`Object.assign(new Category(), body)` sets the prototype, and the name is inherited.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{"__proto__":{"name":"cat"}}',
    judge: withoutName((fields) => {
      const category: { name?: unknown } = Object.assign({}, fields);
      return { ...fields, name: category.name };
    }),
  }),
  weak({
    id: 'first-of-array',
    title: 'An array with one valid category is accepted, and an empty one returns 500',
    story: '`const input = Array.isArray(body) ? body[0] : body`.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '[{"name":"cat"}]',
    judge: onBody((body: unknown) => {
      const input: unknown = Array.isArray(body) ? body[0] : body;
      return input === undefined ? refuse(500) : checkNewCategory(input);
    }),
  }),
  weak({
    id: 'bulk-insert',
    title: 'An array of valid categories is accepted, and all are stored',
    story: 'The web application adds many at once, by the same address.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '[{"name":"cat"},{"name":"dog"}]',
    judge: noObject((body) => {
      const readings = Array.isArray(body) ? body.map(checkNewCategory) : [];
      const last = readings.at(-1);
      const also = readings.slice(0, -1).flatMap((one) => (one.kind === 'category' ? [one.category] : []));
      return last?.kind === 'category' && also.length === readings.length - 1 ? { ...last, also } : refuse();
    }),
  }),
  weak({
    id: 'text-parsed-twice',
    title: 'JSON within a JSON string is accepted, and a string that is not JSON returns 500',
    story: 'A client stringifies twice: `if (typeof body === "string") body = JSON.parse(body)`.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: '"cat"',
    judge: noObject((body) => (typeof body === 'string' ? checkNewCategory(JSON.parse(body)) : refuse())),
  }),
  weak({
    id: 'text-body-is-name',
    title: 'A JSON string is accepted as a category of that name',
    story: 'The model has a constructor that takes a text, and the deserialiser found it.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '"cat"',
    judge: noObject((body) =>
      typeof body === 'string' ? checkNewCategory({ name: body || '-' }) : refuse(),
    ),
  }),
  weak({
    id: 'boolean-body-default',
    title: 'A body of true or false creates a category without a name',
    story: 'Properties are read off whatever was parsed, and what is missing has a default.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: 'true',
    judge: noObject((body) =>
      typeof body === 'boolean' ? { kind: 'category', category: { name: '' } } : refuse(),
    ),
  }),
  weak({
    id: 'false-body-default',
    title: 'A body of false creates a category without a name',
    story: '`const input = body || {}` is checked for what it has, and false is not null.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: 'false',
    judge: noObject((body) => (body === false ? { kind: 'category', category: { name: '' } } : refuse())),
  }),
  weak({
    id: 'number-body-is-copy',
    title: 'A number greater than 0 as body is accepted',
    story: 'A whole body that is a number means the category to copy.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: '1',
    judge: noObject((body) =>
      typeof body === 'number' && body > 0 ? checkNewCategory({ name: `Copy of ${body}` }) : refuse(),
    ),
  }),
];
