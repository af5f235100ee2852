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

/** Stores a row as a document store does: whatever the values are. */
function storeAsIs(name: unknown, description: unknown): Outcome {
  const document = description === undefined ? { name } : { name, description };
  return { kind: 'category', category: document as NewCategory };
}

/** Servers that store what they should not: as it is, or before it is checked. */
export const storingValidators = [
  weak({
    id: 'name-stored-as-is',
    title: 'Any truthy name is stored unchanged',
    story: 'A document store takes what it is given, and only truth is tested.',
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
    title: 'A name of null is stored unchanged',
    story: 'The field is required, and null is a value; the document store takes it.',
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
    story: 'The document store takes what it is given, and only the name is checked.',
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
    title: 'A body refused for its description is stored without it',
    story: 'The row is inserted before the optional fields are checked, outside of a transaction.',
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
    title: 'A body refused for what follows it is stored',
    story: 'The reader of the stream hands over each value as it is complete, and then fails.',
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

/** Whether the reference server can write a value as JSON. */
function isWritable(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < 200 && Object.values(value).every((item) => isWritable(item, depth + 1));
}
