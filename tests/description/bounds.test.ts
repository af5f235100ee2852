import { describe, expect, test } from 'vitest';
import { loadDescription } from '../../src/description/load.ts';
import { inBrief } from '../../src/description/place.ts';
import { inTiers } from '../support/tiers.ts';
import { differencesIn } from './described.ts';

const head = 'openapi: 3.1.0\ninfo: { title: Pet Store, version: 1.0.0 }\n';

/** Returns "read", or the reason why a description cannot be read. */
const loaded = (text: string) => loadDescription(text).then(() => 'read', String);

/** Nine arrays, each containing the previous one nine times: about 400 million values in 300 bytes. */
const bomb = Array.from({ length: 9 }, (_, at) => {
  const inner = at === 0 ? '1' : `*a${at - 1}`;
  return `x-${at}: &a${at} [${Array(9).fill(inner).join(', ')}]`;
}).join('\n');

/** 300 arrays, each containing the previous one. */
const chain = Array.from(
  { length: 300 },
  (_, at) => `x-${at}: &a${at} [${at === 0 ? '1' : `*a${at - 1}`}]`,
).join('\n');

/** 30 mappings. Each one merges the previous one twice. */
const merges = Array.from(
  { length: 30 },
  (_, at) => `x-${at}: &m${at} { ${at === 0 ? '' : `<<: [*m${at - 1}, *m${at - 1}], `}a${at}: 1 }`,
).join('\n');

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

describe('a hostile description is rejected', () => {
  test.each([
    ['aliases that multiply', head + bomb, /with its aliases, it has more than 1000000 values/],
    ['merge keys that multiply', head + merges, /with its aliases, it has more than 1000000 values/],
    ['an alias that contains itself', `${head}x: &a { b: *a, c: *a }`, /nested more than 200 levels deep/],
    ['deep nesting', `${head}x: ${nested(50_000, '[', ']')}`, /nested more than 200 levels deep|line \d/],
    [
      'deep nesting in JSON',
      `{"openapi":"3.1.0","x":${nested(300, '[', ']')}}`,
      /nested more than 200 levels deep/,
    ],
    ['deep nesting by aliases', head + chain, /nested more than 200 levels deep/],
    ['too much YAML', `${head}x: ${'n'.repeat(128 * 1024)}`, /more than 128 KB of YAML/],
    ['too many values', `{"openapi":"3.1.0","x":[${Array(1_000_000).fill(0)}]}`, /more than 1000000 values/],
    ['a name that occurs twice', `${head}paths: {}\npaths: {}`, /"paths" twice/],
    ['a number that JSON cannot represent', `${head}x: .nan`, /NaN, which JSON cannot represent/],
    ['names that are not strings', `${head}? [a, b]\n: c`, /line 3/],
  ])('for %s', async (_what, text, says) => {
    expect(await loaded(text)).toMatch(says);
  });

  test.each([
    ['brackets', (bytes: number) => '[]\n'.repeat(bytes / 3)],
    ['closing braces', (bytes: number) => '}'.repeat(bytes)],
    ['open brackets', (bytes: number) => '['.repeat(bytes)],
    ['names', (bytes: number) => Array.from({ length: bytes / 8 }, (_, at) => `k${at}:`).join('\n')],
  ])('quickly if it is YAML with many %s', async (_what, text) => {
    const before = process.cpuUsage();
    expect(await loaded(head + text(120 * 1024))).toEqual(expect.any(String));
    expect(process.cpuUsage(before).user).toBeLessThan(15_000_000);
  });
});

test.each([
  ['dates and words of YAML 1.1', `%YAML 1.1\n---\n${head}x: [2026-01-01, yes, !!binary aGk=, !!set { a }]`],
  ['a member named __proto__', `${head}__proto__: { openapi: 2.0 }`],
  ['references in examples', `${head}x: { example: { $ref: other.yaml }, x-y: [{ $ref: '#z' }] }`],
  ['a byte order mark', `\ufeff${head}`],
])('a description with %s is loaded as plain JSON data', async (_what, text) => {
  const document = (await loadDescription(text)) as Record<string, unknown>;
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  expect(document['openapi']).toBe('3.1.0');
  if (text.startsWith('%')) expect(document['x']).toEqual(['2026-01-01', 'yes', 'aGk=', { a: null }]);
});

/** Writes a description whose schemas each refer to the next one. */
const schemasIn = (count: number, schema: (next: object) => object) =>
  JSON.stringify({
    openapi: '3.1.0',
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `S${at}`,
          schema(at + 1 < count ? { $ref: `#/components/schemas/S${at + 1}` } : {}),
        ]),
      ),
    },
  });

