import { pointerOf } from '../json/pointer.ts';

/** A value in a description, and where it stands. */
export interface Place {
  readonly value: unknown;
  /** The JSON Pointer of the value, or of where it should stand. */
  readonly pointer: string;
  /** The whole document, in which local references are looked up. */
  readonly root: unknown;
}

/** A difference between a description and the specification. */
export interface Difference {
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
  /** What is different, without a value that the description chose. */
  readonly cause: string;
}

/** No difference where it is as the specification has it; else the one at this place. */
export function unless(
  holds: boolean,
  { pointer }: Place,
  expected: string,
  received: string,
  cause: string,
): Difference[] {
  return holds ? [] : [{ pointer, expected, received, cause }];
}

export type Fields = Readonly<Record<string, unknown>>;

/** So many references in a row are followed; a longer chain is a circle. */
const longestChain = 32;

/** Where a whole document stands. */
export function rootPlace(document: unknown): Place {
  return { value: document, pointer: '', root: document };
}

/** The place of a member or element below another; its value is undefined where there is none. */
export function below(place: Place, ...steps: readonly string[]): Place {
  return steps.reduce((at, step) => followed(stepInto(at, step)), place);
}

/** The members of an object; none where the value is no object. */
export function fieldsOf({ value }: Place): Fields {
  return isFields(value) ? value : {};
}

/** Whether a value is an object, and no array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of an array, each with its place; none where the value is no array. */
export function elementsOf(place: Place): Place[] {
  return Array.isArray(place.value) ? place.value.map((_, index) => below(place, String(index))) : [];
}

/** The members of an object, each with its name and place. */
export function membersOf(place: Place): (readonly [name: string, member: Place])[] {
  return Object.keys(fieldsOf(place)).map((name) => [name, below(place, name)] as const);
}

/** A value in a few words: what a reader is shown as received. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

function stepInto({ value, pointer, root }: Place, step: string): Place {
  const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
  return {
    value: inside ? (value as Fields)[step] : undefined,
    pointer: `${pointer}${pointerOf([step])}`,
    root,
  };
}

/** Where a local reference leads, so that a difference is shown where it has to be mended. */
function followed(place: Place, chain = 0): Place {
  const { value, root } = place;
  const reference = isFields(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith('#') || chain >= longestChain) return place;
  const steps = reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => unescaped(step));
  const target = steps.reduce(stepInto, rootPlace(root));
  return followed(target, chain + 1);
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
