import { pointerOf } from '../json/value.ts';

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

/** The places of the elements of an array, one where several refer to it; none where the value is no array. */
export function elementsOf(place: Place): Place[] {
  if (!Array.isArray(place.value)) return [];
  const places = place.value.map((_, index) => below(place, String(index)));
  return [...new Map(places.map((one) => [one.pointer, one])).values()];
}

/** Whether a value is a word, in any letter case. */
export function isWord(value: unknown, word: string): boolean {
  return typeof value === 'string' && value.length === word.length && value.toLowerCase() === word;
}

/** The members of an object, each with its name and place. */
export function membersOf(place: Place): (readonly [name: string, member: Place])[] {
  return Object.keys(fieldsOf(place)).map((name) => [name, below(place, name)] as const);
}

/** A name and a reference of more characters are a way to occupy the kit: references are followed a great many times. */
const longestName = 200;
const longestReference = 2_000;
const longestShown = 80;

/** A value in a few words: what a reader is shown as received. Of a long one, no more is written out than is shown. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value !== 'object' || value === null) return shortened(startOf(value, longestShown));
  const known = shownBefore.get(value) ?? shortened(startOf(value, longestShown));
  shownBefore.set(value, known);
  return known;
}

/** Many references lead to one value, of whose members even the names may be very many. */
const shownBefore = new WeakMap<object, string>();

function shortened(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown - 1)}…`;
}

/** The JSON of a value, or a beginning of it that is longer than `most`. */
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
  const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
  return {
    value: inside ? (value as Fields)[step] : undefined,
    pointer: `${pointer}${pointerOf([nameShown(step)])}`,
    root,
  };
}

function nameShown(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName)}… (${name.length} characters)`;
}

/** Where the references of a document lead, by what they say. */
const targets = new WeakMap<object, Map<string, Place>>();

/** Where a local reference leads, so that a difference is shown where it has to be mended. */
function followed(place: Place, chain = 0): Place {
  const { value, root } = place;
  const reference = isFields(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith('#') || chain >= longestChain) return place;
  if (reference.length > longestReference) return place;
  const known = targets.get(root as object) ?? new Map<string, Place>();
  targets.set(root as object, known);
  const before = known.get(reference);
  if (before !== undefined) return before;
  const steps = reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => unescaped(step));
  const target = steps.reduce(stepInto, rootPlace(root));
  const end = followed(target, chain + 1);
  known.set(reference, end);
  return end;
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
