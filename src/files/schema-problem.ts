import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type addFormats from 'ajv-formats';

/** What a value has that its schema does not allow: the first thing, and where. */
export interface SchemaProblem {
  /** The JSON Pointer of the place; '' for the whole. */
  readonly pointer: string;
  readonly problem: string;
  /** The name of a field that nobody knows, where that is the problem. */
  readonly unknownField?: string;
  /** The names that there are, where one of them was not met. */
  readonly known?: readonly string[];
}

/**
 * Holds a value against a schema, or against one that the package publishes; undefined where it is as the schema says.
 * Of a report, fields that nobody knows are taken out: a later kit may have added them to this version.
 */
export function problemWith(value: unknown, name: 'report' | 'waivers' | object): SchemaProblem | undefined {
  const require = createRequire(import.meta.url);
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 };
  const formats = require('ajv-formats') as typeof addFormats;
  const schema =
    typeof name === 'object' ? name : (require(`petstore-conformance/schemas/${name}.schema.json`) as object);
  const removeAdditional = name === 'report';
  const ajv = new Ajv({ strict: false, validateSchema: false, verbose: true, removeAdditional });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const pointer = error?.instancePath ?? '';
  const unknownField = error?.params['additionalProperty'] as string | undefined;
  const properties = (error?.parentSchema as { properties?: object } | undefined)?.properties;
  return {
    pointer,
    problem: problemOf(error?.message ?? 'is wrong'),
    ...(unknownField === undefined ? {} : { unknownField, known: Object.keys(properties ?? {}) }),
  };
}

/** A long pattern tells nobody anything. */
function problemOf(message: string): string {
  return message.startsWith('must match pattern') && message.length > 200
    ? 'is not in the form that its schema describes'
    : message;
}
