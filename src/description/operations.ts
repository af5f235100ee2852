import { locate, type Route, sharedPrefix } from './paths.ts';
import { below, type Difference, elementsOf, fieldsOf, isWord, type Place, shown, unless } from './place.ts';
import {
  bodyDifferences,
  category,
  differencesFromList,
  error,
  newCategory,
  type Resource,
} from './schema.ts';
import { keyDemanded } from './security.ts';

/** One operation that the specification names, and what a description has to say of it. */
interface Named extends Route {
  readonly tag: string;
  readonly judge: (operation: Place, path: Place) => Difference[];
}

/** Parameters that OpenAPI has readers ignore: what they mean is said elsewhere. */
const ignoredHeaders = ['accept', 'authorization', 'content-type'];

export const named: readonly Named[] = [
  {
    path: '/categories',
    method: 'get',
    tag: 'categories',
    judge: (operation, path) => [
      ...operationId(operation, 'listCategories'),
      ...withoutParameters(operation, path),
      ...withoutBody(operation),
      ...answer(operation, 200, category, differencesFromList),
      ...answer(operation, 401, error),
    ],
  },
  {
    path: '/categories',
    method: 'post',
    tag: 'categories',
    judge: (operation) => [
      ...operationId(operation, 'createCategory'),
      ...requestBody(operation),
      ...answer(operation, 201, category),
      ...answer(operation, 400, error),
      ...answer(operation, 401, error),
    ],
  },
  {
    path: '/pets/{petId}',
    method: 'get',
    tag: 'Pets',
    judge: (operation) => {
      const place = below(operation, 'deprecated');
      const { value } = place;
      return unless(value === true, place, 'deprecated: true', shown(value), 'not deprecated');
    },
  },
  { path: '/store/orders', method: 'get', tag: 'Store', judge: () => [] },
];

/** How the operations of a description differ from those of the specification (Endpoints, Authentication 2). */
export function operationDifferences(root: Place): Difference[] {
  const prefix = sharedPrefix(root, named);
  const all = named.flatMap((one) => {
    const found = locate(root, one, prefix);
    if (found === undefined) return missing(root, one, prefix);
    const { exact, path, item, operation } = found;
    return [
      // Under another path than the specification's: the rest of it is judged all the same.
      ...unless(exact, item, `the path ${prefix}${one.path}`, `the path ${shown(path)}`, 'another path'),
      ...tagged(operation, one.tag),
      ...keyDemanded(root, operation),
      ...one.judge(operation, item),
    ];
  });
  // What several operations refer to is one place, and wrong once.
  return [...new Map(all.map((one) => [`${one.pointer} ${one.cause}`, one])).values()];
}

function missing(root: Place, { method, path }: Route, prefix: string): Difference[] {
  const place = below(root, 'paths', prefix + path, method);
  const expected = `${method.toUpperCase()} ${prefix}${path}`;
  return unless(false, place, expected, 'no such operation', 'the operation is missing');
}

function operationId(operation: Place, expected: string): Difference[] {
  const place = below(operation, 'operationId');
  const given = fieldsOf(operation)['operationId'];
  return unless(
    given === expected,
    place,
    `operationId ${shown(expected)}`,
    shown(given),
    'another operationId',
  );
}

function tagged(operation: Place, expected: string): Difference[] {
  const tags = below(operation, 'tags');
  const isTagged = elementsOf(tags).some(({ value }) => value === expected);
  return unless(isTagged, tags, `the tag ${shown(expected)}`, shown(tags.value), 'not under its tag');
}

function withoutParameters(operation: Place, path: Place): Difference[] {
  return [path, operation]
    .flatMap((place) => elementsOf(below(place, 'parameters')))
    .flatMap((parameter) => {
      const { in: where, name } = fieldsOf(parameter);
      const isIgnored = where === 'header' && ignoredHeaders.some((ignored) => isWord(name, ignored));
      return unless(isIgnored, parameter, 'no parameters', `the parameter ${shown(name)}`, 'has parameters');
    });
}

function withoutBody(operation: Place): Difference[] {
  const body = below(operation, 'requestBody');
  return unless(body.value === undefined, body, 'no request body', 'a request body', 'has a request body');
}

function requestBody(operation: Place): Difference[] {
  const body = below(operation, 'requestBody');
  if (body.value === undefined) return unless(false, body, 'a request body', 'none', 'no request body');
  const { required } = fieldsOf(body);
  const place = below(body, 'required');
  return [
    ...unless(required === true, place, 'required: true', shown(required), 'the body is not required'),
    ...bodyDifferences(body, newCategory),
  ];
}

/** An answer by its status, by its hundred (`4XX`), or by `default`. */
function answer(
  operation: Place,
  status: number,
  resource: Resource,
  differences?: typeof differencesFromList,
): Difference[] {
  const responses = below(operation, 'responses');
  const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((one) =>
    Object.hasOwn(fieldsOf(responses), one),
  );
  const place = below(responses, key ?? String(status));
  return key === undefined
    ? unless(false, place, `the answer ${status}`, 'none', `no answer ${status}`)
    : bodyDifferences(place, resource, differences);
}
