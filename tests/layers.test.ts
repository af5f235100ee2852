import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layers } from './support/layers.ts';

const root = resolve(import.meta.dirname, '..');
const files = ['src', 'suites', 'reference-server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));

const layerOf = (file: string) => layers.find(([, pattern]) => pattern.test(file))?.[0];

/** Lists the relative imports of a file, including `import()` and, with `typesToo`, `import type`. */
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

/** Lists the kit's files whose text matches, including comments. */
const filesWith = (pattern: RegExp): string[] =>
  files.filter((file) => file.startsWith('src/') && pattern.test(readFileSync(join(root, file), 'utf8')));

describe('output', () => {
  it('is written by one file: no other file uses process.stdout, process.stderr or the console', () => {
    const writing =
      /process\.(?:stdout|stderr)|process\[|\bconsole\b|\bwriteSync\(|(?:node:tty|node:console|'\/dev\/)/;
    expect(filesWith(writing)).toEqual(['src/text/output.ts']);
  });

  it('is marked as already escaped only in files that write a format', () => {
    expect(filesWith(/escapedAlready\(/).toSorted()).toEqual([
      'src/cli/main.ts',
      'src/cli/reporting.ts',
      'src/report/terminal/progress.ts',
      'src/text/layout.ts',
      'src/text/output.ts',
      'src/text/shown.ts',
    ]);
  });

  it('is marked as safe to show in only one file', () => {
    expect(filesWith(/\bas (?:unknown as )?Shown\b/)).toEqual(['src/text/shown.ts']);
  });
});

describe('the structure', () => {
  it('has a layer for every file', () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  it('has a file in every layer', () => {
    expect(
      layers.filter(([, pattern]) => !files.some((file) => pattern.test(file))).map(([layer]) => layer),
    ).toEqual([]);
  });

  it('has the layers of docs/maintain/architecture.md, in this order', () => {
    const [, section = ''] = readFileSync(join(root, 'docs/maintain/architecture.md'), 'utf8').split(
      '## Layers',
    );
    const cells = [...section.matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) => cell);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
    expect(named).toEqual(layers.map(([layer]) => layer));
  });

  it('has layers that import only from the layers that they list', () => {
    const wrong = files.flatMap((file) => {
      const layer = layerOf(file) ?? '';
      const allowed = layers.find(([name]) => name === layer)?.[2] ?? [];
      return importsOf(file, true)
        .filter((imported) => layerOf(imported) !== layer && !allowed.includes(layerOf(imported) ?? ''))
        .map((imported) => `${file} imports ${imported}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lists only lower layers, and each listed layer is imported', () => {
    const names = layers.map(([name]) => name);
    const wrong = layers.flatMap(([layer, , mayImport], row) => {
      const imported = new Set(
        files.filter((file) => layerOf(file) === layer).flatMap((file) => importsOf(file, true).map(layerOf)),
      );
      return mayImport
        .filter((name) => !imported.has(name) || !names.slice(0, row).includes(name))
        .map((name) => `${layer} names ${name}`);
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

  it('keeps the reference server independent of the kit', () => {
    const foreign = files
      .filter((file) => file.startsWith('reference-server/'))
      .flatMap((file) => importsOf(file, true))
      .filter((imported) => !imported.startsWith('reference-server/'));
    expect(foreign).toEqual([]);
  });
});
