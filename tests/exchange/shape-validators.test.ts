import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { shapeValidators } from '../../scripts/shape-validators.ts';
import { type ShapeName, shapes } from '../../src/spec/schemas.ts';

test.each(Object.keys(shapes) as ShapeName[])(
  'the shape %s is sound by the meta-schema of draft 2020-12',
  (name) => {
    const ajv = new Ajv2020({ allErrors: true });
    expect(ajv.validateSchema(shapes[name]), ajv.errorsText()).toBe(true);
  },
);

test('the validators are what ajv makes of the shapes: if not, do `npm run shapes`', async () => {
  await expect(shapeValidators(shapes)).toMatchFileSnapshot('../../src/generated/shape-validators.ts');
});
