import type { Defect } from '../change.ts';
import { editFields } from '../edits.ts';
import { checkNewCategory, isJsonObject, type Reading } from '../new-category.ts';
import { problem } from '../problem.ts';

const fault: Reading = { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') };

/** Returns how deep a value is nested, up to `most` levels, so that this server keeps its stack. */
function depth(value: unknown, most = 30): number {
  if (typeof value !== 'object' || value === null || most === 0) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((item) => depth(item, most - 1)));
}

export const refusingFieldDefects: readonly Defect[] = [
  {
    id: 'name-defaulted',
    title: 'A category without name is created as unnamed',
    story: 'The model has a default.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) =>
      Object.hasOwn(fields, 'name') ? undefined : checkNewCategory({ ...fields, name: 'unnamed' }),
    ),
  },
  {
    id: 'name-any-case',
    title: 'Field names are accepted in any case',
    story: 'The deserialiser matches names without regard to case.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) =>
      checkNewCategory(
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value])),
      ),
    ),
  },
  {
    id: 'body-unwrapped',
    title: 'A category one level down is accepted',
    story: 'An older client wraps its bodies, and the server was taught to cope.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) => {
      const inner = fields['category'] ?? fields['data'];
      return !Object.hasOwn(fields, 'name') && isJsonObject(inner) ? checkNewCategory(inner) : undefined;
    }),
  },
  {
    id: 'name-missing-422',
    title: 'A missing name is answered 422',
    story: 'The framework answers 422 to what its model refuses.',
    requirements: ['invalid.name-missing'],
    change: editFields((fields) =>
      Object.hasOwn(fields, 'name')
        ? undefined
        : { kind: 'problem', problem: problem(422, 'name_missing', 'The field "name" is required.') },
    ),
  },
  {
    id: 'name-number-coerced',
    title: 'A number is accepted as name',
    story: 'The validator converts plain values to the type it wants.',
    requirements: ['invalid.name-type'],
    change: editFields((fields) =>
      typeof fields['name'] === 'number'
        ? checkNewCategory({ ...fields, name: String(fields['name']) })
        : undefined,
    ),
  },
  {
    id: 'name-boolean-coerced',
    title: 'A boolean is accepted as name',
    story: 'The name is put into a template before it is checked.',
    requirements: ['invalid.name-type'],
    change: editFields((fields) =>
      typeof fields['name'] === 'boolean'
        ? checkNewCategory({ ...fields, name: `${fields['name']}` })
        : undefined,
    ),
  },
  {
    id: 'name-list-joined',
    title: 'A list holding one text is accepted as name',
    story: 'A field may be repeated in forms, and the first value is taken.',
    requirements: ['invalid.name-type'],
    change: editFields((fields) => {
      const { name } = fields;
      return Array.isArray(name) && name.length === 1 && typeof name[0] === 'string'
        ? checkNewCategory({ ...fields, name: name[0] })
        : undefined;
    }),
  },
  {
    id: 'name-object-500',
    title: 'An object as name is answered 500',
    story: 'The name is trimmed before its type is checked.',
    requirements: ['invalid.name-type'],
    change: editFields(({ name }) => (isJsonObject(name) ? fault : undefined)),
  },
  {
    id: 'name-deep-500',
    title: 'A deeply nested name is answered 500',
    story: 'The validator follows the nesting and runs out of stack.',
    requirements: ['invalid.name-type'],
    change: editFields(({ name }) => (depth(name) > 20 ? fault : undefined)),
  },
  {
    id: 'description-falsy-skipped',
    title: 'A description of 0 or false is taken for none',
    story: 'Presence is tested by truth.',
    requirements: ['invalid.description-type'],
    change: editFields(({ name, description }) =>
      description === 0 || description === false ? checkNewCategory({ name }) : undefined,
    ),
  },
  {
    id: 'description-coerced',
    title: 'A number or boolean is accepted as description',
    story: 'The validator converts plain values to the type it wants.',
    requirements: ['invalid.description-type'],
    change: editFields((fields) =>
      ['number', 'boolean'].includes(typeof fields['description'])
        ? checkNewCategory({ ...fields, description: String(fields['description']) })
        : undefined,
    ),
  },
  {
    id: 'description-object-stringified',
    title: 'A description of several fields is stored as text',
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
    title: 'An empty or blank name is answered 422',
    story: 'A rule of the business layer has a status of its own.',
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
    title: 'An empty name is answered 500',
    story: 'The first letter is made a capital, and there is none.',
    requirements: ['invalid.either'],
    needs: ['thorough'],
    change: editFields(({ name }) => (name === '' ? fault : undefined)),
  },
  {
    id: 'name-blank-500',
    title: 'A blank name is answered 500',
    story: 'The check for an empty name comes before the name is trimmed, and the column refuses it.',
    requirements: ['invalid.either'],
    needs: ['thorough'],
    change: editFields(({ name }) =>
      typeof name === 'string' && name !== '' && name.trim() === '' ? fault : undefined,
    ),
  },
  {
    id: 'description-null-500',
    title: 'A description of null is answered 500',
    story: 'The length of the description is asked where there is a field of that name.',
    requirements: ['invalid.either'],
    needs: ['thorough'],
    change: editFields(({ description }) => (description === null ? fault : undefined)),
  },
];
