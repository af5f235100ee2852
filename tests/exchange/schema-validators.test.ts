import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { schemaValidators } from '../../scripts/schema-validators.ts';
import { type SchemaName, schemas } from '../../src/spec/schemas.ts';

test.each(Object.keys(schemas) as SchemaName[])(
  'the schema %s is valid under the meta-schema of draft 2020-12',
  (name) => {
    const ajv = new Ajv2020({ allErrors: true });
    expect(ajv.validateSchema(schemas[name]), ajv.errorsText()).toBe(true);
  },
);

test('the validators match the schemas (if not, run `npm run schemas`)', async () => {
  await expect(schemaValidators(schemas)).toMatchFileSnapshot('../../src/generated/schema-validators.ts');
});
