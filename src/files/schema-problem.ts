import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type addFormats from 'ajv-formats';
import { createAjv } from '../json/schema.ts';

/** The first violation of a schema, and its place. */
export interface SchemaProblem {
  /** JSON Pointer to the place; '' for the whole value. */
  readonly pointer: string;
  readonly problem: string;
  /** The name of an unknown field, if that is the problem. */
  readonly unknownField?: string;
  /** The known names, if a field is unknown. */
  readonly known?: readonly string[];
}

/**
 * Validates a value against a schema, which is an object or the name of a schema that the package publishes. Returns
 * undefined if the value is valid. Removes unknown fields from a report, because a newer kit may have added them.
 */
export function problemWith(value: unknown, name: Published | object): SchemaProblem | undefined {
  const validate = typeof name === 'object' ? compile(name) : published(name);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const allowed = error?.params['allowedValues'] as readonly unknown[] | undefined;
  const message = allowed ? `must be one of ${allowed.join(', ')}` : (error?.message ?? 'is wrong');
  // A long pattern does not help the user.
  const isPattern = message.startsWith('must match pattern') && message.length > 200;
  const unknownField = error?.params['additionalProperty'] as string | undefined;
  const properties = (error?.parentSchema as { properties?: object } | undefined)?.properties;
  return {
    pointer: error?.instancePath ?? '',
    problem: isPattern ? 'does not match the pattern in the schema' : message,
    ...(unknownField === undefined ? {} : { unknownField, known: Object.keys(properties ?? {}) }),
  };
}

/** The schemas of the package. */
export type Published = 'report' | 'accepted';

const require = createRequire(import.meta.url);

function published(name: Published): ValidateFunction {
  const schema = require(`petstore-conformance/schemas/${name}.schema.json`) as object;
  return compile(schema, name === 'report');
}

/** Compiling a schema takes as long as reading ten reports, and `compare` may read sixty. */
const compiled = new WeakMap<object, ValidateFunction>();

function compile(schema: object, removeAdditional = false): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const formats = require('ajv-formats') as typeof addFormats;
  const ajv = createAjv({ strict: false, removeAdditional });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}
