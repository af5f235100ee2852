import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, SchemaObject, ValidateFunction } from 'ajv/dist/2020.js';
import { pointerOf } from '../json/pointer.ts';
import type { JsonValue } from '../json/value.ts';

export type ShapeName = 'Category' | 'Error' | 'NewCategory';

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
}

const newCategory = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, description: { type: 'string' } },
};

/**
 * The schemas of the spec, draft 2020-12. Integers are read as `bigint`, which ajv's `type` refuses, so they are asked for by
 * two keywords of our own; further fields are allowed everywhere.
 */
export const shapes: Readonly<Record<ShapeName, SchemaObject>> = {
  NewCategory: newCategory,
  Category: {
    type: 'object',
    required: ['id', ...newCategory.required],
    properties: { id: { 'x-int64': true }, ...newCategory.properties },
  },
  Error: {
    type: 'object',
    required: ['code', 'message', 'status'],
    properties: { code: { type: 'string' }, message: { type: 'string' }, status: { 'x-integer': true } },
  },
};

const longestStringShown = 120;
const longestNumberShown = 40;

/** Tells how `value`, as `readJson` gives it, differs from a shape of the spec; an empty list: it does not. */
export function shapeErrors(shape: ShapeName, value: JsonValue): ShapeError[] {
  const validate = validatorOf(shape);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(shapeErrorOf);
}

/** The JSON word for the type of a value. */
export function typeName(value: JsonValue): 'null' | 'boolean' | 'string' | 'number' | 'array' | 'object' {
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
  if (value === undefined) return 'nothing';
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

let ajv: Ajv2020 | undefined;

/** ajv keeps what it compiled by the identity of the schema. */
function validatorOf(shape: ShapeName): ValidateFunction {
  ajv ??= createAjv();
  return ajv.compile(shapes[shape]);
}

/** Loads ajv when the first shape is judged: commands that judge nothing (`list`, `explain`) are spared its 30 ms. */
function createAjv(): Ajv2020 {
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  const instance = new Ajv2020({
    allErrors: true,
    verbose: true,
    // `required: ["constructor"]` must not be met by a prototype.
    ownProperties: true,
    // Compiling the meta-schema takes 30 ms; a test holds the shapes against it.
    validateSchema: false,
    strictTypes: false,
  });
  instance.addKeyword({ keyword: 'x-int64', schemaType: 'boolean', validate: isInt64 });
  instance.addKeyword({ keyword: 'x-integer', schemaType: 'boolean', validate: isInteger });
  return instance;
}

function isInt64(asked: boolean, value: JsonValue): boolean {
  return !asked || (typeof value === 'bigint' && BigInt.asIntN(64, value) === value);
}

/** Infinity stands for an integer of more digits than are read. */
function isInteger(asked: boolean, value: JsonValue): boolean {
  return !asked || typeof value === 'bigint' || value === Infinity || value === -Infinity;
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
    return { pointer: instancePath + pointerOf([property]), property, expected, received: 'nothing' };
  }
  const expected = expectedOf({ [keyword]: schema });
  return {
    pointer: instancePath,
    property: nameOf(instancePath),
    expected,
    received: describeValue(data as JsonValue),
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
