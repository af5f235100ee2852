import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { onlyInRepository } from '../docs/markdown.ts';
import { environment } from './environment.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

interface Packed {
  readonly name: string;
  readonly version: string;
  /** The size of the download, and the size on disk, both in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** Returns what npm would publish, without a new build, because other tests are running the current one. */
async function published(): Promise<Packed> {
  // With a tag, npm does not ask the registry for existing versions.
  const args = ['publish', '--dry-run', '--json', '--ignore-scripts', '--tag=trial'];
  const { stdout } = await execute('npm', args, { cwd: root, env: environment(), timeout: 100_000 });
  const result = JSON.parse(stdout);
  return result[manifest.name] ?? result;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Lists every file that `exports` or `bin` in package.json names. */
function filesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return Object.values(value as object).flatMap(filesIn);
}

/** Lists the package files that a file imports. A declaration imports the source file next to it. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:\bfrom ?|\bimport\(|(?<=^|;)import ?)['"`](\.[^'"`\s]+)['"`]/gm)].map(
    ([, to = '']) =>
      posix.join(posix.dirname(path), path.endsWith('.d.ts') ? to.replace(/\.[jt]s$/, '.d.ts') : to),
  );
}

/** Lists the files that a page links to. */
function linksOf(page: string): string[] {
  return [...page.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

describe('the published package', () => {
  let packed: Packed;
  let paths: readonly string[];

  beforeAll(async () => {
    packed = await published();
    paths = packed.files.map(({ path }) => path);
  }, 120_000);

  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const code = () => paths.filter((path) => path.endsWith('.js') || path.endsWith('.d.ts'));

  it('has this version, at most 450 kB packed, and at most 2 MB unpacked', () => {
    expect(packed).toMatchObject({ name: 'petstore-conformance', version: manifest.version });
    expect(packed.size).toBeLessThanOrEqual(450_000);
    expect(packed.unpackedSize).toBeLessThanOrEqual(2_000_000);
  });

  it('has the fields that a registry shows, except for those with a URL', () => {
    const { description, keywords, license, author, engines, types } = manifest;
    for (const line of [description, license, author, engines.node]) expect(line).toMatch(/\S/);
    expect(keywords).toEqual([...new Set(keywords)].sort());
    expect(keywords).toContain('conformance');
    expect(paths).toContain(types.replace('./', ''));
  });

  it('has every file that its pages link to', () => {
    const broken = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        linksOf(text(path))
          .map((link) => posix.join(posix.dirname(path), link))
          .filter((to) => !paths.includes(to) && !(path === 'README.md' && onlyInRepository.includes(to)))
          .map((to) => `${path} links to ${to}`),
      );
    expect(linksOf(text('README.md')).length).toBeGreaterThan(10);
    expect(broken).toEqual([]);
  });

  it('has only the build, the data, the schemas, the pages with their pictures, the examples, LICENSE and package.json', () => {
    const others = paths.filter(
      (path) =>
        !/^dist\/(?:src|suites|reference-server|parts)\/.+(?:\.js|\.d\.ts)$/.test(path) &&
        !/^schemas\/[\w.-]+\.json$/.test(path) &&
        !/^(?:docs\/(?:(?:guides|reference|explanation)\/)?[\w-]+|[A-Z]+)\.md$/.test(path) &&
        !/^(?:docs\/pictures\/[\w-]+\.png|examples\/.+)$/.test(path),
    );
    expect(others.sort()).toEqual(['LICENSE', 'package.json']);
  });

  it('has every file that package.json names', () => {
    const named = [manifest.exports, manifest.bin].flatMap(filesIn);
    const isThere = (file: string) => paths.some((path) => path.startsWith(file.split('*')[0] ?? file));
    expect(named.filter((file) => !isThere(file))).toEqual([]);
  });

  it('has every file that an entry point imports, and no other code', () => {
    const reached = new Set<string>();
    const reach = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      if (paths.includes(path)) for (const imported of importsOf(path, text(path))) reach(imported);
    };
    for (const entry of [manifest.exports, manifest.bin].flatMap(filesIn)) reach(entry);
    expect([...reached].filter((path) => !paths.includes(path))).toEqual([]);
    expect(code().filter((path) => !reached.has(path))).toEqual([]);
  });

  // Code that is loaded together forms one part. A single unnecessary import would make every start load code that it
  // never needs.
  it.each([
    { entry: 'src/bin', parts: [], packages: [] },
    { entry: 'src/cli/start', parts: ['base'], packages: [] },
    { entry: 'src/cli/commands/list', parts: ['base', 'command-line'], packages: ['yargs'] },
    { entry: 'src/index', parts: ['base', 'library'], packages: [] },
    { entry: 'src/check', parts: ['base', 'checks', 'library'], packages: [] },
    { entry: 'src/engine/plan', parts: ['base', 'checks', 'library', 'plan'], packages: [] },
    { entry: 'src/engine/run', parts: ['base', 'checks', 'engine', 'library', 'plan'], packages: [] },
    { entry: 'reference-server/index', parts: ['reference-parts', 'reference-server'], packages: [] },
  ])('$entry loads the parts $parts and the packages $packages', ({ entry, parts, packages }) => {
    const loaded = new Set<string>();
    const needed = new Set<string>();
    const load = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const [, named = ''] of text(path).matchAll(
        /(?<=^|;)(?:import|export)\b[^;]*?["']([^"';]+)["'];/gm,
      ))
        if (named.startsWith('.')) load(posix.join(posix.dirname(path), named));
        else if (!named.startsWith('node:')) needed.add(named);
    };
    load(`dist/${entry}.js`);
    const others = parts.map((part) => `dist/parts/${part}.js`);
    expect([...loaded].sort()).toEqual([...others, `dist/${entry}.js`]);
    expect([...needed]).toEqual(packages);
  });

  it('references no source maps', () => {
    expect(code().filter((path) => /sourceMappingURL/.test(text(path)))).toEqual([]);
  });

  it('has an executable command', () => {
    const [bin] = filesIn(manifest.bin);
    const command = packed.files.find(({ path }) => path === bin);
    expect((command?.mode ?? 0) & 0o111).toBe(0o111);
    expect(text(bin ?? '')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});
