import type { FastCheck, FaultClass } from '../fault-class.ts';
import { bodyBytes, bodyEmpty, bodyType, lenient, malformed } from './bodies.ts';
import { descriptionType, nameMissing, nameType } from './fields.ts';

/**
 * The classes that the requirements name and that can fail, by priority: the most common mistakes first, and each
 * requirement early, so that a small budget finds most. With the warnings they are 40. The smallest plan has room for 42
 * bodies, so a standard run adds two of the other classes.
 */
const byPriority = `
  name-integer no-fields unclosed name-array-of-text description-number no-body body-array-of-category
  name-false name-null name-object not-utf-8 body-text name-other-case description-array name-zero
  body-null form description-alone name-true description-false body-number description-object
  name-empty-array name-one-down description-zero cut body-true name-fraction name-large-number
  name-array other-format body-empty-array name-empty-object description-true body-false
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
