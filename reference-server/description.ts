import type { Json } from './json.ts';

type Members = { readonly [name: string]: Json };

const string = (description: string): Json => ({ type: 'string', description });

const categoryFields: Members = {
  name: string('Category name'),
  description: string('Short description of the category'),
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
    code: string('Machine-readable error code'),
    message: string('Human-readable description'),
    status: { type: 'integer', description: 'The HTTP status code of the response' },
  },
};

const json = (schema: Json): Json => ({ 'application/json': { schema } });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const header = (description: string): Json => ({ description, schema: { type: 'integer' } });

const rateLimitHeaders: Json = {
  'X-RateLimit-Limit': header('Requests in the window'),
  'X-RateLimit-Remaining': header('Requests left in the window'),
  'X-RateLimit-Reset': header('Unix timestamp at which the limit resets'),
};

const response = (description: string, schema: Json): Json => ({
  description,
  headers: rateLimitHeaders,
  content: json(schema),
});

/** Describes an operation; every operation may return 401 and 429. */
const operation = (id: string, summary: string, tag: string, responses: Members): Members => ({
  operationId: id,
  summary,
  tags: [tag],
  responses: {
    ...responses,
    '401': response('Missing or invalid API key', ref('Error')),
    '429': {
      description: 'Rate limit exceeded',
      headers: { 'Retry-After': header('Seconds to wait') },
      content: json(ref('Error')),
    },
  },
});

const categories: Json = {
  get: operation('listCategories', 'Returns all categories', 'categories', {
    '200': response('All categories', { type: 'array', items: ref('Category') }),
  }),
  post: {
    ...operation('createCategory', 'Adds a new category', 'categories', {
      '201': response('The new category', ref('Category')),
      '400': response('Missing required fields or invalid values', ref('Error')),
    }),
    requestBody: { required: true, content: json(ref('NewCategory')) },
  },
};

const pet: Json = {
  get: {
    ...operation('getPet', 'Returns a pet', 'Pets', {
      '200': response('The pet', { type: 'object' }),
      '404': response('No such pet', ref('Error')),
    }),
    deprecated: true,
    'x-stability': 'beta',
    parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
  },
};

const orders: Json = {
  get: {
    ...operation('listOrders', 'Returns orders', 'Store', {
      '200': response('Orders', { type: 'array', items: { type: 'object' } }),
    }),
    'x-stability': 'experimental',
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
