import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { type SchemaName, schemas } from '../../src/spec/schemas.ts';

// A run skips this check, because it takes longer than everything else that ajv does in a run.
test.each(Object.keys(schemas) as SchemaName[])(
  'the schema %s is valid under the meta-schema of draft 2020-12',
  (name) => {
    const ajv = new Ajv2020({ allErrors: true });
    expect(ajv.validateSchema(schemas[name]), ajv.errorsText()).toBe(true);
  },
);
