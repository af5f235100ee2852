import { pointerOf } from '../json/value.ts';

/** A value in a description, with its position. */
export interface Place {
  readonly value: unknown;
  /** The JSON Pointer of the value, or of where it is missing. */
  readonly pointer: string;
  /** The whole document, for local references. */
  readonly root: unknown;
}

/** A difference between a description and the specification. */
export interface Discrepancy {
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
  /** The kind of difference, without values of the description. */
  readonly cause: string;
}

/** Returns the difference at this place unless `holds`. */
export function unless(
  holds: boolean,
  { pointer }: Place,
  expected: string,
  received: string,
  cause: string,
): Discrepancy[] {
  return holds ? [] : [{ pointer, expected, received, cause }];
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the place of a whole document. */
export function rootPlace(document: unknown): Place {
  return { value: document, pointer: '', root: document };
}

/** Returns the place of a member or element; its value is undefined if there is none. */
export function below(place: Place, ...steps: readonly string[]): Place {
  return steps.reduce((at, step) => followed(stepInto(at, step)), place);
}

/** Returns the members of an object, or none for other values. */
export function fieldsOf({ value }: Place): Fields {
  return isFields(value) ? value : {};
}

/** Checks whether a value is an object, not an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the places of the elements of an array, each once; none for other values. */
export function elementsOf(place: Place): Place[] {
  if (!Array.isArray(place.value)) return [];
  const places = place.value.map((_, index) => below(place, String(index)));
  return [...new Map(places.map((one) => [one.pointer, one])).values()];
}

/** Compares a value with a word, ignoring case. */
export function isWord(value: unknown, word: string): boolean {
  return typeof value === 'string' && value.length === word.length && value.toLowerCase() === word;
}

/** Lists the members of an object, each with its name and place. */
export function membersOf(place: Place): (readonly [name: string, member: Place])[] {
  return Object.keys(fieldsOf(place)).map((name) => [name, below(place, name)] as const);
}

/** A longer chain of references is a cycle. */
const longestChain = 32;
/** A longer name is cut, because every pointer below it repeats it. */
const longestName = 200;
const longestShown = 80;

/** Describes a value in short; serializes only what it shows. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = startOf(value, longestShown);
  return text.length <= longestShown ? text : `${text.slice(0, longestShown - 1)}…`;
}

/** Returns the JSON of a value, or its beginning if longer than `most`. */
function startOf(value: unknown, most: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const members = isList ? value.slice(0, most).map((one) => ['', one] as const) : Object.entries(value);
  let text = isList ? '[' : '{';
  for (const [name, one] of members) {
    if (text.length > most) return text;
    text += `${text.length > 1 ? ',' : ''}${isList ? '' : `${startOf(name, most)}:`}`;
    text += startOf(one, Math.max(0, most - text.length));
  }
  return text + (isList ? ']' : '}');
}

function stepInto({ value, pointer, root }: Place, step: string): Place {
  const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
  const name =
    step.length <= longestName ? step : `${step.slice(0, longestName)}… (${step.length} characters)`;
  return {
    value: isInside ? (value as Fields)[step] : undefined,
    pointer: `${pointer}${pointerOf([name])}`,
    root,
  };
}

/** Follows a local reference, so that a difference is reported where it must be fixed. */
function followed(place: Place, chain = 0): Place {
  const { value, root } = place;
  const reference = isFields(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith('#') || chain >= longestChain) return place;
  const steps = reference.split('/').slice(1).map(unescaped);
  return followed(steps.reduce(stepInto, rootPlace(root)), chain + 1);
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
