/** One mistake in a description: what is changed, and where and at which row it has to be found. */
export interface Mistake {
  readonly title: string;
  readonly shape: string;
  /** JSON Pointers (of the file) to what is put there; `undefined` takes away. */
  readonly put: Readonly<Record<string, unknown>>;
  readonly row: string;
  /** The places that the finding names. */
  readonly at: readonly string[];
}

const operations = 'versioning.description-operations';
const list = '/paths/~1categories/get';
const create = '/paths/~1categories/post';
const schemas = '/components/schemas';

export const mistakes: readonly Mistake[] = [
  {
    title: 'the version of the framework',
    shape: 'fastapi.json',
    put: { '/info/version': '0.1.0' },
    row: 'versioning.description-version',
    at: ['/info/version'],
  },
  {
    title: 'a version that YAML reads as a number',
    shape: 'by-hand.yaml',
    put: { '/info/version': 1 },
    row: 'versioning.description-version',
    at: ['/info/version'],
  },
  {
    title: 'a marker with a capital letter',
    shape: 'by-hand.yaml',
    put: { '/paths/~1store~1orders/get/x-stability': 'Experimental' },
    row: 'versioning.stability-marker',
    at: ['/paths/~1store~1orders/get/x-stability'],
  },
  {
    title: 'a marker on an operation beside the specification',
    shape: 'no-servers.json',
    put: { '/paths/~1categories/delete/x-stability': 'alpha' },
    row: 'versioning.stability-marker',
    at: ['/paths/~1categories/delete/x-stability'],
  },
  {
    title: 'servers without the version',
    shape: 'springdoc.json',
    put: { '/servers/0/url': 'http://localhost:8080' },
    row: 'versioning.description-base',
    at: ['/servers'],
  },
  {
    title: 'a variable whose default is another version',
    shape: 'in-files.yaml',
    put: { '/servers/0/variables/version/default': 'v2' },
    row: 'versioning.description-base',
    at: ['/servers'],
  },
  {
    title: 'ids from names of functions',
    shape: 'fastapi.json',
    put: { [`${list}/operationId`]: 'list_categories_categories_get' },
    row: operations,
    at: [`${list}/operationId`],
  },
  {
    title: 'the tag with a capital letter',
    shape: 'nestjs.json',
    put: { [`${create}/tags`]: ['Categories'] },
    row: operations,
    at: [`${create}/tags`],
  },
  {
    title: 'a page of the list',
    shape: 'inline.json',
    put: { [`${list}/parameters`]: [{ name: 'page', in: 'query', schema: { type: 'integer' } }] },
    row: operations,
    at: [`${list}/parameters/0`],
  },
  {
    title: 'a body that may be left out',
    shape: 'aspnet.json',
    put: { [`${create}/requestBody/required`]: undefined },
    row: operations,
    at: [`${create}/requestBody/required`],
  },
  {
    title: '422 in place of 400',
    shape: 'fastapi.json',
    put: { [`${create}/responses/400`]: undefined },
    row: operations,
    at: [`${create}/responses/400`],
  },
  {
    title: 'any media type',
    shape: 'springdoc.json',
    put: {
      [`${list}/responses/401/content`]: { '*/*': { schema: { $ref: '#/components/schemas/Error' } } },
    },
    row: operations,
    at: [`${list}/responses/401/content`],
  },
  {
    title: 'an id of 32 bits',
    shape: 'by-hand.yaml',
    put: { [`${schemas}/Category/allOf/1/properties/id/format`]: 'int32' },
    row: operations,
    at: [`${schemas}/Category/allOf/1/properties/id`],
  },
  {
    title: 'an id as text',
    shape: 'no-servers.json',
    put: { [`${schemas}/Id`]: { type: 'string', format: 'int64' } },
    row: operations,
    at: [`${schemas}/Id`],
  },
  {
    title: 'a name that may be left out',
    shape: 'huma.json',
    put: { [`${schemas}/NewCategory/required`]: [] },
    row: operations,
    at: [`${schemas}/NewCategory`],
  },
  {
    title: 'a description that must be there',
    shape: 'typespec.yaml',
    put: { [`${schemas}/NewCategory/required`]: ['name', 'description'] },
    row: operations,
    at: [`${schemas}/NewCategory`],
  },
  {
    title: 'null for a description that is not there',
    shape: 'nestjs.json',
    put: { [`${schemas}/Category/properties/description/nullable`]: true },
    row: operations,
    at: [`${schemas}/Category/properties/description`],
  },
  {
    title: 'a list in an envelope',
    shape: 'inline.json',
    put: {
      [`${list}/responses/200/content/application~1json/schema`]: {
        type: 'object',
        properties: { items: { type: 'array', items: {} } },
      },
    },
    row: operations,
    at: [`${list}/responses/200/content/application~1json/schema`],
  },
  {
    title: 'an error without its status',
    shape: 'aspnet.json',
    put: { [`${schemas}/Error/properties/status`]: undefined },
    row: operations,
    at: [`${schemas}/Error`],
  },
  {
    title: 'a scheme that is defined and demanded nowhere',
    shape: 'typespec.yaml',
    put: { '/security': undefined },
    row: operations,
    at: [list, create, '/paths/~1pets~1{petId}/get', '/paths/~1store~1orders/get'],
  },
  {
    title: 'one operation that demands no key',
    shape: 'by-hand.yaml',
    put: { [`${list}/security`]: [] },
    row: operations,
    at: [`${list}/security`],
  },
  {
    title: 'a key that may be left out',
    shape: 'huma.json',
    put: { [`${create}/security`]: [{ key: [] }, {}] },
    row: operations,
    at: [`${create}/security/1`],
  },
  {
    title: 'a key in a header of its own',
    shape: 'nestjs.json',
    put: { '/components/securitySchemes/bearer': { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    row: operations,
    at: ['/components/securitySchemes/bearer'],
  },
  {
    title: 'a pet that is not marked as deprecated',
    shape: 'springdoc.json',
    put: { '/paths/~1pets~1{petId}/get/deprecated': undefined },
    row: operations,
    at: ['/paths/~1pets~1{petId}/get/deprecated'],
  },
  {
    title: 'no orders',
    shape: 'huma.json',
    put: { '/paths/~1store~1orders': undefined },
    row: operations,
    at: ['/paths/~1store~1orders/get'],
  },
];
