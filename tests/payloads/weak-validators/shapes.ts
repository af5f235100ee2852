import { checkNewCategory, isJsonObject } from '../../../reference-server/new-category.ts';
import { type Judge, type Outcome, onBody, refuse, weak } from './weak.ts';

type Fields = { readonly [name: string]: unknown };

/** Applies `edit` to objects without a name, and checks the result. */
const withoutName = (edit: (fields: Fields) => unknown): Judge =>
  onBody((body: unknown) =>
    checkNewCategory(isJsonObject(body) && !Object.hasOwn(body, 'name') ? edit(body) : body),
  );

/** Renames fields; the last of two with the same name is used. */
const renamed = (rename: (name: string) => string): Judge =>
  withoutName((fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value])),
  );

/** Handles bodies that are not objects differently. */
const nonObject = (read: (body: unknown) => Outcome): Judge =>
  onBody((body: unknown) => (isJsonObject(body) ? checkNewCategory(body) : read(body)));

/** Servers that find a category in bodies without one. */
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
    title: 'Capitalized field names are accepted',
    story: 'The struct has no tags, and its fields are `Name` and `Description`.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{"Name":"cat"}',
    judge: renamed((name) => name.charAt(0).toLowerCase() + name.slice(1)),
  }),
  weak({
    id: 'keys-any-case-alone',
    title: 'Field names are accepted in any case, and unknown fields are refused',
    story: '`encoding/json` accepts names in any case, `DisallowUnknownFields` refuses all others.',
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
    title: 'Field names with surrounding whitespace are accepted',
    story: 'The code is shared with the spreadsheet import, which trims headings.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{" name":"cat"}',
    judge: renamed((name) => name.trim()),
  }),
  weak({
    id: 'keys-normalised',
    title: 'Field names in full-width letters are accepted',
    story: 'All input is normalized to NFKC, including keys.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'some values',
    example: '{"ｎame":"cat"}',
    judge: renamed((name) => name.normalize('NFKC')),
  }),
  weak({
    id: 'name-aliased',
    title: 'A title or label is accepted as the name',
    story: 'Earlier versions used `title`, and the alias remains.',
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
    story: 'Roots are unwrapped, and the first field that is an object counts as the root.',
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
    title: 'An array with a valid category is accepted, and an empty one returns 500',
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
    story: 'The web application adds several at once with the same endpoint.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '[{"name":"cat"},{"name":"dog"}]',
    judge: nonObject((body) => {
      const readings = Array.isArray(body) ? body.map(checkNewCategory) : [];
      const last = readings.at(-1);
      const also = readings.slice(0, -1).flatMap((one) => (one.kind === 'category' ? [one.category] : []));
      return last?.kind === 'category' && also.length === readings.length - 1 ? { ...last, also } : refuse();
    }),
  }),
  weak({
    id: 'text-parsed-twice',
    title: 'JSON within a JSON string is accepted, and a string that is not JSON returns 500',
    story: 'A client serializes twice: `if (typeof body === "string") body = JSON.parse(body)`.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: '"cat"',
    judge: nonObject((body) => (typeof body === 'string' ? checkNewCategory(JSON.parse(body)) : refuse())),
  }),
  weak({
    id: 'text-body-is-name',
    title: 'A JSON string is accepted as a category with that name',
    story: 'The model has a constructor with a string, and the deserializer uses it.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '"cat"',
    judge: nonObject((body) =>
      typeof body === 'string' ? checkNewCategory({ name: body || '-' }) : refuse(),
    ),
  }),
  weak({
    id: 'boolean-body-default',
    title: 'A body of true or false creates a category without a name',
    story: 'Properties are read from any parsed value, and missing ones have defaults.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: 'true',
    judge: nonObject((body) =>
      typeof body === 'boolean' ? { kind: 'category', category: { name: '' } } : refuse(),
    ),
  }),
  weak({
    id: 'false-body-default',
    title: 'A body of false creates a category without a name',
    story: '`const input = body || {}` replaces false by an empty object.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: 'false',
    judge: nonObject((body) => (body === false ? { kind: 'category', category: { name: '' } } : refuse())),
  }),
  weak({
    id: 'number-body-is-copy',
    title: 'A positive number as the body is accepted',
    story: 'A number as the body is the category to copy.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: '1',
    judge: nonObject((body) =>
      typeof body === 'number' && body > 0 ? checkNewCategory({ name: `Copy of ${body}` }) : refuse(),
    ),
  }),
];
