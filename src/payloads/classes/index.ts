import type { FastCheck, FaultClass } from '../fault-class.ts';
import { bodyBytes, bodyEmpty, bodyType, lenient, malformed } from './bodies.ts';
import { descriptionType, nameMissing, nameType } from './fields.ts';

/**
 * The classes that the requirements name and that can fail, by priority: what finds most defects of the gallery first, and each
 * requirement early, so that a small budget finds most. With the warnings they are 39. The smallest plan has room for 41
 * bodies, so a standard run adds two of the other classes.
 */
const byPriority = `
  name-other-case unclosed description-false not-utf-8 name-empty-object no-body name-array description-array
  body-array-of-category other-format name-false name-integer no-fields name-array-of-text name-null body-text
  description-object body-null name-one-down description-number name-object name-zero description-alone name-true
  body-number name-empty-array description-zero cut body-true name-fraction name-large-number
  body-empty-array description-true body-false
`
  .trim()
  .split(/\s+/);

/** Creates all fault classes: those that can fail, then warnings, then those in rotation by the seed. */
export function faultClasses(fc: FastCheck): readonly FaultClass[] {
  const required = [nameMissing, nameType, malformed, bodyType, descriptionType, bodyEmpty, bodyBytes];
  const ranked = required
    .flatMap((classes) => classes(fc))
    .sort((a, b) => byPriority.indexOf(a.id) - byPriority.indexOf(b.id));
  const all = [...ranked, ...lenient(fc)];
  return [...all.filter(({ rotates }) => !rotates), ...all.filter(({ rotates }) => rotates)];
}
