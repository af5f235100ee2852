import type { SchemaObject } from 'ajv';

export type SchemaName = 'Category' | 'Error' | 'NewCategory';

const newCategory = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, description: { type: 'string' } },
};

/**
 * The schemas of the spec, draft 2020-12. Integers are read as `bigint`, which ajv's `type` refuses, so they are asked for by
 * two keywords of our own; further fields are allowed everywhere. After a change do `npm run schemas`.
 */
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
