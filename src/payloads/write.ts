import type fc from 'fast-check';
import { markPlace } from './draft.ts';
import type { FastCheck, FaultClass } from './fault-class.ts';

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

/** Marks a class whose instances differ in white space alone. */
export function alike(faultClass: FaultClass): FaultClass {
  return { ...faultClass, alike: true };
}
