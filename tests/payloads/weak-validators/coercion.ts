import { badDescription, badName, onDescription, onName, onObject, refuse, store, weak } from './weak.ts';

const isScalar = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

/** As Ajv's `coerceTypes` makes texts: of numbers, booleans and null. */
const coerced = (value: unknown): unknown => (value === null ? '' : isScalar(value) ? String(value) : value);

/** Validators that turn what they are given into text before they look at it. */
export const coercionValidators = [
  weak({
    id: 'name-string-called',
    title: 'A name of any type is converted to a string',
    story: '`String(body.name).trim()` must not be empty.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":{"a":1}}',
    judge: onName((name, { description }) =>
      String(name).trim() === '' ? refuse() : store(String(name), description),
    ),
  }),
  weak({
    id: 'name-in-template',
    title: 'A name that is missing is stored as "undefined"',
    story: 'The name is put into a template, and the result is always a text.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{}',
    judge: onObject(({ name, description }) =>
      `${name}`.trim() === '' || badDescription(description) ? refuse() : store(`${name}`, description),
    ),
  }),
  weak({
    id: 'name-to-string-called',
    title: 'A name is converted to a string, and one that is missing or null returns 500',
    story: '`body.name.toString()`.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"Name":"cat"}',
    judge: onObject(({ name, description }) =>
      name.toString().trim() === '' || badDescription(description)
        ? refuse()
        : store(name.toString(), description),
    ),
  }),
  weak({
    id: 'scalars-coerced',
    title: 'Numbers, booleans and null are accepted as strings',
    story: 'The schema validator is set to coerce types.',
    requirements: ['invalid.name-type', 'invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":12}',
    judge: onObject((body) => {
      const name = coerced(body.name);
      const description = coerced(body.description);
      return typeof name !== 'string' || badDescription(description) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'single-item-coerced',
    title: 'A name in an array with one string is accepted',
    story: 'The schema validator is set to coerce arrays of one item.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":["cat"]}',
    judge: onName((sent, { description }) => {
      const name: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
      return badName(name) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'name-array-joined',
    title: 'Any array is accepted as name',
    story: 'A field may be repeated in forms, and `join` makes one text of it.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":["a","b"]}',
    judge: onName((name, { description }) => {
      if (Array.isArray(name)) return store(name.join(', '), description);
      return badName(name) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'name-boolean-as-digit',
    title: 'Booleans are accepted as name',
    story: 'The mapper writes booleans as 0 and 1 before its validation runs.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":true}',
    judge: onName((sent, { description }) => {
      const name = typeof sent === 'boolean' ? String(Number(sent)) : sent;
      return badName(name) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'name-object-stringified',
    title: 'Objects, arrays and null are accepted as name',
    story: '`typeof name === "object"` is written as JSON, as the columns of documents are.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":{}}',
    judge: onName((sent, { description }) => {
      const name = typeof sent === 'object' ? JSON.stringify(sent) : sent;
      return badName(name) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'name-pattern-tested',
    title: 'A name of any type but an empty array is accepted',
    story: '`/\\S/.test(body.name)` turns everything into text first.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: onName((_, { name, description }) => (/\S/.test(name) ? store(name, description) : refuse())),
  }),
  weak({
    id: 'description-in-template',
    title: 'A description of any type is converted to a string',
    story: 'A description that is there is put into a template, and the result is always a text.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":[]}',
    judge: onDescription((description, { name }) => store(name, `${description}`)),
  }),
  weak({
    id: 'description-number-formatted',
    title: 'Numbers are accepted as description',
    story: 'The export to spreadsheets and back makes numbers of some texts.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":-1}',
    judge: onDescription((description, { name }) =>
      typeof description === 'string' || typeof description === 'number'
        ? store(name, description)
        : refuse(),
    ),
  }),
];
