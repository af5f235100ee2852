import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { type Field, schemas } from '../spec/schemas.ts';

export type ShapeName = keyof typeof schemas;

/** One way in which a value differs from its schema. */
export interface ShapeError {
  /** Name of the property that is wrong; `''` for the value itself. */
  readonly property: string;
  /** What the specification asks for: 'a string', 'an int64 integer'. */
  readonly expected: string;
  /** What is there: 'nothing', 'null', 'array', 'number 12', 'string "abc"'. */
  readonly received: string;
  /** Its type alone. */
  readonly type: TypeName;
}

/** Lists how `value`, as `readJson` returns it, differs from a schema of the specification: missing fields come first. */
export function shapeErrors(shape: ShapeName, value: JsonValue): ShapeError[] {
  const errorOf = (property: string, expected: string, held: JsonValue | undefined) => [
    { property, expected, received: describeValue(held), type: typeName(held) },
  ];
  if (!isObject(value)) return errorOf('', 'an object', value);
  return fields[shape]
    .flatMap(([property, field]) => {
      const held = own(value, property);
      return conforms(field, held) ? [] : errorOf(property, expectedOf(field), held);
    })
    .sort((a, b) => Number(b.type === 'nothing') - Number(a.type === 'nothing'));
}

/** Checks whether `value`, as `readJson` returns it, conforms to a schema of the specification. */
export function isOfShape(shape: ShapeName, value: JsonValue): boolean {
  return isObject(value) && fields[shape].every(([name, field]) => conforms(field, own(value, name)));
}

function own(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Listed once: a list may have a million elements. */
const fields: Readonly<Record<ShapeName, readonly (readonly [name: string, Field])[]>> = {
  NewCategory: Object.entries(schemas.NewCategory),
  Category: Object.entries(schemas.Category),
  Error: Object.entries(schemas.Error),
};

function conforms({ type, format, required }: Field, value: JsonValue | undefined): boolean {
  if (value === undefined) return !required;
  if (type === 'string') return typeof value === 'string';
  // Infinity is an integer of more digits than are read.
  return format === 'int64' ? isInt64(value) : typeof value === 'bigint' || isEndless(value);
}

/** Checks whether a value is an integer of 64 bits. */
export function isInt64(value: JsonValue | undefined): value is bigint {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}

function isEndless(value: JsonValue | undefined): boolean {
  return value === Infinity || value === -Infinity;
}

function expectedOf({ type, format }: Field): string {
  if (format === 'int64') return 'an int64 integer';
  return type === 'integer' ? 'an integer' : 'a string';
}

type TypeName = 'nothing' | 'null' | 'boolean' | 'string' | 'number' | 'array' | 'object';

/** Returns the JSON word for the type of a value. */
export function typeName(value: JsonValue | undefined): TypeName {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'string';
  return typeof value === 'object' ? 'object' : 'number';
}

const longestStringShown = 120;
const longestNumberShown = 40;

/**
 * Describes a value in a few words: its type and, of a short scalar, what it is, escaped as in JSON. Long ones are
 * described, not cut, because redaction does not recognize half a key.
 */
export function describeValue(value: JsonValue | undefined): string {
  const type = typeName(value);
  if (type === 'boolean') return `boolean ${value}`;
  if (typeof value === 'string')
    return value.length > longestStringShown
      ? `string of ${value.length} characters`
      : `string ${quoted(value)}`;
  if (type !== 'number') return type;
  if (isEndless(value)) return 'number too large to show';
  const text = String(value);
  return text.length > longestNumberShown
    ? `number of ${text.replace('-', '').length} digits`
    : `number ${text}`;
}

/** Quotes a text as JSON does, and escapes everything invisible. */
function quoted(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (invisible) =>
    invisible.split('').map(escaped).join(''),
  );
}
