import type fc from 'fast-check';
import type { RefusalId } from './classify.ts';

/**
 * A body before it is sent. If the fault allows, it contains `markPlace`, which the mark of a run replaces. Both have the
 * same length, so that drafts are the same in every run.
 */
export interface Draft {
  /** The fault with its value: "name is [\"text\"]". */
  readonly label: string;
  readonly text: string;
  /** The characters of `text` are bytes; otherwise it is encoded as UTF-8. */
  readonly bytes?: true;
}

/** As long as a name of `createNames`. */
export const markPlace = 'markmarkmarkma';

/** Returns the bytes to send, with the mark filled in. */
export function render({ text, bytes }: Draft, mark: string): Uint8Array {
  return Buffer.from(text.replaceAll(markPlace, mark), bytes ? 'latin1' : 'utf8');
}

/** Checks whether a draft contains the mark. */
export function isMarked({ text }: Draft): boolean {
  return text.includes(markPlace);
}

/** Returns the size in bytes. */
export function sizeOf(draft: Draft): number {
  return Buffer.byteLength(draft.text, draft.bytes ? 'latin1' : 'utf8');
}

/** fast-check as a parameter: it is loaded only when payloads are generated. */
export type FastCheck = typeof fc;

/** Bodies that violate a requirement in the same way. */
export interface FaultClass {
  readonly id: string;
  readonly requirement: RefusalId;
  /** The fault of every instance, as shown in reports: "name is an integer". */
  readonly fault: string;
  /** The valid body without the fault. */
  readonly control: string;
  /** The impact of accepting an instance. */
  readonly accepted: string;
  /** Instances differ only in whitespace, so a second one adds little. */
  readonly alike?: true;
  /** The requirements do not name the fault. Such classes come last, in rotation by the seed. */
  readonly rotates?: true;
  readonly arbitrary: fc.Arbitrary<Draft>;
  /** The smallest instances in order; shrinking tries these first. */
  readonly smallest: readonly Draft[];
  /** The first instance to send; the smallest by default. Set if the requirement names a larger one. */
  readonly first?: Draft;
}

/** Properties that the classes of a requirement share. */
interface Group<Value> extends Pick<FaultClass, 'requirement' | 'control' | 'accepted'> {
  /** Writes a value as a body, without whitespace by default. */
  readonly write: (value: Value, layout: Layout | undefined, fault: string) => Draft;
  /** Layouts of generated bodies; without whitespace by default. */
  readonly layout?: fc.Arbitrary<Layout>;
}

/** A class of a group, defined by its values. Without `generated`, only the smallest are used. */
export interface ClassSpec<Value> extends Pick<FaultClass, 'id' | 'fault' | 'alike' | 'rotates'> {
  readonly generated?: fc.Arbitrary<Value>;
  readonly smallest: readonly Value[];
  readonly first?: Value | undefined;
}

/** Creates the classes of a requirement. */
export function classesOf<Value>(
  { constantFrom, tuple }: FastCheck,
  { write, layout, ...shared }: Group<Value>,
  specs: readonly ClassSpec<Value>[],
): FaultClass[] {
  return specs.map(({ generated, smallest, first, ...about }) => {
    // Instances of a class with one value differ only in layout.
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

/** A member of an object: its key, and its value as JSON. */
export type Member = readonly [key: string, value: string];

/** The layout of a body: whitespace between tokens, and whether members are in reverse order. */
export interface Layout {
  readonly blank: string;
  readonly turned: boolean;
}

/** No whitespace, members in order. */
export const tight: Layout = { blank: '', turned: false };

/** Whitespace between tokens: mostly little, and in one of ten layouts enough for a long body. */
const blanks = [
  ...['', ' ', '\n', '\t', '  '].flatMap((blank) => Array<string>(40).fill(blank)),
  ...Array.from({ length: 22 }, (_, index) => ' '.repeat(index + 3)),
];
const everyLayout = blanks.flatMap((blank) => [false, true].map((turned): Layout => ({ blank, turned })));

/** Generates layouts, because no validator may depend on whitespace or order. Shrinks to no whitespace. */
export function layouts({ constantFrom }: FastCheck): fc.Arbitrary<Layout> {
  return constantFrom(...everyLayout);
}

/** Writes an object as JSON. */
export function writeObject(members: readonly Member[], { blank, turned }: Layout = tight): string {
  const ordered = turned ? [...members].reverse() : members;
  const written = ordered.map(([key, value]) => `${blank}${JSON.stringify(key)}${blank}:${blank}${value}`);
  return `{${written.join(`${blank},`)}${blank}}`;
}

export const markedName: Member = ['name', `"${markPlace}"`];
export const markedDescription: Member = ['description', `"${markPlace}"`];

/** Shortens a value for a label. */
export function shown(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 36)}… (${value.length} characters)`;
}
