import { checkNewCategory, isJsonObject } from '../../../reference-server/new-category.ts';
import { badDescription, badName, type Judge, onBody, refuse, weak } from './weak.ts';

/** Parsed bodies with this fault get this status; the others are read as they should be. */
const responding = (
  status: number,
  isFaulty: (body: { readonly [name: string]: unknown }) => boolean,
): Judge =>
  onBody((body: unknown) => (isJsonObject(body) && isFaulty(body) ? refuse(status) : checkNewCategory(body)));

/** Servers that detect the fault and return another status than 400. */
export const responseValidators = [
  weak({
    id: 'name-type-422',
    title: 'A name of the wrong type returns 422',
    story: 'The framework answers 422 to what its model refuses.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":1}',
    judge: responding(422, ({ name }) => name !== undefined && typeof name !== 'string'),
  }),
  weak({
    id: 'missing-name-422',
    title: 'A missing name returns 422',
    story: 'Required fields are checked by the business layer, which has a status of its own.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'any instance',
    example: '{}',
    judge: responding(422, (body) => !Object.hasOwn(body, 'name')),
  }),
  weak({
    id: 'description-type-422',
    title: 'A description of the wrong type returns 422',
    story: 'Only optional fields are left to the schema of the framework.',
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
    title: 'An array as body returns 422',
    story: 'Well-formed bodies of the wrong type are "unprocessable".',
    requirements: ['invalid.body-type'],
    exposedBy: 'any instance',
    example: '[]',
    judge: onBody((body: unknown) => (Array.isArray(body) ? refuse(422) : checkNewCategory(body))),
  }),
  weak({
    id: 'name-structure-crashes',
    title: 'An array or object as name returns 500',
    story: 'The mapping error of the deserialiser has no handler.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":{}}',
    judge: responding(500, ({ name }) => typeof name === 'object' && name !== null),
  }),
  weak({
    id: 'name-null-crashes',
    title: 'A name of null returns 500',
    story: 'The column is NOT NULL, and the database is the first to notice.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: responding(500, ({ name }) => name === null),
  }),
  weak({
    id: 'description-null-crashes',
    title: 'A description of null returns 500',
    story: '`body.description.trim()` where there is one by `in`.',
    requirements: ['invalid.either'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":null}',
    judge: responding(500, ({ name, description }) => !badName(name) && description === null),
  }),
  weak({
    id: 'blank-name-422',
    title: 'An empty or blank name returns 422',
    story: 'A rule of the business layer has a status of its own.',
    requirements: ['invalid.either'],
    exposedBy: 'any instance',
    example: '{"name":""}',
    judge: responding(422, ({ name }) => typeof name === 'string' && badName(name)),
  }),
];
