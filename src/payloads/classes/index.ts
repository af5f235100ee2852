import type { FastCheck, FaultClass } from '../fault-class.ts';
import { bodyType } from './body-type.ts';
import { bodyBytes, bodyEmpty } from './bytes.ts';
import { lenient, malformed } from './malformed.ts';
import { nameMissing } from './name-missing.ts';
import { descriptionType, nameType } from './wrong-type.ts';

/**
 * The classes that can fail in order of worth: what most servers get wrong comes first, and each requirement is
 * met early, so that a small budget finds most.
 */
const byWorth = [
  'name-integer',
  'no-fields',
  'unclosed',
  'name-array-of-text',
  'description-number',
  'no-body',
  'body-array-of-category',
  'name-zero',
  'name-null',
  'name-object',
  'not-utf-8',
  'body-text',
  'name-other-case',
  'description-array',
  'body-null',
  'form',
  'cut',
  'description-alone',
  'name-true',
  'name-false',
  'body-number-or-boolean',
  'description-object',
  'name-empty-array',
  'blank-body',
  'name-under-category',
  'name-under-data',
  'description-true',
  'description-zero',
  'description-false',
  'name-fraction',
  'name-large-number',
  'name-nested',
  'other-format',
  'body-empty-array',
  'name-look-alike',
  'name-empty-object',
  'name-array',
  'name-inherited',
];

/** All fault classes, each id once; warnings come last. */
export function faultClasses(fc: FastCheck): readonly FaultClass[] {
  const required = [nameMissing, nameType, malformed, bodyType, descriptionType, bodyEmpty, bodyBytes];
  const ranked = required.flatMap((classes) => classes(fc));
  return [...ranked.sort((a, b) => byWorth.indexOf(a.id) - byWorth.indexOf(b.id)), ...lenient(fc)];
}
