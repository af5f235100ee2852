import type { AddedBodies, FastCheck, FaultClass } from '../fault-class.ts';
import { bodyBytes, bodyEmpty, bodyType, malformed, unclosed } from './bodies.ts';
import { lenient } from './lenient.ts';
import { newCategory } from './new-category.ts';
import { type Body, memberClasses, nullClass } from './of-schema.ts';

/**
 * The classes that every standard run sends, by priority: those that find the most defects of the gallery come first, and
 * each requirement has a class early in the list, so that even a small budget finds most defects.
 */
const byPriority = `
  name-other-case null-description unclosed description-false not-utf-8 name-empty-object no-body name-array description-array
  body-array-of-one-category form name-false name-integer no-fields name-array-of-one-text name-null body-text
  description-object body-null name-under-category description-number name-object name-zero description-alone name-true
  body-number no-length ends-early name-empty-array description-zero cut body-true name-fraction name-large-number name-array-of-text
  description-array-of-one-text body-array-of-category name-beyond-int64 description-beyond-int64 cut-in-letter
  name-under-data body-empty-array description-true body-false description-empty-array description-empty-object
  not-a-number trailing-bytes trailing-comma single-quotes blank-body body-other-text form-of-fields
`
  .trim()
  .split(/\s+/);

/** Creates all fault classes: those of every standard run by priority, then those that take turns. */
export function faultClasses(fc: FastCheck): readonly FaultClass[] {
  const all = [
    ...memberClasses(fc, newCategory, 'name'),
    ...unclosed(fc, newCategory),
    ...malformed(fc),
    ...bodyType(fc, newCategory),
    ...memberClasses(fc, newCategory, 'description'),
    ...bodyEmpty(fc, newCategory),
    ...bodyBytes(fc),
    ...nullClass(fc, newCategory, 'description'),
    ...lenient(fc),
  ];
  const inTurns = all.filter(({ turn }) => turn === 'in turns');
  const others = all.filter(({ turn }) => turn !== 'in turns');
  return [...others.sort((a, b) => byPriority.indexOf(a.id) - byPriority.indexOf(b.id)), ...inTurns];
}

/**
 * Creates the classes of an operation that a custom check adds: those that follow from a schema, and a few about the whole
 * body.
 */
export function addedClasses(fc: FastCheck, added: AddedBodies): FaultClass[] {
  const { operation, schema, requirements } = added;
  const [resource = 'object'] = operation.path.match(/\w+?(?=s?$)/) ?? [];
  const rowOf: Body['rowOf'] = (_, member = '*') => ({
    requirement: requirements[member] ?? requirements['*'] ?? '',
    group: 'others',
  });
  const body = { schema, resource, rowOf };
  const members = Object.keys(schema.properties ?? {}).flatMap((member) => memberClasses(fc, body, member));
  return [...members, ...bodyType(fc, body), ...unclosed(fc, body), ...bodyEmpty(fc, body)]
    .filter(({ framing }) => framing === undefined)
    .map((one) => ({ ...one, id: `${operation.id} ${one.id}`, isTelling: false, added }));
}
