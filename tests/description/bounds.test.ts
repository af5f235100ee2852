import { describe, expect, test } from 'vitest';
import { descriptionLimits, loadDescription } from '../../src/description/load.ts';
import { inBrief } from '../../src/description/place.ts';
import { inTiers } from '../support/tiers.ts';
import { differencesIn } from './described.ts';

const head = 'openapi: 3.1.0\ninfo: { title: Pet Store, version: 1.0.0 }\n';

/** Loads a description whose other files are all the same; returns the message and the number of files read. */
async function loaded(text: string, other = '{}', seconds?: number) {
  let read = 0;
  const from = '/nowhere/main.yaml';
  const response = loadDescription(
    {
      from,
      read: async (path) => {
        if (path === from) return text;
        read++;
        return other.replaceAll('NEXT', `part-${read}.yaml`);
      },
    },
    seconds,
  );
  return { message: await response.then(() => 'read', String), read };
}

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

/** Three of these are too large together. */
const large = `x: { $ref: NEXT }\ny: ${'n'.repeat(3 * 1024 * 1024)}`;

describe('a hostile description is rejected', () => {
  test.each([
    ['aliases that multiply', head + bomb, '{}', /with its aliases, it has more than 1000000 values/],
    ['deep nesting', `${head}x: ${'['.repeat(200_000)}${']'.repeat(200_000)}`, '{}', /nesting exceeded/],
    ['deep nesting by aliases', head + chain, '{}', /nested more than 200 deep/],
    ['endless references', `${head}x: { $ref: a.yaml }`, 'x: { $ref: NEXT }', /more than 100 documents/],
    ['references to large files', `${head}x: { $ref: a.yaml }`, large, /has more than 8 MB/],
  ])('for %s', async (_what, text, other, says) => {
    const { message, read } = await loaded(text, other);
    expect(message).toMatch(says);
    expect(read).toBeLessThanOrEqual(descriptionLimits.documents);
  });

  test('if it takes too long, without blocking the event loop', async () => {
    const never = new Promise<string>(() => {});
    const response = loadDescription({ from: '/nowhere/main.yaml', read: () => never }, 0.05);
    await expect(response).rejects.toThrow('it takes more than 0.05 s to read');
  });
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
  ['200,000 short values', JSON.stringify({ openapi: '3.1.0', 'x-values': Array(200_000).fill(0) })],
])('a description with %s is read', async (_what, text) => {
  expect((await loaded(text)).message).toBe('read');
});

test('a parser that takes too long is stopped, and the event loop keeps running meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 50);
  const { message } = await loaded(
    schemasIn(5_000, (next) => next),
    '{}',
    0.5,
  );
  clearInterval(timer);
  expect(message).toContain('it takes more than 0.5 s to read');
  expect(ticks).toBeGreaterThan(3);
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

/** References from very many places to one large value. */
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
      'a server URL that multiplies',
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

test('a long value is inBrief', () => {
  const received = (version: unknown) =>
    differencesIn({ info: { version } })['versioning.description-version']?.[0]?.received;
  const cut = (value: unknown) => `${JSON.stringify(value).slice(0, 79)}…`;
  for (const value of [['a', { b: [1, null, true] }, []], {}, 7, null, '1.0'])
    expect(received(value)).toBe(JSON.stringify(value));
  for (const value of ['é"'.repeat(50), Array(50).fill([{ a: 'b' }]), { a: { b: 'c'.repeat(99) }, d: 1 }])
    expect(received(value)).toBe(cut(value));
});

test('only the shown part of a value is serialized', () => {
  const unread = {
    get member(): string {
      throw new Error('read beyond the shown part');
    },
  };
  expect(inBrief({ text: 'x'.repeat(200), unread })).toMatch(/^\{"text":"x+…$/);
});
