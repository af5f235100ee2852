import { validatorOf } from './schema.ts';
import { isObject, type JsonValue } from './value.ts';

/** The part of JSON Schema from which invalid bodies are made. Other keywords need `examples`, or say nothing about values. */
export interface BodySchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  /** `int64` for an integer. */
  readonly format?: string;
  /** The only strings that are valid. */
  readonly enum?: readonly string[];
  /** Valid values, if not every value of the type is valid. */
  readonly examples?: readonly unknown[];
  /** The schema of the elements of an array. */
  readonly items?: BodySchema;
  /** The schemas of the members of an object. */
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'];
const known = ['type', 'enum', 'examples', 'items', 'properties', 'required'];
/** Keywords that say nothing about values. */
const annotations = ['$schema', 'title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly'];

/** Describes the first place in a schema from which the kit cannot make bodies; undefined if there is none. */
export function bodySchemaProblem(schema: unknown, place = 'the schema'): string | undefined {
  const given = Object(schema) as Partial<BodySchema>;
  const { type = '', properties = {}, items, required = [] } = given;
  if (!types.includes(type)) return `${place} has no type, or a type other than ${types.join(', ')}`;
  if (given.enum !== undefined && (type !== 'string' || !given.enum.every((one) => typeof one === 'string')))
    return `${place} has an enum with something other than strings`;
  const isInt64 = type === 'integer' && given.format === 'int64';
  const others = Object.keys(given).filter(
    (one) => ![...known, ...annotations].includes(one) && !(one === 'format' && isInt64),
  );
  if (others.length > 0 && given.examples === undefined)
    return `${place} has ${others.join(' and ')}, so it needs examples of valid values`;
  const unknown = required.find((one) => !Object.hasOwn(properties, one));
  if (unknown !== undefined) return `${place} requires ${unknown}, which is not among its properties`;
  const inside = type === 'array' ? [['items', items] as const] : Object.entries(properties);
  for (const [name, one] of inside) {
    const problem = bodySchemaProblem(one, `${name} of ${place}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Counts the faults of a value from `readJson`, member by member. */
function countFaults(value: JsonValue, schema: BodySchema): number {
  const { type, enum: words, items, properties = {}, required = [] } = schema;
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  if (type === 'array')
    return Array.isArray(value) && items !== undefined
      ? sum(value.map((one) => countFaults(one, items)))
      : Number(!Array.isArray(value));
  if (type === 'object')
    return isObject(value)
      ? required.filter((name) => !Object.hasOwn(value, name)).length +
          sum(
            Object.entries(properties).map(([name, one]) =>
              Object.hasOwn(value, name) ? countFaults(value[name] ?? null, one) : 0,
            ),
          )
      : 1;
  if (type === 'integer') {
    const isInteger = typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value));
    const fits =
      schema.format !== 'int64' || (typeof value === 'bigint' && BigInt.asIntN(64, value) === value);
    return Number(!(isInteger && fits));
  }
  if (type === 'number') return Number(typeof value !== 'number' && typeof value !== 'bigint');
  return Number(typeof value !== type || (words !== undefined && !words.includes(String(value))));
}

const translated = new WeakMap<BodySchema, object>();

/** Returns a schema that uses the number keywords of `validatorOf`, without the keywords that `examples` replace. */
function forReading(schema: BodySchema): object {
  const { type, format, items, properties = {}, required = [], enum: words } = schema;
  if (type === 'integer') return format === 'int64' ? { 'x-int64': true } : { 'x-integer': true };
  if (type === 'number') return { 'x-number': true };
  if (type === 'array') return { type, items: forReading(items ?? { type: 'string' }) };
  if (type !== 'object') return { type, ...(words === undefined ? {} : { enum: words }) };
  const inside = Object.entries(properties).map(([name, one]) => [name, forReading(one)]);
  return { type, required, properties: Object.fromEntries(inside) };
}

/** Checks whether a value from `readJson` has exactly one fault: the kit counts one, and ajv rejects the value, too. */
export function hasOneFault(value: JsonValue, schema: BodySchema): boolean {
  const readable = translated.get(schema) ?? forReading(schema);
  translated.set(schema, readable);
  return countFaults(value, schema) === 1 && !validatorOf(readable)(value);
}
