import type { FastCheck, FaultClass } from '../fault-class.ts';
import { bodyType } from './body-type.ts';
import { bodyBytes, bodyEmpty } from './bytes.ts';
import { lenient, malformed } from './malformed.ts';
import { nameMissing } from './name-missing.ts';
import { descriptionType, nameType } from './wrong-type.ts';

/**
 * The classes that can fail in order of worth: what most servers get wrong comes first, and each requirement is
 * met early, so that a small budget finds most. They are no more than 40 with the warnings, so that the window of
 * the smallest plan has room for one of each, and they are drawn so that one of each holds all that the ledger names.
 */
const byWorth = [
  'name-integer',
  'no-fields',
  'unclosed',
  'name-array-of-text',
  'description-number',
  'no-body',
  'body-array-of-category',
  'name-false',
  'name-null',
  'name-object',
  'not-utf-8',
  'body-text',
  'name-other-key',
  'description-array',
  'body-null',
  'form',
  'description-alone',
  'name-true',
  'body-number-or-boolean',
  'description-object',
  'name-empty-array',
  'blank-body',
  'name-one-down',
  'description-zero',
  'cut',
  'name-fraction',
  'name-large-number',
  'name-array',
  'other-format',
  'body-empty-array',
  'name-empty-object',
  'description-boolean',
];

/** All fault classes, each id once; warnings come last. */
export function faultClasses(fc: FastCheck): readonly FaultClass[] {
  const required = [nameMissing, nameType, malformed, bodyType, descriptionType, bodyEmpty, bodyBytes];
  const ranked = required.flatMap((classes) => classes(fc));
  return [...ranked.sort((a, b) => byWorth.indexOf(a.id) - byWorth.indexOf(b.id)), ...lenient(fc)];
}
