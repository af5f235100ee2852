import type fc from 'fast-check';
import { type FastCheck, markPlace } from './fault-class.ts';
import { namePattern } from './names.ts';

/** Choices made when writing JSON (RFC 8259). No validator may depend on them. */
export interface Layout {
  /** Pieces of whitespace, used in rotation between tokens, before the first token and after the last one. */
  readonly blanks: readonly string[];
  /** Whether the members of the outer object are in reverse order. */
  readonly turned: boolean;
  /** Numbers that each select a character of a string, which is then written as `\uXXXX`. */
  readonly escapes: readonly number[];
}

/** No whitespace, members in order, no escapes. */
const tight: Layout = { blanks: [''], turned: false, escapes: [] };

const someBlanks = ['', ' ', '\n', '\t', '  ', '\r\n', '\n    ', ' '.repeat(24)];

/** Generates layouts. They shrink to no whitespace and no escapes in one step. */
export function layouts(fc: FastCheck): fc.Arbitrary<Layout> {
  const spread = fc.record({
    blanks: fc.array(fc.constantFrom(...someBlanks), { minLength: 1, maxLength: 4 }),
    turned: fc.boolean(),
    escapes: fc.oneof(
      { arbitrary: fc.constant([]), weight: 3 },
      { arbitrary: fc.array(fc.nat(999), { minLength: 1, maxLength: 3 }), weight: 1 },
    ),
  });
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(tight), weight: 1 },
    { arbitrary: spread, weight: 3 },
  );
}

/** A member of an object: its key, and its value as JSON. */
export type Member = readonly [key: string, value: string];

/** Returns the tokens of an object. Each value is one token. */
export function tokensOf(members: readonly Member[], turned = false): string[] {
  const ordered = turned ? members.toReversed() : members;
  const written = ordered.flatMap(([key, value], at) => [
    ...(at === 0 ? [] : [',']),
    JSON.stringify(key),
    ':',
    value,
  ]);
  return ['{', ...written, '}'];
}

/** Writes tokens with whitespace between them, and escapes some letters. */
export function joinTokens(tokens: readonly string[], { blanks, escapes }: Layout = tight): string {
  const blank = (at: number) => blanks[at % blanks.length] ?? '';
  const text = tokens.map((token, at) => `${blank(at)}${token}`).join('');
  return withEscapes(`${text}${blank(tokens.length)}`, escapes);
}

/** Writes an object as JSON. */
export function writeObject(members: readonly Member[], layout: Layout = tight): string {
  return joinTokens(tokensOf(members, layout.turned), layout);
}

/**
 * Writes the selected characters of all strings in a JSON text as `\uXXXX`, except in the mark, because the kit searches lists
 * for it. By default, the characters are selected from ASCII letters, because a body may be bytes that are not UTF-8.
 */
export function withEscapes(text: string, escapes: readonly number[], escapable = /[a-z]/gi): string {
  const places = escapes.length === 0 ? [] : placesIn(text, escapable);
  const selected = new Set(escapes.map((one) => places[one % places.length]));
  let at = 0;
  return Array.from(text, (character) => {
    const isSelected = selected.has(at);
    at += character.length;
    return isSelected ? asEscapes(character) : character;
  }).join('');
}

/** Writes a character as `\uXXXX`, or as two escapes if it is a surrogate pair. */
function asEscapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Returns the positions of these characters inside strings, except in marks and in escapes. */
function placesIn(text: string, escapable: RegExp): number[] {
  const hide = (found: string) => '"'.repeat(found.length);
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].flatMap(({ 0: string, index }) => {
    const open = string
      .replaceAll(markPlace, hide)
      .replaceAll(namePattern(), hide)
      .replaceAll(/\\u[0-9a-f]{4}|\\./gi, hide);
    return [...open.matchAll(escapable)].map((found) => index + found.index);
  });
}
