import { readdirSync } from 'node:fs';
import parser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { inTiers } from '../support/tiers.ts';
import { differencesIn, pathOf, shape } from './described.ts';
import { type Mistake, mistakes } from './mistakes.ts';

const schemas = readdirSync(pathOf(''), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);

describe('the same description, written by people and by generators', () => {
  it('has at least ten example files', () => {
    expect(schemas.length).toBeGreaterThanOrEqual(10);
  });

  it.each(schemas)('%s conforms', async (name) => {
    const { 'versioning.description-base': servers, ...others } = differencesIn(await shape(name));
    expect(Object.values(others).flat()).toEqual([]);
    expect(servers).toEqual(name === 'no-servers.yaml' ? undefined : []);
  });

  for (const { rows, options } of inTiers(schemas, 8))
    it.each(rows)('%s is valid OpenAPI', options, async (name) => {
      await expect(parser.validate(pathOf(name))).resolves.toBeDefined();
    });
});

/** Other ways to write the same URLs, each with its servers and a change to every path. */
const sameUrls: readonly (readonly [string, unknown, (path: string) => string])[] = [
  [
    'servers at the host, the version in each path',
    [{ url: 'https://host.example/' }],
    (path) => `/v1${path}`,
  ],
  ['servers with and without the version', [{ url: '/' }, { url: '/v1' }], (path) => `/v1${path}`],
  ['a base path in each path', [{ url: 'https://host.example' }], (path) => `/shop/v1${path}`],
  ['no servers, the version in each path', undefined, (path) => `/v1${path}`],
  ['no servers', undefined, (path) => path],
  ['different parameter names', [{ url: '/v1' }], (path) => path.replaceAll(/\{(\w)\w*\}/g, '{$1_x}')],
];

describe.each(sameUrls)('the same URLs: %s', (_, servers, change) => {
  for (const { rows, options } of inTiers(schemas, 12))
    it.each(rows)('%s conforms', options, async (name) => {
      const { 'versioning.description-base': base, ...others } = differencesIn(
        await readdressed(name, servers, change),
      );
      expect(Object.values(others).flat()).toEqual([]);
      expect(base).toEqual(servers === undefined ? undefined : []);
    });
});

/** Different URLs, and the number of paths they affect. */
const otherUrls: readonly (readonly [string, unknown, (path: string) => string, number])[] = [
  ['the version in the servers and in each path', [{ url: '/v1' }], (path) => `/v1${path}`, 3],
  ['a prefix without the version', undefined, (path) => `/api${path}`, 3],
  ['a trailing slash', [{ url: '/v1' }], (path) => `${path}/`, 3],
  ['a capital letter', [{ url: '/v1' }], (path) => path.replace('categories', 'Categories'), 1],
  ['the version in one path', undefined, (path) => path.replace('/store', '/v1/store'), 1],
];

for (const { rows, options } of inTiers(otherUrls, 5))
  describe.each(rows)('different URLs: %s', options, (_, servers, change, paths) => {
    it('are reported once for each path, and hide no other difference', async () => {
      const right = await readdressed('fastapi.json', servers, change);
      const at = (document: unknown) =>
        differencesIn(document)['versioning.description-operations']?.map(({ cause }) => cause);
      expect(at(right)).toEqual(Array.from({ length: paths }, () => 'a different path'));
      const wrong = await readdressed('fastapi.json', servers, change, (text) =>
        text.replace('"listCategories"', '"list"'),
      );
      expect(at(wrong)).toHaveLength(paths + 1);
      expect(at(wrong)).toContain('a different operationId');
    });
  });

it('a server without a version in its URL and paths has no base URL that ends in v1', async () => {
  const document = await readdressed('fastapi.json', [{ url: 'https://host.example' }], (path) => path);
  expect(differencesIn(document)['versioning.description-base']).toHaveLength(1);
});

/** Loads a shape with different servers and paths, and edits its text. */
async function readdressed(
  name: string,
  servers: unknown,
  change: (path: string) => string,
  edit = (text: string) => text,
): Promise<unknown> {
  const { paths, ...rest } = (await shape(name)) as { readonly paths: object };
  const moved = Object.entries(paths).map(([path, item]) => [change(path), item] as const);
  const text = JSON.stringify({ ...rest, servers, paths: Object.fromEntries(moved) });
  const escaped = (path: string) => path.replaceAll('/', '~1');
  return shape(name, () =>
    edit(
      Object.keys(paths).reduce(
        (all, path) => all.replaceAll(`"#/paths/${escaped(path)}/`, `"#/paths/${escaped(change(path))}/`),
        text,
      ),
    ),
  );
}

describe('a description with one mistake', () => {
  it('has at least twenty examples', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(20);
  });

  for (const { rows, options } of inTiers(
    mistakes.map((mistake) => [mistake.title, mistake] as const),
    6,
  ))
    it.each(rows)('%s is found', options, async (_, mistake) => {
      const differences = differencesIn(await broken(mistake));
      const { [mistake.requirement]: found, ...others } = differences;
      expect(found?.map(({ pointer }) => pointer)).toEqual(mistake.at);
      expect(Object.values(others).flatMap((all) => all ?? [])).toEqual([]);
    });
});

/** Loads a shape with a mistake in its main file. */
async function broken({ shape: name, put }: Mistake): Promise<unknown> {
  const document = await shape(name);
  for (const [pointer, value] of Object.entries(put)) putAt(document, pointer, value);
  return shape(name, () => JSON.stringify(document));
}

function putAt(document: unknown, pointer: string, value: unknown): void {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop() ?? '';
  const holder = steps.reduce((at, step) => (at as Record<string, unknown>)[step], document) as Record<
    string,
    unknown
  >;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
}
