import { _, Ajv2020, type Name, type SchemaObject } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

/**
 * The text of src/generated/schema-validators.ts: what ajv makes of the shapes, an exported function for each. So a run loads no
 * ajv and compiles no schema, which took longer than all its judging.
 */
export function schemaValidators(schemas: Readonly<Record<string, SchemaObject>>): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // `required: ["constructor"]` must not be met by a prototype.
    ownProperties: true,
    strictTypes: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addKeyword({ keyword: 'x-int64', schemaType: 'boolean', code: (cxt) => cxt.fail(isNoInt64(cxt.data)) });
  ajv.addKeyword({
    keyword: 'x-integer',
    schemaType: 'boolean',
    code: (cxt) => cxt.fail(isNoInteger(cxt.data)),
  });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  const names = Object.keys(schemas);
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  return [
    '// Written by `npm run schemas` from src/exchange/validate.ts, by ajv: change the schemas, and write it again.',
    '// @ts-nocheck: ajv writes JavaScript.',
    code.replace('"use strict";\n', ''),
  ].join('\n');
}

const isNoInt64 = (data: Name) => _`typeof ${data} !== "bigint" || BigInt.asIntN(64, ${data}) !== ${data}`;

/** Infinity stands for an integer of more digits than are read. */
const isNoInteger = (data: Name) =>
  _`typeof ${data} !== "bigint" && ${data} !== Infinity && ${data} !== -Infinity`;
