/** A mistake in a description, and the requirement and places that must report it. */
export interface Mistake {
  readonly title: string;
  /** The file in `shapes` that gets the mistake. */
  readonly shape: string;
  /** Values to put at JSON Pointers into the file; `undefined` removes the value there. */
  readonly put: Readonly<Record<string, unknown>>;
  readonly requirement: string;
  /** The places that the finding reports. */
  readonly at: readonly string[];
}

const operations = 'versioning.description-operations';
const list = '/paths/~1categories/get';
const create = '/paths/~1categories/post';
const schemas = '/components/schemas';

export const mistakes: readonly Mistake[] = [
  {
    title: 'the version of the framework in place of the version of the API',
    shape: 'fastapi.json',
    put: { '/info/version': '0.1.0' },
    requirement: 'versioning.description-version',
    at: ['/info/version'],
  },
  {
    title: 'a version that YAML reads as a number',
    shape: 'by-hand.yaml',
    put: { '/info/version': 1 },
    requirement: 'versioning.description-version',
    at: ['/info/version'],
  },
  {
    title: 'a marker with a capital letter',
    shape: 'by-hand.yaml',
    put: { '/paths/~1store~1orders/get/x-stability': 'Experimental' },
    requirement: 'versioning.stability-marker',
    at: ['/paths/~1store~1orders/get/x-stability'],
  },
  {
    title: 'a marker on an operation that the specification does not list',
    shape: 'no-servers.yaml',
    put: { '/paths/~1categories/delete/x-stability': 'alpha' },
    requirement: 'versioning.stability-marker',
    at: ['/paths/~1categories/delete/x-stability'],
  },
  {
    title: 'a server URL without the version',
    shape: 'springdoc.yaml',
    put: { '/servers/0/url': 'http://localhost:8080' },
    requirement: 'versioning.description-base',
    at: ['/servers'],
  },
  {
    title: 'a server variable whose default is another version',
    shape: 'bundled.yaml',
    put: { '/servers/0/variables/version/default': 'v2' },
    requirement: 'versioning.description-base',
    at: ['/servers'],
  },
  {
    title: 'operationIds from function names',
    shape: 'fastapi.json',
    put: { [`${list}/operationId`]: 'list_categories_categories_get' },
    requirement: operations,
    at: [`${list}/operationId`],
  },
  {
    title: 'a tag with a capital letter',
    shape: 'nestjs.yaml',
    put: { [`${create}/tags`]: ['Categories'] },
    requirement: operations,
    at: [`${create}/tags`],
  },
  {
    title: 'a paging parameter for the list',
    shape: 'inline.yaml',
    put: { [`${list}/parameters`]: [{ name: 'page', in: 'query', schema: { type: 'integer' } }] },
    requirement: operations,
    at: [`${list}/parameters/0`],
  },
  {
    title: 'an optional body',
    shape: 'aspnet.yaml',
    put: { [`${create}/requestBody/required`]: undefined },
    requirement: operations,
    at: [`${create}/requestBody/required`],
  },
  {
    title: '422 instead of 400',
    shape: 'fastapi.json',
    put: { [`${create}/responses/400`]: undefined },
    requirement: operations,
    at: [`${create}/responses/400`],
  },
  {
    title: 'a wildcard media type',
    shape: 'springdoc.yaml',
    put: {
      [`${list}/responses/401/content`]: { '*/*': { schema: { $ref: '#/components/schemas/Error' } } },
    },
    requirement: operations,
    at: [`${list}/responses/401/content`],
  },
  {
    title: 'a 32-bit id',
    shape: 'by-hand.yaml',
    put: { [`${schemas}/Category/allOf/1/properties/id/format`]: 'int32' },
    requirement: operations,
    at: [`${schemas}/Category/allOf/1/properties/id`],
  },
  {
    title: 'a string id',
    shape: 'no-servers.yaml',
    put: { [`${schemas}/Id`]: { type: 'string', format: 'int64' } },
    requirement: operations,
    at: [`${schemas}/Id`],
  },
  {
    title: 'an optional name',
    shape: 'huma.yaml',
    put: { [`${schemas}/NewCategory/required`]: [] },
    requirement: operations,
    at: [`${schemas}/NewCategory`],
  },
  {
    title: 'a required description',
    shape: 'typespec.yaml',
    put: { [`${schemas}/NewCategory/required`]: ['name', 'description'] },
    requirement: operations,
    at: [`${schemas}/NewCategory`],
  },
  {
    title: 'a nullable description',
    shape: 'nestjs.yaml',
    put: { [`${schemas}/Category/properties/description/nullable`]: true },
    requirement: operations,
    at: [`${schemas}/Category/properties/description`],
  },
  {
    title: 'a list in an envelope',
    shape: 'inline.yaml',
    put: {
      [`${list}/responses/200/content/application~1json/schema`]: {
        type: 'object',
        properties: { items: { type: 'array', items: {} } },
      },
    },
    requirement: operations,
    at: [`${list}/responses/200/content/application~1json/schema`],
  },
  {
    title: 'an error without its status',
    shape: 'aspnet.yaml',
    put: { [`${schemas}/Error/properties/status`]: undefined },
    requirement: operations,
    at: [`${schemas}/Error`],
  },
  {
    title: 'a security scheme that no operation requires',
    shape: 'typespec.yaml',
    put: { '/security': undefined },
    requirement: operations,
    at: [list, create, '/paths/~1pets~1{petId}/get', '/paths/~1store~1orders/get'],
  },
  {
    title: 'one operation without a key',
    shape: 'by-hand.yaml',
    put: { [`${list}/security`]: [] },
    requirement: operations,
    at: [`${list}/security`],
  },
  {
    title: 'an optional key',
    shape: 'huma.yaml',
    put: { [`${create}/security`]: [{ key: [] }, {}] },
    requirement: operations,
    at: [`${create}/security/1`],
  },
  {
    title: 'a key in a custom header',
    shape: 'nestjs.yaml',
    put: { '/components/securitySchemes/bearer': { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    requirement: operations,
    at: ['/components/securitySchemes/bearer'],
  },
  {
    title: 'a pet operation that is not deprecated',
    shape: 'springdoc.yaml',
    put: { '/paths/~1pets~1{petId}/get/deprecated': undefined },
    requirement: operations,
    at: ['/paths/~1pets~1{petId}/get/deprecated'],
  },
  {
    title: 'a missing orders operation',
    shape: 'huma.yaml',
    put: { '/paths/~1store~1orders': undefined },
    requirement: operations,
    at: ['/paths/~1store~1orders/get'],
  },
];
