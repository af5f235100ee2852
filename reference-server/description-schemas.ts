import type { Json } from './json.ts';

const categoryFields: { readonly [name: string]: Json } = {
  name: { type: 'string', description: 'Category name' },
  description: { type: 'string', description: 'Short description of the category' },
};

/** The schema of a request body for creation. */
export const newCategorySchema: Json = { type: 'object', required: ['name'], properties: categoryFields };

/** The schema of a stored category. */
export const categorySchema: Json = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: {
      type: 'integer',
      format: 'int64',
      description: 'Unique identifier, assigned by the service on creation',
    },
    ...categoryFields,
  },
};

/** The schema of an error. */
export const errorSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: {
    code: { type: 'string', description: 'Machine-readable error code' },
    message: { type: 'string', description: 'Human-readable description' },
    status: { type: 'integer', description: 'The HTTP status code of the response' },
  },
};
