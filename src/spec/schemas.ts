export type SchemaName = 'Category' | 'Error' | 'NewCategory';

/** The schema of an object; the keywords for integers are those of `src/json/schema.ts`. */
interface ObjectSchema {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, FieldSchema>>;
}

export type FieldSchema =
  | { readonly type: 'string' }
  | { readonly 'x-int64': true }
  | { readonly 'x-integer': true };

const newCategory: ObjectSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, description: { type: 'string' } },
};

/** The schemas of the specification, draft 2020-12. */
export const schemas: Readonly<Record<SchemaName, ObjectSchema>> = {
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
