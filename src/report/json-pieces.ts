import { printableJsonText } from '../text/shown.ts';

/** Arrays of more elements than this are written one element at a time. */
const manyElements = 50;
const indentation = '  ';

/**
 * A value as indented JSON with a line break at its end, safe to print, in pieces: a report may hold ten
 * thousand exchanges, of which the whole text need never be in memory. The value must be one that came out of
 * `JSON.parse`, or is like it.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  yield* piecesOf(value, '');
  yield '\n';
}

function* piecesOf(value: unknown, indent: string): Generator<string> {
  const inner = indent + indentation;
  if (!holdsMany(value)) {
    yield textOf(value, indent);
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, element] of value.entries())
      yield `${index === 0 ? '' : ','}\n${inner}${textOf(element, inner)}`;
    yield `\n${indent}]`;
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield '{';
    for (const [index, [name, member]] of members.entries()) {
      yield `${index === 0 ? '' : ','}\n${inner}${textOf(name, inner)}: `;
      yield* piecesOf(member, inner);
    }
    yield `\n${indent}}`;
  }
}

/** Whether a value is a long array, or an object that has one a level or two below. */
function holdsMany(value: unknown, levels = 2): value is object {
  if (Array.isArray(value)) return value.length > manyElements;
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.values(value).some((member) => holdsMany(member, levels - 1));
}

/** An element of a list as it stands in the whole, with the comma, the line break and the blanks before it. */
export function pieceOf(element: unknown, depth: number): string {
  const indent = indentation.repeat(depth);
  return `,\n${indent}${textOf(element, indent)}`;
}

/** No text of JSON holds a line break of its own: each is one of the layout. */
function textOf(value: unknown, indent: string): string {
  return printableJsonText(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}
