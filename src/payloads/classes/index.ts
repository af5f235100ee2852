import type { FastCheck, FaultClass } from '../fault-class.ts';
import { bodyBytes, bodyEmpty, bodyType, malformed } from './bodies.ts';
import { descriptionType, nameMissing, nameType, nullDescription } from './fields.ts';
import { lenient } from './lenient.ts';

/**
 * The classes that every standard run sends, by priority: what finds most defects of the gallery first, and each
 * requirement early, so that a small budget finds most.
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

/** Creates all fault classes: those of every standard run by priority, then those in turns. */
export function faultClasses(fc: FastCheck): readonly FaultClass[] {
  const families = [
    nameMissing,
    nameType,
    malformed,
    bodyType,
    descriptionType,
    bodyEmpty,
    bodyBytes,
    nullDescription,
    lenient,
  ];
  const all = families.flatMap((classes) => classes(fc));
  const inTurns = all.filter(({ turn }) => turn === 'in turns');
  const others = all.filter(({ turn }) => turn !== 'in turns');
  return [...others.sort((a, b) => byPriority.indexOf(a.id) - byPriority.indexOf(b.id)), ...inTurns];
}
