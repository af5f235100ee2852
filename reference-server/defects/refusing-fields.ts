import type { Defect } from '../changes/change.ts';
import { editFields } from '../changes/edits.ts';
import { checkNewCategory, isJsonObject, type Reading } from '../new-category.ts';
import { problem } from '../problem.ts';

const fault: Reading = { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') };

/** Returns how deeply a value is nested, up to `most` levels, so that this server does not overflow its own stack. */
function depth(value: unknown, most = 30): number {
  if (typeof value !== 'object' || value === null || most === 0) return 0;
  return (
    1 + Object.values(value).reduce((deepest: number, item) => Math.max(deepest, depth(item, most - 1)), 0)
  );
}

export const refusingFieldDefects: readonly Defect[] = [
  {
    id: 'name-defaulted',
    title: 'Creates a category named "unnamed" if the name is missing',
    story: 'The model has a default.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) =>
      Object.hasOwn(fields, 'name') ? undefined : checkNewCategory({ ...fields, name: 'unnamed' }),
    ),
  },
  {
    id: 'name-any-case',
    title: 'Accepts field names in any case',
    story: 'The deserializer matches names case-insensitively.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) =>
      checkNewCategory(
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value])),
      ),
    ),
  },
  {
    id: 'body-unwrapped',
    title: 'Accepts a category that is nested one level down',
    story: 'An older client wraps its bodies, and the server was adapted to it.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) => {
      const inner = fields['category'] ?? fields['data'];
      return !Object.hasOwn(fields, 'name') && isJsonObject(inner) ? checkNewCategory(inner) : undefined;
    }),
  },
  {
    id: 'name-missing-422',
    title: 'Returns 422 for a missing name',
    story: 'The framework returns 422 if its model refuses a body.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) =>
      Object.hasOwn(fields, 'name')
        ? undefined
        : { kind: 'problem', problem: problem(422, 'name_missing', 'The field "name" is required.') },
    ),
  },
  {
    id: 'name-number-coerced',
    title: 'Accepts a number as the name',
    story: 'The validator coerces primitive values to the expected type.',
    requirements: ['invalid.name-type'],
    change: editFields((fields) =>
      typeof fields['name'] === 'number'
        ? checkNewCategory({ ...fields, name: String(fields['name']) })
        : undefined,
    ),
  },
  {
    id: 'name-boolean-coerced',
    title: 'Accepts a boolean as the name',
    story: 'The name passes through a string template before it is checked.',
    requirements: ['invalid.name-type'],
    change: editFields((fields) =>
      typeof fields['name'] === 'boolean'
        ? checkNewCategory({ ...fields, name: `${fields['name']}` })
        : undefined,
    ),
  },
  {
    id: 'name-list-joined',
    title: 'Uses the first string in a list as the name',
    story: 'Form fields may be repeated, and the first value is used.',
    requirements: ['invalid.name-type'],
    change: editFields((fields) => {
      const { name } = fields;
      return Array.isArray(name) && typeof name[0] === 'string'
        ? checkNewCategory({ ...fields, name: name[0] })
        : undefined;
    }),
  },
  {
    id: 'name-object-500',
    title: 'Returns 500 for an object as the name',
    story: 'The name is trimmed before its type is checked.',
    requirements: ['invalid.name-type'],
    change: editFields(({ name }) => (isJsonObject(name) ? fault : undefined)),
  },
  {
    id: 'name-deep-500',
    title: 'Returns 500 for a deeply nested name',
    story: 'The recursive validator overflows its stack.',
    requirements: ['invalid.name-type'],
    change: editFields(({ name }) => (depth(name) > 20 ? fault : undefined)),
  },
  {
    id: 'description-falsy-skipped',
    title: 'Drops a description of 0 or false',
    story: 'Presence is tested by truthiness.',
    requirements: ['invalid.description-type'],
    change: editFields(({ name, description }) =>
      description === 0 || description === false ? checkNewCategory({ name }) : undefined,
    ),
  },
  {
    id: 'description-coerced',
    title: 'Accepts a number or boolean as the description',
    story: 'The validator coerces primitive values to the expected type.',
    requirements: ['invalid.description-type'],
    change: editFields((fields) =>
      ['number', 'boolean'].includes(typeof fields['description'])
        ? checkNewCategory({ ...fields, description: String(fields['description']) })
        : undefined,
    ),
  },
  {
    id: 'description-object-stringified',
    title: 'Accepts an object as the description and stores it as a string',
    story: 'The column is text, and the driver writes objects as JSON.',
    requirements: ['invalid.description-type'],
    change: editFields((fields) =>
      typeof fields['description'] === 'object' && fields['description'] !== null
        ? checkNewCategory({ ...fields, description: JSON.stringify(fields['description']) })
        : undefined,
    ),
  },
  {
    id: 'name-blank-422',
    title: 'Returns 422 for an empty or blank name',
    story: 'A business rule has its own status.',
    requirements: ['invalid.either'],
    needs: ['thorough'],
    change: editFields(({ name }) =>
      typeof name === 'string' && name.trim() === ''
        ? { kind: 'problem', problem: problem(422, 'name_empty', 'The field "name" must not be empty.') }
        : undefined,
    ),
  },
  {
    id: 'name-empty-500',
    title: 'Returns 500 for an empty name',
    story: 'The code capitalizes the first letter, but there is none.',
    requirements: ['invalid.either'],
    needs: ['thorough'],
    change: editFields(({ name }) => (name === '' ? fault : undefined)),
  },
  {
    id: 'name-blank-500',
    title: 'Returns 500 for a blank name',
    story: 'The check for an empty name runs before trimming, and then the column refuses the name.',
    requirements: ['invalid.either'],
    needs: ['thorough'],
    change: editFields(({ name }) =>
      typeof name === 'string' && name !== '' && name.trim() === '' ? fault : undefined,
    ),
  },
  {
    id: 'description-null-500',
    title: 'Returns 500 for a null description',
    story: "The code reads the description's length if the field is present.",
    requirements: ['invalid.either'],
    change: editFields(({ description }) => (description === null ? fault : undefined)),
  },
];
