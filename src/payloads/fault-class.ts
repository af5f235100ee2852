import type fc from 'fast-check';
import type { RefusalId } from './classify.ts';

/**
 * The text of a body before it is sent. Where the fault leaves room, it includes `markPlace`, a plain word as long as
 * the mark of a run that replaces it: so drafts are the same in every run, and cuts fall at the same byte.
 */
export interface Draft {
  /** What is wrong, in words, with the value in it: "name is [\"text\"]". */
  readonly label: string;
  readonly text: string;
  /** The characters of the text are bytes; otherwise it is UTF-8. */
  readonly bytes?: true;
}

/** As long as a name of `createNames`. */
export const markPlace = 'markmarkmarkma';

/** Returns the exact bytes that are sent, with the mark in its place. */
export function render({ text, bytes }: Draft, mark: string): Uint8Array {
  return Buffer.from(text.replaceAll(markPlace, mark), bytes ? 'latin1' : 'utf8');
}

/** Whether the text has room for the mark. */
export function isMarked({ text }: Draft): boolean {
  return text.includes(markPlace);
}

/** Returns the size in bytes, which decides which of two bodies is smaller. */
export function sizeOf(draft: Draft): number {
  return Buffer.byteLength(draft.text, draft.bytes ? 'latin1' : 'utf8');
}

/** fast-check as a parameter: it is loaded only when payloads are generated. */
export type FastCheck = typeof fc;

/** Bodies that violate one sentence in the same way. */
export interface FaultClass {
  readonly id: string;
  readonly requirement: RefusalId;
  /** The one thing that is wrong with every instance, as reports name it: "name is a number". */
  readonly fault: string;
  /** The valid body that every instance differs from in that one thing. */
  readonly control: string;
  /** The impact if an instance is accepted. */
  readonly accepted: string;
  /** Instances differ in white space alone, so a second one shows hardly more than the first. */
  readonly alike?: true;
  /** The requirements do not name it: such classes come after the others and take turns by the seed. */
  readonly rotates?: true;
  readonly arbitrary: fc.Arbitrary<Draft>;
  /** The smallest instances, smallest first: shrinking tries these before anything else. */
  readonly smallest: readonly Draft[];
  /** Sent before any other; the smallest by default. Given where the requirement names a larger one. */
  readonly first?: Draft;
}

/** What the classes of one requirement share. */
interface Group<Value> extends Pick<FaultClass, 'requirement' | 'control' | 'accepted'> {
  /** Writes a value as a body, tightly unless a layout is given. */
  readonly write: (value: Value, layout: Layout | undefined, fault: string) => Draft;
  /** How generated bodies are laid out: tight by default, as the smallest are. */
  readonly layout?: fc.Arbitrary<Layout>;
}

/** A class of a group by its values. Without `generated` the first of the smallest is its only value. */
export interface ClassSpec<Value> extends Pick<FaultClass, 'id' | 'fault' | 'alike' | 'rotates'> {
  readonly generated?: fc.Arbitrary<Value>;
  readonly smallest: readonly Value[];
  readonly first?: Value | undefined;
}

/** Builds the classes of one requirement. */
export function classesOf<Value>(
  { constantFrom, tuple }: FastCheck,
  { write, layout, ...shared }: Group<Value>,
  rows: readonly ClassSpec<Value>[],
): FaultClass[] {
  return rows.map(({ generated, smallest, first, ...about }) => {
    // The only value of a class differs in its layout alone.
    const alike = generated === undefined && layout !== undefined ? { alike: true as const } : {};
    const values = generated ?? constantFrom(...smallest);
    const draft = (value: Value, laidOut?: Layout) => write(value, laidOut, about.fault);
    return {
      ...shared,
      ...about,
      ...alike,
      arbitrary:
        layout === undefined
          ? values.map((value) => draft(value))
          : tuple(values, layout).map(([value, laidOut]) => draft(value, laidOut)),
      smallest: smallest.map((value) => draft(value)).sort((a, b) => sizeOf(a) - sizeOf(b)),
      ...(first === undefined ? {} : { first: draft(first) }),
    };
  });
}

/** One field of an object as it is written: its key and the text of its value. */
export type Member = readonly [key: string, value: string];

/** How a body is laid out: the white space between tokens, and whether the fields are in reverse order. */
export interface Layout {
  readonly blank: string;
  readonly turned: boolean;
}

/** No white space, the fields in order. */
export const tight: Layout = { blank: '', turned: false };

/** White space between the tokens: mostly little, in one of ten layouts enough to make a long body. */
const blanks = [
  ...['', ' ', '\n', '\t', '  '].flatMap((blank) => Array<string>(40).fill(blank)),
  ...Array.from({ length: 22 }, (_, index) => ' '.repeat(index + 3)),
];
const everyLayout = blanks.flatMap((blank) => [false, true].map((turned): Layout => ({ blank, turned })));

/** Generates layouts: no validator may depend on white space or order. Shrinks to no white space. */
export function layouts({ constantFrom }: FastCheck): fc.Arbitrary<Layout> {
  return constantFrom(...everyLayout);
}

/** Writes an object as text. */
export function writeObject(members: readonly Member[], { blank, turned }: Layout = tight): string {
  const ordered = turned ? [...members].reverse() : members;
  const written = ordered.map(([key, value]) => `${blank}${JSON.stringify(key)}${blank}:${blank}${value}`);
  return `{${written.join(`${blank},`)}${blank}}`;
}

export const markedName: Member = ['name', `"${markPlace}"`];
export const markedDescription: Member = ['description', `"${markPlace}"`];

/** Cuts the text of a value for a label. */
export function shown(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 36)}… (${value.length} characters)`;
}
