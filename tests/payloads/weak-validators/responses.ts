import { checkNewCategory, isJsonObject } from '../../../reference-server/new-category.ts';
import { badDescription, badName, type Judge, onBody, refuse, weak } from './weak.ts';

/** Returns this status for parsed bodies with this fault, and handles others correctly. */
const responding = (
  status: number,
  isFaulty: (body: { readonly [name: string]: unknown }) => boolean,
): Judge =>
  onBody((body: unknown) => (isJsonObject(body) && isFaulty(body) ? refuse(status) : checkNewCategory(body)));

/** Servers that detect the fault and return a status other than 400. */
export const responseValidators = [
  weak({
    id: 'name-type-422',
    title: 'A name of the wrong type returns 422',
    story: 'The framework returns 422 for validation errors.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":1}',
    judge: responding(422, ({ name }) => name !== undefined && typeof name !== 'string'),
  }),
  weak({
    id: 'missing-name-422',
    title: 'A missing name returns 422',
    story: 'The business layer checks required fields and returns its own status.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'any instance',
    example: '{}',
    judge: responding(422, (body) => !Object.hasOwn(body, 'name')),
  }),
  weak({
    id: 'description-type-422',
    title: 'A description of the wrong type returns 422',
    story: 'The framework checks only optional fields.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":1}',
    judge: responding(
      422,
      ({ name, description }) => !badName(name) && description !== null && badDescription(description),
    ),
  }),
  weak({
    id: 'array-body-422',
    title: 'An array as the body returns 422',
    story: 'Well-formed bodies of the wrong type are "unprocessable".',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '[]',
    judge: onBody((body: unknown) => (Array.isArray(body) ? refuse(422) : checkNewCategory(body))),
  }),
  weak({
    id: 'name-structure-crashes',
    title: 'An array or object as the name returns 500',
    story: 'Mapping errors of the deserializer have no handler.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":{}}',
    judge: responding(500, ({ name }) => typeof name === 'object' && name !== null),
  }),
  weak({
    id: 'name-null-crashes',
    title: 'A null name returns 500',
    story: 'The column is NOT NULL, and only the database notices.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: responding(500, ({ name }) => name === null),
  }),
  weak({
    id: 'description-null-crashes',
    title: 'A null description returns 500',
    story: '`body.description.trim()` runs if `"description" in body`.',
    requirements: ['invalid.either'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":null}',
    judge: responding(500, ({ name, description }) => !badName(name) && description === null),
  }),
  weak({
    id: 'blank-name-422',
    title: 'An empty or blank name returns 422',
    story: 'A rule of the business layer returns its own status.',
    requirements: ['invalid.either'],
    exposedBy: 'any instance',
    example: '{"name":""}',
    judge: responding(422, ({ name }) => typeof name === 'string' && badName(name)),
  }),
];
