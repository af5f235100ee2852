import type { ErrorObject, SchemaObject } from 'ajv';
import { validatorOf } from '../json/schema.ts';
import type { JsonValue } from '../json/value.ts';
import { pointerOf } from '../json/value.ts';
import { type SchemaName, schemas } from '../spec/schemas.ts';

/** One difference between a value and its schema. */
export interface SchemaError {
  /** JSON Pointer to the problem; `''` is the value itself. */
  readonly pointer: string;
  /** Name of the invalid property; `''` is the value itself. */
  readonly property: string;
  /** For example, 'a string' or 'an int64 integer'. */
  readonly expected: string;
  /** For example, 'missing', 'null', 'array', 'number 12' or 'string "abc"'. */
  readonly received: string;
  /** The type of what was received. */
  readonly type: TypeName;
}

/** Lists how a value from `readJson` differs from a schema of the specification. */
export function schemaErrors(name: SchemaName, value: JsonValue): SchemaError[] {
  const validate = validatorOf(schemas[name]);
  validate(value);
  const errors = (validate.errors ?? []).map(schemaErrorOf);
  // The errors are removed, because they would keep the value in memory.
  validate.errors = null;
  return errors;
}

function schemaErrorOf(error: ErrorObject): SchemaError {
  const { keyword, instancePath, params, schema, parentSchema } = error;
  if (keyword === 'required') {
    const property = String(params['missingProperty']);
    const expected = expectedOf(parentSchema?.['properties']?.[property]);
    const pointer = instancePath + pointerOf([property]);
    return { pointer, property, expected, received: 'missing', type: 'missing' };
  }
  const data = error.data as JsonValue;
  return {
    pointer: instancePath,
    // No property name in the schemas needs escaping.
    property: instancePath.slice(instancePath.lastIndexOf('/') + 1),
    expected: expectedOf({ [keyword]: schema }),
    received: describeValue(data),
    type: typeName(data),
  };
}

function expectedOf(schema: SchemaObject | undefined): string {
  if (schema?.['x-int64'] === true) return 'an int64 integer';
  if (schema?.['x-integer'] === true) return 'an integer';
  const type = schema?.['type'];
  if (typeof type !== 'string') return 'a value';
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}

type TypeName = 'missing' | 'null' | 'boolean' | 'string' | 'number' | 'array' | 'object';

/** Returns the JSON type of a value. */
export function typeName(value: JsonValue | undefined): TypeName {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'string';
  return typeof value === 'object' ? 'object' : 'number';
}

const longestStringShown = 120;
const longestNumberShown = 40;

/**
 * Describes a value by its type and, for a short scalar, its escaped value. A long value is cut only in the
 * report, after redaction.
 */
export function describeValue(value: JsonValue | undefined): string {
  const type = typeName(value);
  if (type === 'boolean') return `boolean ${value}`;
  if (typeof value === 'string')
    return value.length > longestStringShown
      ? `string of ${value.length} characters`
      : `string ${quoted(value)}`;
  if (type !== 'number') return type;
  if (value === Infinity || value === -Infinity) return 'number too large to show';
  const text = String(value);
  return text.length > longestNumberShown
    ? `number of ${text.replace('-', '').length} digits`
    : `number ${text}`;
}

/** Quotes a string as JSON, and escapes invisible characters. */
function quoted(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (invisible) =>
    invisible.split('').map(escaped).join(''),
  );
}
