import { type SchemaName, schemas } from '../spec/schemas.ts';
import {
  below,
  type Discrepancy,
  fieldsOf,
  inBrief,
  membersOf,
  type Place,
  placesIn,
  unless,
} from './place.ts';

/** Compares the JSON schema of a body with the specification's; other media types are ignored. */
export function bodyDifferences(holder: Place, shape: SchemaName, isList = false): Discrepancy[] {
  const content = below(holder, 'content');
  const types = Object.keys(fieldsOf(content));
  const json = types.find((type) => type.split(';')[0]?.trim().toLowerCase() === 'application/json');
  if (json === undefined) {
    const received = types.length === 0 ? 'no body' : types.slice(0, 3).map(inBrief).join(', ');
    return unless(false, content, 'application/json', received, 'no application/json');
  }
  const schema = below(content, json, 'schema');
  if (schema.value === undefined) return unless(false, schema, 'a schema', 'none', 'no schema');
  return isList ? listDifferences(shape, schema) : objectDifferences(shape, schema);
}

/** Compares a schema with the specification's. Additional fields and constraints are allowed, and so is any equivalent form. */
function objectDifferences(shape: SchemaName, schema: Place): Discrepancy[] {
  const types = typesOf(schema);
  if (types.some((type) => type !== 'object'))
    return unless(false, schema, `the object ${shape}`, `type ${types.join(' or ')}`, 'not an object');
  const { properties, required } = schemas[shape] as Shape;
  // Clients need not send more, and may send null.
  const isSent = shape === 'NewCategory';
  const given = new Map(parts(schema).flatMap((part) => membersOf(below(part, 'properties'))));
  const givenRequired = new Set(
    parts(schema)
      .flatMap((part) => placesIn(below(part, 'required')))
      .map(({ value }) => String(value)),
  );
  const differences = Object.entries(properties).flatMap(([name, field]) => {
    const property = given.get(name);
    if (property === undefined) {
      const expected = `${shape} with the property ${name}`;
      return unless(false, schema, expected, 'no such property', `the property ${name} is missing`);
    }
    const isRequired = required.includes(name);
    const isLax = isRequired && !givenRequired.has(name);
    const isStrict = isSent && !isRequired && givenRequired.has(name);
    return [
      ...fieldDifferences(name, field, property, isSent && !isRequired),
      ...unless(!isLax, schema, `${name} required`, `${name} not required`, `${name} is not required`),
      ...unless(!isStrict, schema, `${name} not required`, `${name} required`, `${name} is required`),
    ];
  });
  const others = isSent ? [...givenRequired].filter((name) => !Object.hasOwn(properties, name)) : [];
  const expected = `${shape} without other required fields`;
  return [
    ...differences,
    ...others.flatMap((name) =>
      unless(false, schema, expected, `${inBrief(name)} required`, 'other fields are required'),
    ),
  ];
}

/** A field of the specification; the kit's own keywords describe numbers. */
interface Field {
  readonly type?: string;
  readonly 'x-int64'?: boolean;
}

interface Shape {
  readonly properties: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
}

function listDifferences(shape: SchemaName, schema: Place): Discrepancy[] {
  const types = typesOf(schema);
  const expected = `an array of ${shape}`;
  if (types.length !== 1 || types[0] !== 'array') {
    const received = types.length === 0 ? 'no type' : `type ${types.join(' or ')}`;
    return unless(false, schema, expected, received, 'not an array');
  }
  const items = parts(schema)
    .map((part) => below(part, 'items'))
    .find(({ value }) => value !== undefined);
  return items === undefined
    ? unless(false, schema, expected, 'an array of anything', 'an array without items')
    : objectDifferences(shape, items);
}

function fieldDifferences(name: string, field: Field, property: Place, mayBeNull: boolean): Discrepancy[] {
  const { type = 'integer' } = field;
  const format = field['x-int64'] === true ? 'int64' : undefined;
  const types = typesOf(property).filter((one) => one !== 'null' || !mayBeNull);
  if (types.length !== 1 || types[0] !== type) {
    const expected = `${name}: ${format === undefined ? type : `${type}, ${format}`}`;
    const received = types.length === 0 ? 'any type' : types.join(' or ');
    return unless(false, property, expected, received, `${name} has a different type`);
  }
  const given = parts(property)
    .map((part) => fieldsOf(part)['format'])
    .find((one) => one !== undefined);
  const isMet = format === undefined || given === format;
  const expected = `${name}: ${type}, ${format}`;
  return unless(isMet, property, expected, `format ${inBrief(given)}`, `${name} is not ${format}`);
}

/**
 * Lists a schema and the schemas added by `allOf`, or by `anyOf` and `oneOf` with one alternative. Each place is listed once,
 * because schemas may refer to each other.
 */
function parts(schema: Place): Place[] {
  const found = new Map([[schema.pointer, schema]]);
  // Iterating a map includes entries added during the iteration.
  for (const part of found.values()) {
    const lone = choices(part).filter((alternatives) => alternatives.length === 1);
    for (const added of [...placesIn(below(part, 'allOf')), ...lone.flat()])
      if (!found.has(added.pointer)) found.set(added.pointer, added);
  }
  return [...found.values()];
}

function choices(part: Place): Place[][] {
  return ['anyOf', 'oneOf'].map((word) => placesIn(below(part, word)));
}

/** Lists the JSON types that a schema allows; `nullable` of OpenAPI 3.0 counts as null. */
function typesOf(schema: Place, known = new Set<string>()): string[] {
  if (known.has(schema.pointer)) return [];
  const fresh = parts(schema).filter(({ pointer }) => !known.has(pointer));
  for (const { pointer } of fresh) known.add(pointer);
  const said = fresh.flatMap((part) => {
    const { type, nullable, enum: values } = fieldsOf(part);
    const stated = typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : [];
    const listed = stated.length === 0 && Array.isArray(values) ? values.map(typeOfValue) : [];
    const object = stated.length === 0 && below(part, 'properties').value !== undefined ? ['object'] : [];
    const alternatives = choices(part).filter((all) => all.length > 1);
    return [
      ...stated,
      ...listed,
      ...object,
      ...(nullable === true ? ['null'] : []),
      ...alternatives.flat().flatMap((alternative) => typesOf(alternative, known)),
    ];
  });
  return [...new Set(said)];
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}
