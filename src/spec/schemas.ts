import type { SchemaObject } from 'ajv';

export type SchemaName = 'Category' | 'Error' | 'NewCategory';

const newCategory = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, description: { type: 'string' } },
};

/** The schemas of the specification, draft 2020-12, with the keywords of `validatorOf` for integers. */
export const schemas: Readonly<Record<SchemaName, SchemaObject>> = {
  NewCategory: newCategory,
  Category: {
    type: 'object',
    required: ['id', ...newCategory.required],
    properties: { id: { 'x-int64': true }, ...newCategory.properties },
  },
  Error: {
    type: 'object',
    required: ['code', 'message', 'status'],
    properties: { code: { type: 'string' }, message: { type: 'string' }, status: { 'x-integer': true } },
  },
};
