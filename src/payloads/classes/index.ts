import type { FastCheck, FaultClass } from '../fault-class.ts';
import { lenient, malformed } from './malformed.ts';
import { nameMissing } from './name-missing.ts';
import { bodyBytes, bodyEmpty, bodyType } from './no-object.ts';
import { descriptionType, nameType } from './wrong-type.ts';

/**
 * The classes that the ledger names and that can fail, in order of worth: what most servers get wrong comes first, and
 * each requirement is met early, so that a small budget finds most. With the warnings that it names they are 40: the
 * window of the smallest plan has room for 42 bodies, so that every body the ledger names is sent in a standard run, and
 * two of what it does not name.
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
  'name-other-case',
  'description-array',
  'name-zero',
  'body-null',
  'form',
  'description-alone',
  'name-true',
  'description-false',
  'body-number',
  'description-object',
  'name-empty-array',
  'name-one-down',
  'description-zero',
  'cut',
  'body-true',
  'name-fraction',
  'name-large-number',
  'name-array',
  'other-format',
  'body-empty-array',
  'name-empty-object',
  'description-true',
  'body-false',
];

/** All fault classes, each id once: those that can fail, then warnings, then those that take turns by the seed. */
export function faultClasses(fc: FastCheck): readonly FaultClass[] {
  const required = [nameMissing, nameType, malformed, bodyType, descriptionType, bodyEmpty, bodyBytes];
  const ranked = required
    .flatMap((classes) => classes(fc))
    .sort((a, b) => byWorth.indexOf(a.id) - byWorth.indexOf(b.id));
  const all = [...ranked, ...lenient(fc)];
  return [...all.filter(({ rotates }) => !rotates), ...all.filter(({ rotates }) => rotates)];
}
