import type { SchemaName } from '../spec/schemas.ts';
import { endsInV1, locate, type OperationPath, serverUrls, sharedPrefix } from './paths.ts';
import {
  below,
  type Discrepancy,
  difference,
  fieldsOf,
  inBrief,
  isFields,
  isWord,
  membersOf,
  type Place,
  placesIn,
  unless,
} from './place.ts';
import { bodyDifferences } from './schema.ts';

/** An operation of the specification, and the rules for its description. */
interface Named extends OperationPath {
  readonly tag: string;
  readonly judge: (operation: Place, path: Place) => Discrepancy[];
}

const named: readonly Named[] = [
  {
    path: '/categories',
    method: 'get',
    tag: 'categories',
    judge: (operation, path) => [
      ...operationId(operation, 'listCategories'),
      ...withoutParameters(operation, path),
      ...withoutBody(operation),
      ...response(operation, 200, 'Category', true),
      ...response(operation, 401, 'Error'),
    ],
  },
  {
    path: '/categories',
    method: 'post',
    tag: 'categories',
    judge: (operation) => [
      ...operationId(operation, 'createCategory'),
      ...requestBody(operation),
      ...response(operation, 201, 'Category'),
      ...response(operation, 400, 'Error'),
      ...response(operation, 401, 'Error'),
    ],
  },
  {
    path: '/pets/{petId}',
    method: 'get',
    tag: 'Pets',
    judge: (operation) => {
      const place = below(operation, 'deprecated');
      return unless(place.value === true, place, 'deprecated: true', inBrief(place.value), 'not deprecated');
    },
  },
  { path: '/store/orders', method: 'get', tag: 'Store', judge: () => [] },
];

