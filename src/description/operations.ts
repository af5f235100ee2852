import { bodyAt } from './body.ts';
import { endsInV1, type Located, locate, type Route, sharedPrefix } from './paths.ts';
import { below, type Difference, elementsOf, fieldsOf, isWord, type Place, shown } from './place.ts';
import { category, differencesFrom, differencesFromList, error, newCategory } from './schema.ts';
import { keyDemanded } from './security.ts';
import { serverAddresses } from './stated.ts';

/** One operation that the specification names, and what a description has to say of it. */
interface Named extends Route {
  readonly tag: string;
  readonly judge: (operation: Place, path: Place) => Difference[];
}

/** Parameters that OpenAPI has readers ignore: what they mean is said elsewhere. */
const ignoredHeaders = ['accept', 'authorization', 'content-type'];

const named: readonly Named[] = [
  {
    path: '/categories',
    method: 'get',
    tag: 'categories',
    judge: (operation, path) => [
      ...operationId(operation, 'listCategories'),
      ...withoutParameters(operation, path),
      ...withoutBody(operation),
      ...answer(operation, 200, (schema) => differencesFromList(category, schema)),
      ...answer(operation, 401, (schema) => differencesFrom(error, schema)),
    ],
  },
  {
    path: '/categories',
    method: 'post',
    tag: 'categories',
    judge: (operation) => [
      ...operationId(operation, 'createCategory'),
      ...requestBody(operation),
      ...answer(operation, 201, (schema) => differencesFrom(category, schema)),
      ...answer(operation, 400, (schema) => differencesFrom(error, schema)),
      ...answer(operation, 401, (schema) => differencesFrom(error, schema)),
    ],
  },
  {
    path: '/pets/{petId}',
    method: 'get',
    tag: 'Pets',
    judge: (operation) => {
      const { deprecated } = fieldsOf(operation);
      if (deprecated === true) return [];
      const place = below(operation, 'deprecated');
      return [differs(place, 'deprecated: true', shown(deprecated), 'not deprecated')];
    },
  },
  { path: '/store/orders', method: 'get', tag: 'Store', judge: () => [] },
];

/** How the operations of a description differ from those of the specification (Endpoints, Authentication 2). */
export function operationDifferences(root: Place): Difference[] {
  const prefix = sharedPrefix(root, named);
  const all = named.flatMap((one) => {
    const found = locate(root, one, prefix);
    if (found === undefined) return [missing(root, one, prefix)];
    const { item, operation } = found;
    return [
      ...elsewhere(found, one, prefix),
      ...tagged(operation, one.tag),
      ...keyDemanded(root, operation),
      ...one.judge(operation, item),
    ];
  });
  return onceEach(all);
}

/**
 * Whether one of the servers ends in v1, together with what all paths begin with (Versioning 1); undefined where no
 * server is listed.
 */
export function serverDifferences(root: Place): Difference[] | undefined {
  const addresses = serverAddresses(root);
  if (addresses.length === 0) return undefined;
  const prefix = sharedPrefix(root, named);
  if (addresses.some((address) => endsInV1(address.replace(/\/$/, '') + prefix))) return [];
  return [
    {
      pointer: below(root, 'servers').pointer,
      expected: 'an address that ends in /v1',
      received: addresses.slice(0, 3).map(shown).join(', '),
      cause: 'no address ends in v1',
    },
  ];
}

/** What several operations refer to is one place, and wrong once. */
function onceEach(differences: readonly Difference[]): Difference[] {
  return [...new Map(differences.map((one) => [`${one.pointer} ${one.cause}`, one])).values()];
}

function missing(root: Place, { method, path }: Route, prefix: string): Difference {
  const place = below(root, 'paths', prefix + path, method);
  return differs(
    place,
    `${method.toUpperCase()} ${prefix}${path}`,
    'no such operation',
    'the operation is missing',
  );
}

/** An operation under another path than the specification's: the rest of it is judged all the same. */
function elsewhere({ exact, path, item }: Located, route: Route, prefix: string): Difference[] {
  if (exact) return [];
  return [differs(item, `the path ${prefix}${route.path}`, `the path ${shown(path)}`, 'another path')];
}

function operationId(operation: Place, expected: string): Difference[] {
  const given = fieldsOf(operation)['operationId'];
  if (given === expected) return [];
  return [
    differs(
      below(operation, 'operationId'),
      `operationId ${shown(expected)}`,
      shown(given),
      'another operationId',
    ),
  ];
}

function tagged(operation: Place, expected: string): Difference[] {
  const tags = below(operation, 'tags');
  if (elementsOf(tags).some(({ value }) => value === expected)) return [];
  return [differs(tags, `the tag ${shown(expected)}`, shown(tags.value), 'not under its tag')];
}

function withoutParameters(operation: Place, path: Place): Difference[] {
  return [path, operation]
    .flatMap((place) => elementsOf(below(place, 'parameters')))
    .filter((parameter) => !isIgnored(parameter))
    .map((parameter) =>
      differs(
        parameter,
        'no parameters',
        `the parameter ${shown(fieldsOf(parameter)['name'])}`,
        'has parameters',
      ),
    );
}

function isIgnored(parameter: Place): boolean {
  const { in: where, name } = fieldsOf(parameter);
  return where === 'header' && ignoredHeaders.some((ignored) => isWord(name, ignored));
}

function withoutBody(operation: Place): Difference[] {
  const body = below(operation, 'requestBody');
  return body.value === undefined
    ? []
    : [differs(body, 'no request body', 'a request body', 'has a request body')];
}

function requestBody(operation: Place): Difference[] {
  const body = below(operation, 'requestBody');
  if (body.value === undefined) return [differs(body, 'a request body', 'none', 'no request body')];
  const { required } = fieldsOf(body);
  const place = below(body, 'required');
  return [
    ...(required === true
      ? []
      : [differs(place, 'required: true', shown(required), 'the body is not required')]),
    ...bodyAt(body, (schema) => differencesFrom(newCategory, schema)),
  ];
}

/** An answer by its status, by its hundred (`4XX`), or by `default`. */
function answer(operation: Place, status: number, judge: (schema: Place) => Difference[]): Difference[] {
  const responses = below(operation, 'responses');
  const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((one) =>
    Object.hasOwn(fieldsOf(responses), one),
  );
  const place = below(responses, key ?? String(status));
  if (key === undefined) return [differs(place, `the answer ${status}`, 'none', `no answer ${status}`)];
  return bodyAt(place, judge);
}

function differs({ pointer }: Place, expected: string, received: string, cause: string): Difference {
  return { pointer, expected, received, cause };
}
