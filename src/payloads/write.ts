import type fc from 'fast-check';
import { markPlace } from './draft.ts';
import type { FastCheck } from './fault-class.ts';

/** One member of an object as it is written: its key and the text of its value. */
export type Member = readonly [key: string, value: string];

/** How a body is laid out: what stands between the tokens, and whether the members change places. */
export interface Layout {
  readonly blank: string;
  readonly turned: boolean;
}

/** Nothing between the tokens, the members in their order. */
export const tight: Layout = { blank: '', turned: false };

/** White space and order are free in JSON: no validator may care for them. */
export function layouts({ record, constantFrom, boolean }: FastCheck): fc.Arbitrary<Layout> {
  return record({ blank: constantFrom('', ' ', '\n', '\t', '  '), turned: boolean() });
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
