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

/** Validators that test the type, wrongly. */
export const typeValidators = [
  weak({
    id: 'name-not-undefined',
    title: 'A name of any type is accepted',
    story: '`typeof body.name === "undefined"` is all that is refused.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: onName((name, { description }) => store(name, description)),
  }),
  weak({
    id: 'name-not-object',
    title: 'Numbers and booleans are accepted as name',
    story: '`typeof name === "object"` was thought to be all that is no text.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":true}',
    judge: onName((name, { description }) =>
      typeof name === 'object' ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-not-scalar',
    title: 'Arrays and objects are accepted as name',
    story: 'Numbers, booleans and null are refused one by one, and nobody thought of more.',
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
    title: 'A name of null is accepted',
    story: '`typeof null` is "object", which stands for a localised name, and that is optional.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: onName((name, { description }) =>
      name === null || !badName(name) ? store(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'name-number-allowed',
    title: 'Numbers are accepted as name',
    story: 'Some shops name their categories by number, and the type was widened for them.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":1.5}',
    judge: onName((name, { description }) =>
      typeof name === 'number' || !badName(name) ? store(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'name-python-int',
    title: 'Whole numbers and booleans are accepted as name',
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
    title: 'A body of null returns 500',
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
    title: 'A body that is a plain value returns 500',
    story: '`"name" in body` throws where the body is no object.',
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
    story: 'The JSON Schema has `properties` and `required` but no `type`; both say nothing of other types.',
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
    title: 'A category without name is accepted',
    story: '`required` stands inside `properties` in the JSON Schema, where it is the name of a field.',
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
    title: 'A description that is a list is accepted',
    story: 'The schema says `type: [string, array]`, since lines were planned once.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":[1]}',
    judge: onDescription((description, { name }) =>
      typeof description === 'string' || Array.isArray(description) ? store(name, description) : refuse(),
    ),
  }),
];
