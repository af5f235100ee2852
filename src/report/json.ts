import { weighJson } from '../json/weigh.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printableJsonText } from '../text/shown.ts';
import type { Report } from './model/report.ts';
import { reportBounds } from './model/report-bounds.ts';

/** Arrays of more elements than this are written one element at a time. */
const manyElements = 50;
const indentation = '  ';

/** The report itself, which all other reports can be made from. */
export function render(report: Report): string {
  return [...pieces(report)].join('');
}

/**
 * The text of report.json, indented, in pieces: a report may hold ten thousand exchanges, of which the whole text need
 * never be in memory. `complete` stands last, whatever the order of the report's own properties: a file that was cut
 * short is no JSON, and one that is JSON says whether the run came to its end. Printed, it can neither move a cursor
 * nor give a command to a build server.
 */
export function* pieces({ complete, ...rest }: Report): Generator<string> {
  const exchanges = rest.exchanges && readable(rest.exchanges, { ...rest, complete });
  yield* piecesOf({ ...rest, ...definedOnly({ exchanges }), complete }, '');
  yield '\n';
}

type Exchanges = NonNullable<Report['exchanges']>;

/** Levels of the layout above an exchange, and what stands around the list of them. */
const depthOfExchanges = 3;
const roomForCounts = 200;

/** Of the exchanges the first that a reader of the report has room for; other reports hold all of them. */
function readable({ kept, leftOut }: Exchanges, { exchanges: _, ...others }: Report): Exchanges {
  const around = roomOf(`${[...piecesOf(others, '')].join('')}\n`);
  let { bytes, values } = reportBounds;
  bytes -= around.bytes + roomForCounts;
  values -= around.values + roomForCounts;
  // An element stands with its comma, its line break and the blanks before it.
  const indent = indentation.repeat(depthOfExchanges);
  const tooMany = kept.findIndex((one) => {
    const taken = roomOf(`,\n${indent}${textOf(one, indent)}`);
    bytes -= taken.bytes;
    values -= taken.values;
    return bytes < 0 || values < 0;
  });
  if (tooMany < 0) return { kept, leftOut };
  return { kept: kept.slice(0, tooMany), leftOut: leftOut + kept.length - tooMany };
}

function roomOf(text: string): { readonly bytes: number; readonly values: number } {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, values: weighJson(bytes).values };
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

/** No text of JSON holds a line break of its own: each is one of the layout. */
function textOf(value: unknown, indent: string): string {
  return printableJsonText(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}
