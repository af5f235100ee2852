import {
  below,
  type Difference,
  elementsOf,
  fieldsOf,
  membersOf,
  type Place,
  shown,
  unless,
} from './place.ts';

/** What the specification says of one field. */
interface Field {
  readonly type: 'string' | 'integer';
  readonly format?: 'int64';
  readonly required: boolean;
}

/** A resource of the specification, as bodies hold it. */
export interface Resource {
  readonly title: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Whether it is sent by clients: then no other field may be demanded of them, and null is left open. */
  readonly sent: boolean;
}

const text = (required: boolean): Field => ({ type: 'string', required });
const categoryFields = { name: text(true), description: text(false) };

export const newCategory: Resource = { title: 'NewCategory', fields: categoryFields, sent: true };

export const category: Resource = {
  title: 'Category',
  fields: { id: { type: 'integer', format: 'int64', required: true }, ...categoryFields },
  sent: false,
};

export const error: Resource = {
  title: 'Error',
  fields: { code: text(true), message: text(true), status: { type: 'integer', required: true } },
  sent: false,
};

/** How the schema of a body as JSON differs from a resource; other media types beside it are left open. */
export function bodyDifferences(
  holder: Place,
  resource: Resource,
  differences: typeof differencesFrom = differencesFrom,
): Difference[] {
  const content = below(holder, 'content');
  const types = Object.keys(fieldsOf(content));
  const json = types.find((type) => type.split(';')[0]?.trim().toLowerCase() === 'application/json');
  if (json === undefined) {
    const received = types.length === 0 ? 'no body' : types.slice(0, 3).map(shown).join(', ');
    return unless(false, content, 'application/json', received, 'no application/json');
  }
  const schema = below(content, json, 'schema');
  return schema.value === undefined
    ? unless(false, schema, 'a schema', 'none', 'no schema')
    : differences(resource, schema);
}

/** How a schema differs from a resource; further fields, constraints and other ways to write the same are none. */
function differencesFrom(resource: Resource, schema: Place): Difference[] {
  const { title, fields, sent } = resource;
  const types = typesOf(schema);
  if (types.some((type) => type !== 'object'))
    return unless(false, schema, `the object ${title}`, `of type ${types.join(' or ')}`, 'no object');
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const differences = Object.entries(fields).flatMap(([name, field]) => {
    const property = properties.get(name);
    if (property === undefined) {
      const expected = `${title} with the property ${name}`;
      return unless(false, schema, expected, 'no such property', `no property ${name}`);
    }
    const lax = field.required && !required.has(name);
    const strict = sent && !field.required && required.has(name);
    return [
      ...differencesOf(name, field, property, sent),
      ...unless(!lax, schema, `${name} among the required`, 'not among them', `${name} not required`),
      ...unless(!strict, schema, `${name} not required`, 'among the required', `${name} required`),
    ];
  });
  const demanded = sent ? [...required].filter((name) => !Object.hasOwn(fields, name)) : [];
  const expected = `${title} without further required fields`;
  return [
    ...differences,
    ...demanded.flatMap((name) =>
      unless(false, schema, expected, `${shown(name)} required`, 'further fields required'),
    ),
  ];
}

/** How a schema differs from an array of a resource. */
export function differencesFromList(resource: Resource, schema: Place): Difference[] {
  const types = typesOf(schema);
  const expected = `an array of ${resource.title}`;
  if (types.length !== 1 || types[0] !== 'array') {
    const received = types.length === 0 ? 'no array' : `of type ${types.join(' or ')}`;
    return unless(false, schema, expected, received, 'no array');
  }
  const items = parts(schema)
    .map((part) => below(part, 'items'))
    .find(({ value }) => value !== undefined);
  return items === undefined
    ? unless(false, schema, expected, 'an array of anything', 'an array of anything')
    : differencesFrom(resource, items);
}

function differencesOf(name: string, field: Field, property: Place, sent: boolean): Difference[] {
  const types = typesOf(property).filter((type) => !(type === 'null' && sent && !field.required));
  const expected = `${name}: ${field.format === undefined ? field.type : `${field.type}, ${field.format}`}`;
  if (types.length !== 1 || types[0] !== field.type) {
    const received = types.length === 0 ? 'any type' : types.join(' or ');
    return unless(false, property, expected, received, `${name} of another type`);
  }
  const format = parts(property)
    .map((part) => fieldsOf(part)['format'])
    .find((given) => given !== undefined);
  const isMet = field.format === undefined || format === field.format;
  return unless(isMet, property, expected, `format ${shown(format)}`, `${name} without ${field.format}`);
}

/**
 * A schema and all that is added to it: by `allOf`, or by `anyOf` and `oneOf` where they leave no choice. Each place counts
 * once, however many references lead to it: else a few wide schemas that refer to each other would never end.
 */
function parts(schema: Place): Place[] {
  const found = new Map([[schema.pointer, schema]]);
  // A map is walked in the order of insertion, with what is added meanwhile.
  for (const part of found.values()) {
    const lone = ['anyOf', 'oneOf']
      .map((word) => elementsOf(below(part, word)))
      .filter((alternatives) => alternatives.length === 1);
    for (const added of [...elementsOf(below(part, 'allOf')), ...lone.flat()])
      if (!found.has(added.pointer)) found.set(added.pointer, added);
  }
  return [...found.values()];
}

/** The JSON types that a schema allows, as far as it says; `nullable` of OpenAPI 3.0 counts as the type null. */
function typesOf(schema: Place, known = new Set<string>()): string[] {
  if (known.has(schema.pointer)) return [];
  const fresh = parts(schema).filter(({ pointer }) => !known.has(pointer));
  for (const { pointer } of fresh) known.add(pointer);
  const said = fresh.flatMap((part) => {
    const { type, nullable, enum: values } = fieldsOf(part);
    const stated = typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : [];
    const listed = stated.length === 0 && Array.isArray(values) ? values.map(typeOfValue) : [];
    const object = stated.length === 0 && below(part, 'properties').value !== undefined ? ['object'] : [];
    return [
      ...stated,
      ...listed,
      ...object,
      ...(nullable === true ? ['null'] : []),
      ...alternatives(part, known),
    ];
  });
  return [...new Set(said)];
}

function alternatives(part: Place, known: Set<string>): string[] {
  return ['anyOf', 'oneOf']
    .map((word) => elementsOf(below(part, word)))
    .filter((all) => all.length > 1)
    .flatMap((all) => all.flatMap((alternative) => typesOf(alternative, known)));
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}

function propertiesOf(schema: Place): Map<string, Place> {
  return new Map(parts(schema).flatMap((part) => membersOf(below(part, 'properties'))));
}

function requiredOf(schema: Place): Set<string> {
  const names = parts(schema).flatMap((part) => elementsOf(below(part, 'required')));
  return new Set(names.map(({ value }) => String(value)));
}