/** Compares the version of a description with the string 1.0.0 (Versioning 2). */
export function versionDifferences(root: Place): Discrepancy[] {
  const version = below(root, 'info', 'version');
  const { value } = version;
  return unless(value === '1.0.0', version, 'version "1.0.0"', inBrief(value), 'a different version');
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Finds stability markers with an unknown value. The markers are optional (Versioning 3). */
export function stabilityDifferences(root: Place): Discrepancy[] {
  return membersOf(below(root, 'paths'))
    .flatMap(([, path]) => methods.map((method) => below(path, method)))
    .filter((operation) => Object.hasOwn(fieldsOf(operation), 'x-stability'))
    .map((operation) => below(operation, 'x-stability'))
    .flatMap((marker) => {
      const { value } = marker;
      const isMet = value === 'experimental' || value === 'beta';
      return unless(isMet, marker, '"experimental" or "beta"', inBrief(value), 'an unknown stability marker');
    });
}

/**
 * Checks that a server URL, with the prefix of all paths, ends in v1 (Versioning 1). Returns undefined if no server is
 * listed.
 */
export function serverDifferences(root: Place): Discrepancy[] | undefined {
  const urls = serverUrls(root);
  if (urls.length === 0) return undefined;
  const prefix = sharedPrefix(root, named);
  const received = urls.slice(0, 3).map(inBrief).join(', ');
  const isMet = urls.some((url) => endsInV1(url.replace(/\/$/, '') + prefix));
  const servers = below(root, 'servers');
  return unless(isMet, servers, 'a server URL that ends in /v1', received, 'no server URL ends in /v1');
}

/** Compares the operations of a description with those of the specification (Endpoints, Authentication 2). */
export function operationDifferences(root: Place): Discrepancy[] {
  const prefix = sharedPrefix(root, named);
  const all = named.flatMap((one) => {
    const path = prefix + one.path;
    const found = locate(root, one, prefix);
    if (found === undefined) {
      const expected = `${one.method.toUpperCase()} ${path}`;
      const place = below(root, 'paths', path, one.method);
      return difference(place, expected, 'no such operation', 'the operation is missing');
    }
    const { exact, item, operation } = found;
    const tags = below(operation, 'tags');
    const isTagged = placesIn(tags).some(({ value }) => value === one.tag);
    return [
      // If the path differs, the rest of the operation is still compared.
      ...unless(exact, item, `the path ${path}`, `the path ${inBrief(found.path)}`, 'a different path'),
      ...unless(isTagged, tags, `the tag ${inBrief(one.tag)}`, inBrief(tags.value), 'the tag is missing'),
      ...keyRequired(root, operation),
      ...one.judge(operation, item),
    ];
  });
  // Several operations may refer to the same place, which is reported once.
  return [...new Map(all.map((one) => [`${one.pointer} ${one.cause}`, one])).values()];
}

function operationId(operation: Place, expected: string): Discrepancy[] {
  const place = below(operation, 'operationId');
  const given = fieldsOf(operation)['operationId'];
  const isMet = given === expected;
  return unless(isMet, place, `operationId ${inBrief(expected)}`, inBrief(given), 'a different operationId');
}

/** Header parameters that OpenAPI ignores. */
const ignoredHeaders = ['accept', 'authorization', 'content-type'];

function withoutParameters(operation: Place, path: Place): Discrepancy[] {
  return [path, operation]
    .flatMap((place) => placesIn(below(place, 'parameters')))
    .flatMap((parameter) => {
      const { in: where, name } = fieldsOf(parameter);
      const isIgnored = where === 'header' && ignoredHeaders.some((ignored) => isWord(name, ignored));
      return unless(
        isIgnored,
        parameter,
        'no parameters',
        `the parameter ${inBrief(name)}`,
        'has parameters',
      );
    });
}

function withoutBody(operation: Place): Discrepancy[] {
  const body = below(operation, 'requestBody');
  return unless(body.value === undefined, body, 'no request body', 'a request body', 'has a request body');
}

function requestBody(operation: Place): Discrepancy[] {
  const body = below(operation, 'requestBody');
  if (body.value === undefined) return difference(body, 'a request body', 'none', 'no request body');
  const { required } = fieldsOf(body);
  const place = below(body, 'required');
  return [
    ...unless(required === true, place, 'required: true', inBrief(required), 'the body is not required'),
    ...bodyDifferences(body, 'NewCategory'),
  ];
}

/** Compares a response, which is listed under its status, its range (`4XX`), or `default`. */
function response(operation: Place, status: number, schema: SchemaName, isList = false): Discrepancy[] {
  const responses = below(operation, 'responses');
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  const key = keys.find((one) => Object.hasOwn(fieldsOf(responses), one));
  const place = below(responses, key ?? String(status));
  return key === undefined
    ? difference(place, `a ${status} response`, 'none', `no ${status} response`)
    : bodyDifferences(place, schema, isList);
}

/** Checks that each security alternative of an operation requires the bearer key (Authentication 1 and 2). */
function keyRequired(root: Place, operation: Place): Discrepancy[] {
  const own = below(operation, 'security');
  const inEffect = own.value === undefined ? below(root, 'security') : own;
  const alternatives = placesIn(inEffect);
  if (alternatives.length === 0) {
    const received = inEffect.value === undefined ? 'no security requirement' : inBrief(inEffect.value);
    const place = own.value === undefined ? operation : own;
    return difference(place, 'bearer authentication', received, 'no key is required');
  }
  const schemeOf = (name: string) => below(root, 'components', 'securitySchemes', name);
  const expected = 'bearer authentication (type http, scheme bearer)';
  const cause = 'no bearer key is required';
  return alternatives.flatMap((alternative) => {
    const schemes = Object.keys(fieldsOf(alternative)).map(schemeOf);
    const isBearer = schemes.some((one) => {
      const { type, scheme } = fieldsOf(one);
      return type === 'http' && isWord(scheme, 'bearer');
    });
    if (isBearer) return [];
    const [stated] = schemes;
    if (stated === undefined) return difference(alternative, expected, 'no key', cause);
    if (!isFields(stated.value))
      return difference(stated, expected, 'no such scheme', 'the security scheme is missing');
    const { type, scheme } = fieldsOf(stated);
    const received =
      scheme === undefined ? `type ${inBrief(type)}` : `type ${inBrief(type)}, scheme ${inBrief(scheme)}`;
    return difference(stated, expected, received, cause);
  });
}
