import { createRequire } from 'node:module';
import type { Ajv2020, Options, SchemaObject, ValidateFunction } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/**
 * Creates an ajv instance whose errors contain the value and the schema. Loads ajv when first called, because most commands
 * validate nothing. Does not compile the meta-schema, because tests validate the kit's schemas.
 */
export function createAjv(options: Options): Ajv2020 {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 };
  return new Ajv({ validateSchema: false, verbose: true, ...options });
}

let forReadValues: Ajv2020 | undefined;

/**
 * Returns the validator of a schema for values from `readJson`, compiled once. The keywords `x-int64`, `x-integer` and `x-number`
 * check numbers, because ajv's `type` does not accept `bigint`.
 */
export function validatorOf(schema: SchemaObject): ValidateFunction {
  // A prototype must not satisfy `required: ["constructor"]`.
  forReadValues ??= createAjv({ allErrors: true, ownProperties: true })
    .addKeyword({
      keyword: 'x-int64',
      schemaType: 'boolean',
      errors: false,
      validate: (_: boolean, value: unknown) =>
        typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
    })
    .addKeyword({
      keyword: 'x-number',
      schemaType: 'boolean',
      errors: false,
      validate: (_: boolean, value: unknown) => typeof value === 'bigint' || typeof value === 'number',
    })
    .addKeyword({
      keyword: 'x-integer',
      schemaType: 'boolean',
      errors: false,
      // The reader returns Infinity for an integer with too many digits.
      validate: (_: boolean, value: unknown) =>
        typeof value === 'bigint' || value === Infinity || value === -Infinity,
    });
  return forReadValues.compile(schema);
}
