import type { FastCheck, FaultClass } from '../fault-class.ts';
import { bodyType } from './body-type.ts';
import { bodyBytes, bodyEmpty } from './bytes.ts';
import { lenient, malformed } from './malformed.ts';
import { nameMissing } from './name-missing.ts';
import { descriptionType, nameType } from './wrong-type.ts';

/**
 * All fault classes in order of worth: what real servers get wrong most comes first, and each requirement is
 * met before any is met again, so that a small budget finds most. Warnings come last.
 */
export function faultClasses(fc: FastCheck): readonly FaultClass[] {
  const required = [nameMissing, nameType, malformed, bodyType, descriptionType, bodyEmpty, bodyBytes];
  return [...inTurn(required.map((classes) => classes(fc))), ...lenient(fc)];
}

function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
