import { describe, expect, test } from 'vitest';
import { descriptionLimits, loadDescription } from '../../src/description/load.ts';
import { shown } from '../../src/description/place.ts';
import { differencesIn } from './described.ts';

const head = 'openapi: 3.1.0\ninfo: { title: Pet Store, version: 1.0.0 }\n';

/** What comes of a description whose other files are all the same, and how many of them were asked for. */
async function loaded(text: string, other = '{}', seconds?: number) {
  let read = 0;
  const from = '/nowhere/main.yaml';
  const response = loadDescription(
    {
      from,
      read: async (asked) => {
        if (asked === from) return text;
        read++;
        return other.replaceAll('NEXT', `part-${read}.yaml`);
      },
    },
    seconds,
  );
  return { message: await response.then(() => 'read', String), read };
}

/** Each of nine lists holds the one before nine times: some 400 million values in 300 bytes. */
const bomb = Array.from({ length: 9 }, (_, at) => {
  const inner = at === 0 ? '1' : `*a${at - 1}`;
  return `x-${at}: &a${at} [${Array(9).fill(inner).join(', ')}]`;
}).join('\n');

/** Each of 300 lists holds the one before. */
const chain = Array.from(
  { length: 300 },
  (_, at) => `x-${at}: &a${at} [${at === 0 ? '1' : `*a${at - 1}`}]`,
).join('\n');

/** Three of them are too large together. */
const large = `x: { $ref: NEXT }\ny: ${'n'.repeat(3 * 1024 * 1024)}`;

describe('A description that is made to occupy the kit is refused', () => {
  test.each([
    ['aliases that multiply', head + bomb, '{}', /with its aliases, it has more than 1000000 values/],
    ['deep nesting', `${head}x: ${'['.repeat(200_000)}${']'.repeat(200_000)}`, '{}', /nesting exceeded/],
    ['deep nesting by aliases', head + chain, '{}', /nested more than 200 deep/],
    ['references without end', `${head}x: { $ref: a.yaml }`, 'x: { $ref: NEXT }', /more than 100 documents/],
    ['references to large files', `${head}x: { $ref: a.yaml }`, large, /has more than 8 MB/],
  ])('for %s', async (_what, text, other, says) => {
    const { message, read } = await loaded(text, other);
    expect(message).toMatch(says);
    expect(read).toBeLessThanOrEqual(descriptionLimits.documents);
  });

  test('for the time that it takes, while the event loop goes on', async () => {
    const never = new Promise<string>(() => {});
    const response = loadDescription({ from: '/nowhere/main.yaml', read: () => never }, 0.05);
    await expect(response).rejects.toThrow('it takes more than 0.05 s to read');
  });
});

test('wide schemas that refer to each other are judged in a moment', () => {
  const names = Array.from({ length: 20 }, (_, at) => `S${at}`);
  const wide = Array.from({ length: 300 }, (_, at) => ({ $ref: `#/components/schemas/S${at % 20}` }));
  const schemas = names.map((name, at) => [name, { [['allOf', 'anyOf', 'oneOf'][at % 3] ?? '']: wide }]);
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } };
  const document = {
    paths: { '/v1/categories': { post: { requestBody: body, responses: { 201: body } } } },
    components: { schemas: Object.fromEntries(schemas) },
  };
  expect(differencesIn(document)['versioning.description-operations']).toContainEqual(
    expect.objectContaining({ pointer: '/components/schemas/S0', cause: 'no property name' }),
  );
});

/** Each is a description of some megabytes, in which very many places lead to one large value. */
const places = Array(3_000).fill({ $ref: '#/x/large' });
const listing = (operation: object, large: unknown) => ({
  paths: { '/v1/categories': { get: { operationId: 'listCategories', ...operation } } },
  x: { large },
});
const members = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`m${at}`, at]));
const longName = 'n'.repeat(2_500_000);
const aliased = { $ref: `#/${longName}` };

test.each([
  ['a name of many quotes', listing({ parameters: places }, { in: 'query', name: '"'.repeat(2_500_000) })],
  ['a name that is an object', listing({ parameters: places }, { in: 'query', name: members })],
  ['a header of a long name', listing({ parameters: places }, { in: 'header', name: longName })],
  ['ways to log in of many schemes', listing({ security: places }, members)],
  ['a way to log in of a long name', listing({ security: Array(3_000).fill({ [longName]: [] }) }, '')],
  ['long references', listing({ parameters: Array(3_000).fill(aliased) }, '')],
  [
    'an address that multiplies',
    {
      servers: Array(3_000).fill({ url: '{a}'.repeat(100_000), variables: { a: { default: longName } } }),
    },
  ],
])('a description with %s is judged in a moment', (_what, document) => {
  const before = process.cpuUsage();
  const differences = Object.values(differencesIn(document)).flatMap((found) => found ?? []);
  const { user } = process.cpuUsage(before);
  expect(JSON.stringify(differences).length).toBeLessThan(2_000_000);
  expect(user).toBeLessThan(4_000_000);
});

test('of a long value, a beginning is shown', () => {
  const received = (version: unknown) =>
    differencesIn({ info: { version } })['versioning.description-version']?.[0]?.received;
  const cut = (value: unknown) => `${JSON.stringify(value).slice(0, 79)}…`;
  for (const value of [['a', { b: [1, null, true] }, []], {}, 7, null, '1.0'])
    expect(received(value)).toBe(JSON.stringify(value));
  for (const value of ['é"'.repeat(50), Array(50).fill([{ a: 'b' }]), { a: { b: 'c'.repeat(99) }, d: 1 }])
    expect(received(value)).toBe(cut(value));
});

test('writes out no more of a value than is shown of it', () => {
  const unread = {
    get member(): string {
      throw new Error('read beyond what is shown');
    },
  };
  expect(shown({ text: 'x'.repeat(200), unread })).toMatch(/^\{"text":"x+…$/);
});
