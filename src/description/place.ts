import { pointerOf } from '../json/value.ts';

/** A value in a description, with its position. */
export interface Place {
  readonly value: unknown;
  /** The JSON Pointer of the value, or of the place where it is missing. */
  readonly pointer: string;
  /** The whole document, for local references. */
  readonly root: unknown;
}

/** A difference between a description and the specification. */
export interface Discrepancy {
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
  /** The kind of difference, without values from the description. */
  readonly cause: string;
}

/** Returns a difference at this place. */
export function difference(
  { pointer }: Place,
  expected: string,
  received: string,
  cause: string,
): Discrepancy[] {
  return [{ pointer, expected, received, cause }];
}

/** Returns the difference, unless `holds` is true. */
export function unless(holds: boolean, ...found: Parameters<typeof difference>): Discrepancy[] {
  return holds ? [] : difference(...found);
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the place of a whole document. */
export function rootPlace(document: unknown): Place {
  return { value: document, pointer: '', root: document };
}

/** Returns the place of a member or element. Its value is undefined if there is no such member. */
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

/** Lists the places of the elements of an array, each once. For other values, the list is empty. */
export function placesIn(place: Place): Place[] {
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

/** Limits for names and references, because references may be followed very often. */
const longestName = 200;
const longestReference = 2_000;
const longestShown = 80;

/** Describes a value briefly, and serializes only what it shows. */
export function inBrief(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value !== 'object' || value === null) return shortened(startOf(value, longestShown));
  const known = shownBefore.get(value) ?? shortened(startOf(value, longestShown));
  shownBefore.set(value, known);
  return known;
}

/** Caches descriptions, because many references may lead to one large value. */
const shownBefore = new WeakMap<object, string>();

function shortened(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown - 1)}…`;
}

/** Returns the JSON of a value, or its beginning if the JSON is longer than `most`. */
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

/** Caches, for each document, where its references lead. */
const ends = new WeakMap<object, Map<string, Place>>();

/** Follows local references, so that a difference is reported where it must be fixed. A cycle ends at one of its references. */
function followed(place: Place): Place {
  let reference = referenceIn(place);
  if (reference === undefined) return place;
  const known = ends.get(place.root as object) ?? new Map<string, Place>();
  ends.set(place.root as object, known);
  const passed = new Set<string>();
  let at = place;
  while (reference !== undefined && !passed.has(reference)) {
    passed.add(reference);
    at = known.get(reference) ?? pointedAt(place, reference);
    reference = referenceIn(at);
  }
  for (const one of passed) known.set(one, at);
  return at;
}

/** Returns the reference of a value, if it is one that the kit follows. */
function referenceIn({ value }: Place): string | undefined {
  const reference = isFields(value) ? value['$ref'] : undefined;
  const isFollowed =
    typeof reference === 'string' && reference.startsWith('#') && reference.length <= longestReference;
  return isFollowed ? reference : undefined;
}

/**
 * Returns the place that a JSON Pointer in a reference names (`#/components/schemas/Category`), without following other
 * references.
 */
export function pointedAt({ root }: Place, reference: string): Place {
  return reference.split('/').slice(1).map(unescaped).reduce(stepInto, rootPlace(root));
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
