import {
  badDescription,
  badName,
  onBody,
  onDescription,
  onName,
  onObject,
  refuse,
  store,
  weak,
} from './weak.ts';

/** Validators with a wrong type check. */
export const typeValidators = [
  weak({
    id: 'name-not-undefined',
    title: 'A name of any type is accepted',
    story: '`typeof body.name === "undefined"` is the only check.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: onName((name, { description }) => store(name, description)),
  }),
  weak({
    id: 'name-not-object',
    title: 'Numbers and booleans are accepted as a name',
    story: 'Only `typeof name === "object"` is refused.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":true}',
    judge: onName((name, { description }) =>
      typeof name === 'object' ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-not-scalar',
    title: 'Arrays and objects are accepted as a name',
    story: 'Numbers, booleans and null are refused one by one, and other types were forgotten.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":[]}',
    judge: onName((name, { description }) =>
      typeof name === 'number' || typeof name === 'boolean' || name === null
        ? refuse()
        : store(name, description),
    ),
  }),
  weak({
    id: 'name-null-is-object',
    title: 'A null name is accepted',
    story: '`typeof null` is "object", which means an optional localized name.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: onName((name, { description }) =>
      name === null || !badName(name) ? store(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'name-number-allowed',
    title: 'Numbers are accepted as a name',
    story: 'Some shops number their categories, and the type was widened for them.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":1.5}',
    judge: onName((name, { description }) =>
      typeof name === 'number' || !badName(name) ? store(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'name-python-int',
    title: 'Integers and booleans are accepted as a name',
    story: '`isinstance(name, (str, int))`, and True is an int.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":false}',
    judge: onName((name, { description }) =>
      Number.isInteger(name) || typeof name === 'boolean' || !badName(name)
        ? store(name, description)
        : refuse(),
    ),
  }),
  weak({
    id: 'body-null-crashes',
    title: 'A null body returns 500',
    story: '`typeof body !== "object"` is refused, and null is an "object" without fields.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: 'null',
    judge: onBody((body) =>
      typeof body !== 'object' || badName(body.name) || badDescription(body.description)
        ? refuse()
        : store(body.name, body.description),
    ),
  }),
  weak({
    id: 'in-operator-crashes',
    title: 'A primitive value as the body returns 500',
    story: '`"name" in body` throws if the body is not an object.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '5',
    judge: onBody((body) =>
      !('name' in body) || badName(body.name) || badDescription(body.description)
        ? refuse()
        : store(body.name, body.description),
    ),
  }),
  weak({
    id: 'schema-without-type',
    title: 'Any body that is not an object is accepted',
    story: 'The JSON Schema has `properties` and `required` but no `type`, so other types pass.',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '[]',
    judge: onBody((body) => {
      if (typeof body !== 'object' || Array.isArray(body)) return store('');
      return badName(body.name) || badDescription(body.description)
        ? refuse()
        : store(body.name, body.description);
    }),
  }),
  weak({
    id: 'schema-required-misplaced',
    title: 'A category without a name is accepted',
    story: '`required` is inside `properties` in the JSON Schema, where it is a field name.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'any instance',
    example: '{}',
    judge: onObject((body) =>
      (body.name !== undefined && badName(body.name)) || badDescription(body.description)
        ? refuse()
        : store(body.name, body.description),
    ),
  }),
  weak({
    id: 'schema-type-list',
    title: 'An array is accepted as a description',
    story: 'The schema has `type: [string, array]`, because lines were once planned.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":[1]}',
    judge: onDescription((description, { name }) =>
      typeof description === 'string' || Array.isArray(description) ? store(name, description) : refuse(),
    ),
  }),
];
