import { expect, test } from 'vitest';
import versioning from '../../suites/versioning.ts';
import { cutOff, responded } from '../support/responses.ts';
import { concluded, observed, tallied } from './judged.ts';

const judgment = (base: string, ...exchanges: readonly ReturnType<typeof cutOff>[]) =>
  concluded(versioning, 'versioning.base-path', exchanges, { base: new URL(base) });
const got = responded({ at: 0 });

test.each(['http://a.test/v1', 'http://a.test/v1/', 'http://a.test/shop/v1', 'http://a.test/v2/v1/'])(
  'the address %s ends in v1',
  (base) => {
    expect(judgment(base, got)).toBe('met');
  },
);

test.each([
  ['http://a.test/v2', 'a base URL that ends in "v2"'],
  ['http://a.test/v1/api', 'a base URL that ends in "api"'],
  ['http://a.test/apiv1', 'a base URL that ends in "apiv1"'],
  ['http://a.test', 'a base URL without a path'],
])('the base URL %s does not end in v1', (base, received) => {
  expect(judgment(base, got)).toBe(
    `expected a base URL that ends in "v1", received ${received}: the base URL does not end in v1`,
  );
});

test('the base URL is judged once it returns a response', () => {
  expect(judgment('http://a.test/v2')).toBe('not selected');
  for (const base of ['http://a.test/v1', 'http://a.test/v2'])
    expect(judgment(base, { ...cutOff(0), attempt: 2 })).toBe('not selected');
});

test('a sunset is noted in responses to the valid key', () => {
  const request = { operation: 'petById' } as const;
  const requirement = 'versioning.sunset';
  expect(
    observed(versioning, requirement, { ...responded({ at: 0, request }), validity: 'none' }),
  ).toBeUndefined();
  expect(
    observed(versioning, requirement, { ...cutOff(0), request: { ...got.request, ...request } }),
  ).toBeUndefined();
});

const described = (requirement: string, document?: unknown) =>
  concluded(versioning, requirement, [], { description: document });

test.each([
  'versioning.description-version',
  'versioning.stability-marker',
  'versioning.description-operations',
  'versioning.description-base',
])('%s is judged only with a description', (requirement) => {
  expect(described(requirement)).toBe('not selected');
});

test('a description with another version fails, with its place', () => {
  const requirement = 'versioning.description-version';
  expect(described(requirement, { info: { version: '1.0.0' } })).toBe('met');
  expect(described(requirement, { info: { version: '2' } })).toBe(
    'expected version "1.0.0", received "2", at /info/version: the description: a different version',
  );
  const { causes } = tallied(versioning, requirement, [], { description: {} });
  expect([...causes.values()].flatMap(({ instances }) => [...instances])).toEqual(['/info/version']);
});

test('each unknown marker is a case', () => {
  const requirement = 'versioning.stability-marker';
  const operations = {
    get: { 'x-stability': 'beta' },
    post: { 'x-stability': 'new' },
    put: { 'x-stability': 7 },
  };
  const { tested, causes } = tallied(versioning, requirement, [], {
    description: { paths: { '/a': operations } },
  });
  expect(tested).toBe(2);
  const [cause] = causes.values();
  expect(cause?.mismatch.cause).toBe('the description: an unknown stability marker');
  expect([...(cause?.instances ?? [])]).toEqual([
    '/paths/~1a/put/x-stability',
    '/paths/~1a/post/x-stability',
  ]);
  expect(described(requirement, {})).toBe('met');
});

test('a description without servers is not judged', () => {
  const requirement = 'versioning.description-base';
  expect(described(requirement, {})).toBe('not judged: the description lists no servers');
  expect(described(requirement, { servers: [{ url: 'https://a.test/v1' }] })).toBe('met');
  expect(described(requirement, { servers: [{ url: 'https://a.test/v2' }] })).toMatch(
    /^expected a server URL that ends in \/v1, received "https:\/\/a\.test\/v2", at \/servers: /,
  );
});

test('an empty description has none of the operations', () => {
  expect(described('versioning.description-operations', {})).toMatch(
    /the description: the operation is missing/,
  );
});
