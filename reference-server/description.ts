import type { Json } from './json.ts';

const categoryFields: { readonly [name: string]: Json } = {
  name: { type: 'string', description: 'Category name' },
  description: { type: 'string', description: 'Short description of the category' },
};

const newCategorySchema: Json = { type: 'object', required: ['name'], properties: categoryFields };

const categorySchema: Json = {
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

const errorSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: {
    code: { type: 'string', description: 'Machine-readable error code' },
    message: { type: 'string', description: 'Human-readable description' },
    status: { type: 'integer', description: 'The HTTP status code of the response' },
  },
};

const json = (schema: Json): Json => ({ 'application/json': { schema } });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const rateLimitHeaders: Json = {
  'X-RateLimit-Limit': { description: 'Requests in the window', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'Unix timestamp at which the limit resets',
    schema: { type: 'integer' },
  },
};

const response = (description: string, schema: Json): Json => ({
  description,
  headers: rateLimitHeaders,
  content: json(schema),
});

const unauthorized = response('Missing or invalid API key', ref('Error'));
const tooMany: Json = {
  description: 'Rate limit exceeded',
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  content: json(ref('Error')),
};

const categories: Json = {
  get: {
    operationId: 'listCategories',
    summary: 'Returns all categories',
    tags: ['categories'],
    responses: {
      '200': response('All categories', { type: 'array', items: ref('Category') }),
      '401': unauthorized,
      '429': tooMany,
    },
  },
  post: {
    operationId: 'createCategory',
    summary: 'Adds a new category',
    tags: ['categories'],
    requestBody: { required: true, content: json(ref('NewCategory')) },
    responses: {
      '201': response('The new category', ref('Category')),
      '400': response('Missing required fields or invalid values', ref('Error')),
      '401': unauthorized,
      '429': tooMany,
    },
  },
};

const pet: Json = {
  get: {
    operationId: 'getPet',
    summary: 'Returns a pet',
    tags: ['Pets'],
    deprecated: true,
    'x-stability': 'beta',
    parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
    responses: {
      '200': response('The pet', { type: 'object' }),
      '401': unauthorized,
      '404': response('No such pet', ref('Error')),
      '429': tooMany,
    },
  },
};

const orders: Json = {
  get: {
    operationId: 'listOrders',
    summary: 'Returns orders',
    tags: ['Store'],
    'x-stability': 'experimental',
    responses: {
      '200': response('Orders', { type: 'array', items: { type: 'object' } }),
      '401': unauthorized,
      '429': tooMany,
    },
  },
};

/** Builds the OpenAPI 3.1 description of this server; `basePath` is like `/v1`. */
export function apiDescription(basePath: string): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Pet Store Service', version: '1.0.0' },
    servers: [{ url: basePath }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'categories' }, { name: 'Pets' }, { name: 'Store' }],
    paths: { '/categories': categories, '/pets/{petId}': pet, '/store/orders': orders },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: { NewCategory: newCategorySchema, Category: categorySchema, Error: errorSchema },
    },
  };
}
