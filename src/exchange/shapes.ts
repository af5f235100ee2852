import type { ErrorObject, SchemaObject } from 'ajv';
import { Category, Error as ErrorShape, NewCategory } from '../generated/shape-validators.ts';
import type { JsonValue } from '../json/value.ts';
import { pointerOf } from '../json/value.ts';
import type { ShapeName } from './shape-schemas.ts';

type Validator = {
  (value: JsonValue): boolean;
  /** What the last value was told to be wrong in. */
  readonly errors?: readonly ErrorObject[] | null;
};

const validators = { Category, Error: ErrorShape, NewCategory } as unknown as Readonly<
  Record<ShapeName, Validator>
>;

/** One way in which a value is not of its shape. */
export interface ShapeError {
  /** JSON Pointer to what is wrong; `''` is the value itself. */
  readonly pointer: string;
  /** Name of the property that is wrong; `''` for the value itself. */
  readonly property: string;
  /** What the spec asks for: 'a string', 'an int64 integer'. */
  readonly expected: string;
  /** What is there: 'nothing', 'null', 'array', 'number 12', 'string "abc"'. */
  readonly received: string;
  /** Its type alone. */
  readonly type: TypeName;
}

const longestStringShown = 120;
const longestNumberShown = 40;

/** Tells how `value`, as `readJson` gives it, differs from a shape of the spec; an empty list: it does not. */
export function shapeErrors(shape: ShapeName, value: JsonValue): ShapeError[] {
  const validate = validators[shape];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(shapeErrorOf);
}

/** Whether `value`, as `readJson` gives it, is of a shape of the spec. */
export function isOfShape(shape: ShapeName, value: JsonValue): boolean {
  return validators[shape](value);
}

type TypeName = 'nothing' | 'null' | 'boolean' | 'string' | 'number' | 'array' | 'object';

/** The JSON word for the type of a value. */
export function typeName(value: JsonValue | undefined): TypeName {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    case 'object':
      return 'object';
    default:
      return 'number';
  }
}

/**
 * A value in a few words: its type and, of a short scalar, what it is, escaped as in JSON. Long ones are described, not cut: a
 * key must stay recognisable to redaction.
 */
export function describeValue(value: JsonValue | undefined): string {
  switch (typeof value) {
    case 'boolean':
      return `boolean ${value}`;
    case 'string':
      return value.length > longestStringShown
        ? `string of ${value.length} characters`
        : `string ${quoted(value)}`;
    case 'bigint':
    case 'number':
      return describeNumber(value);
    default:
      return typeName(value);
  }
}

function describeNumber(value: bigint | number): string {
  if (value === Infinity || value === -Infinity) return 'number too large to show';
  const text = String(value);
  return text.length > longestNumberShown
    ? `number of ${text.replace('-', '').length} digits`
    : `number ${text}`;
}

/** Quotes a text as JSON does, with everything that cannot be seen escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (invisible) =>
    invisible
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function shapeErrorOf({
  keyword,
  instancePath,
  params,
  schema,
  parentSchema,
  data,
}: ErrorObject): ShapeError {
  if (keyword === 'required') {
    const property = String(params['missingProperty']);
    const expected = expectedOf(parentSchema?.['properties']?.[property]);
    const pointer = instancePath + pointerOf([property]);
    return { pointer, property, expected, received: 'nothing', type: 'nothing' };
  }
  return {
    pointer: instancePath,
    property: nameOf(instancePath),
    expected: expectedOf({ [keyword]: schema }),
    received: describeValue(data as JsonValue),
    type: typeName(data as JsonValue),
  };
}

/** The name that a pointer ends with. The shapes have no name that a pointer would escape. */
function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

function expectedOf(schema: SchemaObject | undefined): string {
  if (schema?.['x-int64'] === true) return 'an int64 integer';
  if (schema?.['x-integer'] === true) return 'an integer';
  const type = schema?.['type'];
  if (typeof type !== 'string') return 'a value';
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}
