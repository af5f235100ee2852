import { expect, test } from 'vitest';
import versioning from '../../suites/versioning.ts';
import { concluded, tallied } from './judged.ts';

const said = (row: string, document?: unknown) => concluded(versioning, row, [], { description: document });

test.each([
  'versioning.description-version',
  'versioning.stability-marker',
  'versioning.description-operations',
  'versioning.description-base',
])('%s is asked where there is a description', (row) => {
  expect(said(row)).toBe('not asked');
});

test('a description of another version is found, with where it says so', () => {
  const row = 'versioning.description-version';
  expect(said(row, { info: { version: '1.0.0' } })).toBe('met');
  expect(said(row, { info: { version: '2' } })).toBe(
    'expected version "1.0.0", received "2", at /info/version: the description: another version',
  );
  const { causes } = tallied(versioning, row, [], { description: {} });
  expect([...causes.values()].flatMap(({ instances }) => [...instances])).toEqual(['/info/version']);
});

test('each marker that is no known one is an instance', () => {
  const row = 'versioning.stability-marker';
  const operations = {
    get: { 'x-stability': 'beta' },
    post: { 'x-stability': 'new' },
    put: { 'x-stability': 7 },
  };
  const { exercised, causes } = tallied(versioning, row, [], {
    description: { paths: { '/a': operations } },
  });
  expect(exercised).toBe(2);
  const [cause] = causes.values();
  expect(cause?.mismatch.cause).toBe('the description: another marker of stability');
  expect([...(cause?.instances ?? [])]).toEqual([
    '/paths/~1a/put/x-stability',
    '/paths/~1a/post/x-stability',
  ]);
  expect(said(row, {})).toBe('met');
});

test('a description without servers is not judged by them', () => {
  const row = 'versioning.description-base';
  expect(said(row, {})).toBe('not judged: the description lists none');
  expect(said(row, { servers: [{ url: 'https://a.test/v1' }] })).toBe('met');
  expect(said(row, { servers: [{ url: 'https://a.test/v2' }] })).toMatch(
    /^expected an address that ends in \/v1, received "https:\/\/a\.test\/v2", at \/servers: /,
  );
});

test('an empty description has none of the operations', () => {
  expect(said('versioning.description-operations', {})).toMatch(/the description: the operation is missing/);
});
