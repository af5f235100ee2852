import type fc from 'fast-check';
import type { RefusalId } from './classify.ts';

/**
 * The text of a body before it is sent. Where the fault leaves room, it holds `markPlace`, a plain word as long
 * as the mark of a run that takes its place: so drafts are the same in every run, and cuts fall at the same byte.
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

/** The exact bytes that are sent, with the mark in its place. */
export function render({ text, bytes }: Draft, mark: string): Uint8Array {
  return Buffer.from(text.replaceAll(markPlace, mark), bytes ? 'latin1' : 'utf8');
}

/** Whether the text has room for the mark. */
export function isMarked({ text }: Draft): boolean {
  return text.includes(markPlace);
}

/** The size in bytes, by which the smallest body is the smallest. */
export function sizeOf(draft: Draft): number {
  return Buffer.byteLength(draft.text, draft.bytes ? 'latin1' : 'utf8');
}

/** fast-check, handed in: it is loaded only when payloads are drawn. */
export type FastCheck = typeof fc;

/** Bodies that break one sentence in the same way. */
export interface FaultClass {
  readonly id: string;
  readonly requirement: RefusalId;
  /** The one thing that is wrong with every instance, as reports name it: "name is a number". */
  readonly fault: string;
  /** The valid body that every instance departs from in that one thing. */
  readonly twin: string;
  /** What it means that an instance was accepted. */
  readonly accepted: string;
  /** True where there is but one such body. */
  readonly single?: true;
  /** True where its instances differ in white space alone, so that a second one shows hardly more than the first. */
  readonly alike?: true;
  /** True where the ledger does not name it: such classes come after the others and take turns by the seed. */
  readonly rotates?: true;
  readonly arbitrary: fc.Arbitrary<Draft>;
  /** The smallest instances, smallest first: a failure is shrunk by trying these before anything else. */
  readonly smallest: readonly Draft[];
  /** Sent before any other, the smallest unless given: what the ledger names, where that is larger. */
  readonly first?: Draft;
}

/** The classes of one requirement, the likeliest to be accepted first. */
export type Classes = (fc: FastCheck) => readonly FaultClass[];

/** Of what a class is made: values, each written as a body. */
interface Instances<Value> {
  readonly drawn: fc.Arbitrary<Value>;
  readonly smallest: readonly Value[];
  readonly first?: Value | undefined;
  readonly write: (value: Value, layout?: Layout) => Draft;
  /** How drawn ones are laid out; tight where it is left out, as the smallest are. */
  readonly layout?: fc.Arbitrary<Layout>;
}

/** A class of bodies that are made of values. */
export function classOf<Value>(
  { tuple }: FastCheck,
  about: Omit<FaultClass, 'arbitrary' | 'smallest' | 'first'>,
  { drawn, smallest, first, write, layout }: Instances<Value>,
): FaultClass {
  return {
    ...about,
    arbitrary:
      layout === undefined
        ? drawn.map((value) => write(value))
        : tuple(drawn, layout).map(([value, laidOut]) => write(value, laidOut)),
    smallest: smallest.map((value) => write(value)).sort((a, b) => sizeOf(a) - sizeOf(b)),
    ...(first === undefined ? {} : { first: write(first) }),
  };
}

/** One member of an object as it is written: its key and the text of its value. */
export type Member = readonly [key: string, value: string];

/** How a body is laid out: what stands between the tokens, and whether the members change places. */
export interface Layout {
  readonly blank: string;
  readonly turned: boolean;
}

/** Nothing between the tokens, the members in their order. */
export const tight: Layout = { blank: '', turned: false };

/** White space between the tokens: mostly little, in one of ten layouts so much that the body is a long one. */
const blanks = [
  ...['', ' ', '\n', '\t', '  '].flatMap((blank) => Array<string>(40).fill(blank)),
  ...Array.from({ length: 22 }, (_, index) => ' '.repeat(index + 3)),
];
const everyLayout = blanks.flatMap((blank) => [false, true].map((turned): Layout => ({ blank, turned })));

/** White space and order are free in JSON: no validator may care for them. Shrinks to nothing between the tokens. */
export function layouts({ constantFrom }: FastCheck): fc.Arbitrary<Layout> {
  return constantFrom(...everyLayout);
}

/** An object as text. */
export function writeObject(members: readonly Member[], { blank, turned }: Layout = tight): string {
  const ordered = turned ? [...members].reverse() : members;
  const written = ordered.map(([key, value]) => `${blank}${JSON.stringify(key)}${blank}:${blank}${value}`);
  return `{${written.join(`${blank},`)}${blank}}`;
}

export const markedName: Member = ['name', `"${markPlace}"`];
export const markedDescription: Member = ['description', `"${markPlace}"`];

/** The text of a value, cut for a label. */
export function shown(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 36)}… (${value.length} characters)`;
}
