import { type FieldSchema, type SchemaName, schemas } from '../spec/schemas.ts';
import {
  below,
  type Discrepancy,
  difference,
  fieldsOf,
  inBrief,
  membersOf,
  type Place,
  placesIn,
  unless,
} from './place.ts';

/** Compares the JSON schema of a request or response body with the specification's; other media types are ignored. */
export function bodyDifferences(body: Place, name: SchemaName, isList = false): Discrepancy[] {
  const content = below(body, 'content');
  const types = Object.keys(fieldsOf(content));
  const json = types.find((type) => type.split(';')[0]?.trim().toLowerCase() === 'application/json');
  if (json === undefined) {
    const received = types.length === 0 ? 'no body' : types.slice(0, 3).map(inBrief).join(', ');
    return difference(content, 'application/json', received, 'no application/json');
  }
  const schema = below(content, json, 'schema');
  if (schema.value === undefined) return difference(schema, 'a schema', 'none', 'no schema');
  return isList ? listDifferences(name, schema) : objectDifferences(name, schema);
}

/** Compares a schema with the specification's. Additional fields and constraints are allowed, and so is any equivalent form. */
function objectDifferences(name: SchemaName, schema: Place): Discrepancy[] {
  const types = typesOf(schema);
  if (types.some((type) => type !== 'object'))
    return difference(schema, `the object ${name}`, `type ${types.join(' or ')}`, 'not an object');
  const { properties, required } = schemas[name];
  // A request body must not require more than the specification does, and may allow null where a field is optional.
  const isSent = name === 'NewCategory';
  const given = new Map(parts(schema).flatMap((part) => membersOf(below(part, 'properties'))));
  const givenRequired = new Set(
    parts(schema)
      .flatMap((part) => placesIn(below(part, 'required')))
      .map(({ value }) => String(value)),
  );
  const differences = Object.entries(properties).flatMap(([field, wanted]) => {
    const property = given.get(field);
    if (property === undefined) {
      const expected = `${name} with the property ${field}`;
      return difference(schema, expected, 'no such property', `the property ${field} is missing`);
    }
    const isRequired = required.includes(field);
    const isLax = isRequired && !givenRequired.has(field);
    const isStrict = isSent && !isRequired && givenRequired.has(field);
    return [
      ...fieldDifferences(field, wanted, property, isSent && !isRequired),
      ...unless(!isLax, schema, `${field} required`, `${field} not required`, `${field} is not required`),
      ...unless(!isStrict, schema, `${field} not required`, `${field} required`, `${field} is required`),
    ];
  });
  const others = isSent ? [...givenRequired].filter((field) => !Object.hasOwn(properties, field)) : [];
  const expected = `${name} without other required fields`;
  return [
    ...differences,
    ...others.flatMap((field) =>
      difference(schema, expected, `${inBrief(field)} required`, 'other fields are required'),
    ),
  ];
}

function listDifferences(name: SchemaName, schema: Place): Discrepancy[] {
  const types = typesOf(schema);
  const expected = `an array of ${name}`;
  if (types.length !== 1 || types[0] !== 'array') {
    const received = types.length === 0 ? 'no type' : `type ${types.join(' or ')}`;
    return difference(schema, expected, received, 'not an array');
  }
  const items = parts(schema)
    .map((part) => below(part, 'items'))
    .find(({ value }) => value !== undefined);
  return items === undefined
    ? difference(schema, expected, 'an array of anything', 'an array without items')
    : objectDifferences(name, items);
}

function fieldDifferences(
  name: string,
  field: FieldSchema,
  property: Place,
  mayBeNull: boolean,
): Discrepancy[] {
  const type = 'type' in field ? field.type : 'integer';
  const format = 'x-int64' in field ? 'int64' : undefined;
  const types = typesOf(property).filter((one) => one !== 'null' || !mayBeNull);
  if (types.length !== 1 || types[0] !== type) {
    const expected = `${name}: ${format === undefined ? type : `${type}, ${format}`}`;
    const received = types.length === 0 ? 'any type' : types.join(' or ');
    return difference(property, expected, received, `${name} has a different type`);
  }
  const given = parts(property)
    .map((part) => fieldsOf(part)['format'])
    .find((one) => one !== undefined);
  const isMet = format === undefined || given === format;
  const expected = `${name}: ${type}, ${format}`;
  return unless(isMet, property, expected, `format ${inBrief(given)}`, `${name} is not ${format}`);
}

/**
 * Lists a schema and the schemas added by `allOf`, or by `anyOf` and `oneOf` with a single alternative. Each place is listed
 * once, because schemas may refer to each other.
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
function typesOf(schema: Place): string[] {
  const said = new Set<string>();
  const found = new Map([[schema.pointer, schema]]);
  // Iterating a map includes entries added during the iteration.
  for (const part of found.values()) {
    const { type, nullable, enum: values } = fieldsOf(part);
    const stated = typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : [];
    for (const one of stated) said.add(one);
    if (stated.length === 0 && Array.isArray(values))
      for (const value of values) said.add(typeOfValue(value));
    if (stated.length === 0 && below(part, 'properties').value !== undefined) said.add('object');
    if (nullable === true) said.add('null');
    for (const added of [...placesIn(below(part, 'allOf')), ...choices(part).flat()])
      if (!found.has(added.pointer)) found.set(added.pointer, added);
  }
  return [...said];
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}
