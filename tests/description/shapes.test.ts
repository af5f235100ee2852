import { readdirSync } from 'node:fs';
import parser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { differencesIn, pathOf, shape } from './described.ts';
import { type Mistake, mistakes } from './mistakes.ts';

const shapes = readdirSync(pathOf(''), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);

describe('the same contract, as people and generators write it', () => {
  it('is there in ten shapes', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(10);
  });

  it.each(shapes)('%s is as specified', async (name) => {
    const { 'versioning.description-base': servers, ...others } = differencesIn(await shape(name));
    expect(Object.values(others).flat()).toEqual([]);
    expect(servers).toEqual(name === 'no-servers.json' ? undefined : []);
  });

  it.each(shapes)('%s is valid OpenAPI', async (name) => {
    await expect(parser.validate(pathOf(name))).resolves.toBeDefined();
  });
});

describe('one mistake', () => {
  it('is made in twenty ways', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(20);
  });

  it.each(mistakes.map((mistake) => [mistake.title, mistake] as const))('%s is found', async (_, mistake) => {
    const differences = differencesIn(await broken(mistake));
    const { [mistake.row]: found, ...others } = differences;
    expect(found?.map(({ pointer }) => pointer)).toEqual(mistake.at);
    expect(Object.values(others).flatMap((all) => all ?? [])).toEqual([]);
  });
});

/** A shape with a mistake; the mistake is put into the main file. */
async function broken({ shape: name, put }: Mistake): Promise<unknown> {
  const document: unknown = await parser.parse(pathOf(name));
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
