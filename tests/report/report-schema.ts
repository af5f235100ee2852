import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export const schemaText = readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8');

/** Compiles the published schema in the strictest mode. */
export function compileReportSchema(): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(schemaText));
}
