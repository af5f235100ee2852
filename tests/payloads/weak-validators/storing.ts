import type { NewCategory } from '../../../reference-server/categories.ts';
import { leniently } from './syntax.ts';
import {
  badDescription,
  badName,
  type Outcome,
  onDescription,
  onName,
  onObject,
  refuse,
  store,
  weak,
} from './weak.ts';

/** Stores values of any type, as a document store does. */
function storeAsIs(name: unknown, description: unknown): Outcome {
  const document = description === undefined ? { name } : { name, description };
  return { kind: 'category', category: document as NewCategory };
}

/** Servers that store invalid values unchanged, or before checking them. */
export const storingValidators = [
  weak({
    id: 'name-stored-as-is',
    title: 'Any truthy name is stored unchanged',
    story: 'A document store accepts anything, and only truthiness is tested.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    breaksLists: true,
    example: '{"name":[1]}',
    judge: onName((name, { description }) =>
      name && isWritable(name) ? storeAsIs(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'null-name-stored-as-is',
    title: 'A null name is stored unchanged',
    story: 'Null counts as a value of the required field, and the document store accepts it.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    breaksLists: true,
    example: '{"name":null}',
    judge: onName((name, { description }) => {
      if (name === null) return storeAsIs(name, description);
      return badName(name) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'description-stored-as-is',
    title: 'A description of any type is stored unchanged',
    story: 'The document store accepts anything, and only the name is checked.',
    requirements: ['invalid.description-type'],
    exposedBy: 'any instance',
    breaksLists: true,
    example: '{"name":"cat","description":{"a":1}}',
    judge: onDescription((description, { name }) =>
      description !== null && isWritable(description) ? storeAsIs(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'stored-before-description',
    title: 'A category with a refused description is stored without it',
    story: 'The insert runs before the optional fields are checked, outside a transaction.',
    requirements: ['invalid.nothing-stored'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":1}',
    judge: onObject(({ name, description }) => {
      if (badName(name)) return refuse();
      return badDescription(description) && description !== null
        ? { ...refuse(), also: [{ name }] }
        : store(name, description);
    }),
  }),
  weak({
    id: 'stored-before-end',
    title: 'A category followed by invalid bytes is refused but stored',
    story: 'The stream parser emits each complete value, and then fails.',
    requirements: ['invalid.nothing-stored'],
    exposedBy: 'any instance',
    example: '{"name":"cat"}x',
    judge: (bytes) => {
      const read = leniently({ rest: true })(bytes);
      const strict = leniently({})(bytes);
      return strict.kind === 'problem' && read.kind === 'category'
        ? { ...refuse(), also: [read.category] }
        : strict;
    },
  }),
];

/** Checks whether the reference server can write a value as JSON. */
function isWritable(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < 200 && Object.values(value).every((item) => isWritable(item, depth + 1));
}