test.each([
  ['a chain of 1,200 schemas', schemasIn(1_200, (next) => ({ type: 'object', properties: { next } }))],
  ['a chain of 1,200 references', schemasIn(1_200, (next) => next)],
  ['200,000 short values', JSON.stringify({ openapi: '3.1.0', 'x-values': Array(200_000).fill(0) })],
])('a description with %s is read', async (_what, text) => {
  expect(await loaded(text)).toBe('read');
});

/** Returns a description whose bodies use a chain of schemas that all lack the property `name`. */
const chained = (link: (next: object) => object, count: number) => {
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } };
  const { components } = JSON.parse(schemasIn(count, link));
  return {
    paths: { '/v1/categories': { post: { requestBody: body, responses: { 201: body } } } },
    components,
  };
};

test.each([
  ['references', (next: object) => next],
  ['a cycle of references', (next: object) => ('$ref' in next ? next : { $ref: '#/components/schemas/S0' })],
  ['allOf', (next: object) => ({ allOf: [next] })],
  ['nested alternatives', (next: object) => ({ anyOf: [{ type: 'object' }, next] })],
  ['oneOf, with alternatives', (next: object) => ({ oneOf: [next, { allOf: [next] }] })],
])('a chain of 20,000 schemas, linked by %s, is compared quickly', (_what, link) => {
  const before = process.cpuUsage();
  expect(differencesIn(chained(link, 20_000))['versioning.description-operations']).toContainEqual(
    expect.objectContaining({ cause: 'the property name is missing' }),
  );
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});

test('wide schemas that refer to each other are compared quickly', () => {
  const names = Array.from({ length: 20 }, (_, at) => `S${at}`);
  const wide = Array.from({ length: 300 }, (_, at) => ({ $ref: `#/components/schemas/S${at % 20}` }));
  const schemas = names.map((name, at) => [name, { [['allOf', 'anyOf', 'oneOf'][at % 3] ?? '']: wide }]);
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } };
  const document = {
    paths: { '/v1/categories': { post: { requestBody: body, responses: { 201: body } } } },
    components: { schemas: Object.fromEntries(schemas) },
  };
  expect(differencesIn(document)['versioning.description-operations']).toContainEqual(
    expect.objectContaining({ pointer: '/components/schemas/S0', cause: 'the property name is missing' }),
  );
});

/** References from many places to the same large value. */
const places = Array(3_000).fill({ $ref: '#/x/large' });
const listing = (operation: object, large: unknown) => ({
  paths: { '/v1/categories': { get: { operationId: 'listCategories', ...operation } } },
  x: { large },
});
const members = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`m${at}`, at]));
const longName = 'n'.repeat(2_500_000);
const aliased = { $ref: `#/${longName}` };

for (const { rows, options } of inTiers<readonly [string, object]>(
  [
    [
      'a name with many quotes',
      listing({ parameters: places }, { in: 'query', name: '"'.repeat(2_500_000) }),
    ],
    ['a name that is an object', listing({ parameters: places }, { in: 'query', name: members })],
    ['a header with a long name', listing({ parameters: places }, { in: 'header', name: longName })],
    ['security alternatives with many schemes', listing({ security: places }, members)],
    [
      'a security alternative with a long name',
      listing({ security: Array(3_000).fill({ [longName]: [] }) }, ''),
    ],
    ['long references', listing({ parameters: Array(3_000).fill(aliased) }, '')],
    [
      'a server URL that its variables make very long',
      {
        servers: Array(3_000).fill({ url: '{a}'.repeat(100_000), variables: { a: { default: longName } } }),
      },
    ],
  ],
  4,
))
  test.each(rows)('a description with %s is compared quickly', options, (_what, document) => {
    const before = process.cpuUsage();
    const differences = Object.values(differencesIn(document)).flatMap((found) => found ?? []);
    const { user } = process.cpuUsage(before);
    expect(JSON.stringify(differences).length).toBeLessThan(2_000_000);
    expect(user).toBeLessThan(4_000_000);
  });

test('inBrief shortens a long value', () => {
  const received = (version: unknown) =>
    differencesIn({ info: { version } })['versioning.description-version']?.[0]?.received;
  const cut = (value: unknown) => `${JSON.stringify(value).slice(0, 79)}…`;
  for (const value of [['a', { b: [1, null, true] }, []], {}, 7, null, '1.0'])
    expect(received(value)).toBe(JSON.stringify(value));
  for (const value of ['é"'.repeat(50), Array(50).fill([{ a: 'b' }]), { a: { b: 'c'.repeat(99) }, d: 1 }])
    expect(received(value)).toBe(cut(value));
});

test('inBrief serializes only the part of a value that it shows', () => {
  const unread = {
    get member(): string {
      throw new Error('read beyond the shown part');
    },
  };
  expect(inBrief({ text: 'x'.repeat(200), unread })).toMatch(/^\{"text":"x+…$/);
});
