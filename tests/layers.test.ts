import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The layers of the product, lowest first: which files a row claims, and which other rows they may import.
 * docs/architecture.md draws the same table.
 */
const layers: readonly (readonly [layer: string, files: RegExp, mayImport: readonly string[]])[] = [
  ['spec', /^src\/spec\//, ['model']],
  ['model', /^src\/model\//, ['spec']],
  ['json', /^src\/json\//, []],
  ['http', /^src\/http\//, ['model', 'spec']],
  ['payloads', /^src\/payloads\//, ['json']],
  ['expect', /^src\/expect\//, ['json', 'model', 'spec', 'payloads']],
  ['limiter', /^src\/limiter\//, ['http', 'model']],
  ['created', /^src\/created\//, ['expect', 'json', 'model']],
  ['record', /^src\/record\//, ['expect', 'http', 'json', 'model']],
  ['pacing', /^src\/pacing\//, ['http', 'limiter', 'model']],
  ['kit', /^src\/kit\//, ['created', 'limiter', 'model', 'spec']],
  ['judge', /^src\/judge\//, ['expect', 'kit', 'model']],
  ['verdict', /^src\/verdict\//, ['judge', 'model']],
  [
    'suites',
    /^suites\//,
    ['created', 'expect', 'http', 'json', 'kit', 'limiter', 'model', 'payloads', 'spec'],
  ],
  ['version', /^src\/version\.ts$/, []],
  [
    'run',
    /^src\/run\//,
    [
      'created',
      'expect',
      'http',
      'judge',
      'kit',
      'limiter',
      'model',
      'pacing',
      'payloads',
      'record',
      'spec',
      'suites',
      'verdict',
      'version',
    ],
  ],
  ['index', /^src\/index\.ts$/, ['model', 'run']],
  ['report', /^src\/report\//, ['model']],
  ['reference-server', /^reference-server\//, []],
  [
    'cli',
    /^src\/cli\//,
    ['http', 'model', 'reference-server', 'report', 'run', 'spec', 'verdict', 'version'],
  ],
  ['bin', /^src\/bin\.ts$/, ['cli']],
];

const root = resolve(import.meta.dirname, '..');
const files = ['src', 'suites', 'reference-server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

const layerOf = (file: string) => layers.find(([, pattern]) => pattern.test(file))?.[0];

/** The files that one imports by a relative path, `import type` and `import()` included. */
function importsOf(file: string, typesToo: boolean): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const imports = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'(\.[^']+)'|import\('(\.[^']+)'\)/g,
  );
  return [...imports]
    .filter(([, type]) => typesToo || type === undefined)
    .map(([, , fixed, lazy]) =>
      relative(root, resolve(root, dirname(file), fixed ?? lazy ?? '')).replaceAll('\\', '/'),
    );
}

describe('the structure', () => {
  it('has a row for every file', () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  it('has a file for every row', () => {
    expect(
      layers.filter(([, pattern]) => !files.some((file) => pattern.test(file))).map(([layer]) => layer),
    ).toEqual([]);
  });

  it('lets each layer import only what its row names', () => {
    const wrong = files.flatMap((file) => {
      const layer = layerOf(file) ?? '';
      const allowed = layers.find(([name]) => name === layer)?.[2] ?? [];
      return importsOf(file, true)
        .filter((imported) => layerOf(imported) !== layer && !allowed.includes(layerOf(imported) ?? ''))
        .map((imported) => `${file} imports ${imported}`);
    });
    expect(wrong).toEqual([]);
  });

  it('has no cycle of value imports', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (done.has(file) || path.includes(file)) return;
      for (const imported of importsOf(file, false)) visit(imported, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('keeps the reference server free of the kit', () => {
    const foreign = files
      .filter((file) => file.startsWith('reference-server/'))
      .flatMap((file) => importsOf(file, true))
      .filter((imported) => !imported.startsWith('reference-server/'));
    expect(foreign).toEqual([]);
  });
});
