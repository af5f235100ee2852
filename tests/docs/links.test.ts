import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { catalog, isRequirementId } from '../../src/spec/catalog.ts';
import { codeWords, example, isThere, onlyInRepository, page, pages } from './markdown.ts';
import { root } from './root.ts';

const sections = [...new Set(catalog.map(({ id }) => id.split('.')[0]))].join('|');

describe.each(pages)('$path', ({ path, text }) => {
  it('links only to existing files and headings', () => {
    const relative = linksIn(text).filter((target) => !/^https?:/.test(target));
    const missing = relative.filter((target) => {
      const [to = '', anchor] = target.split('#');
      const file = to === '' ? path : join(dirname(path), to);
      if (!isThere(file)) return true;
      return anchor !== undefined && !anchorsOf(page(file)).includes(anchor);
    });
    expect(missing).toEqual([]);
  });

  it('names only existing files and folders', () => {
    const named = codeWords(text).filter((word) =>
      /^(src|suites|reference-server|tests|docs|examples|schemas|\.ci)\/[\w./-]*$/.test(word),
    );
    expect(named.filter((word) => !isThere(word))).toEqual([]);
  });

  it('names only existing requirements', () => {
    const ids = [
      ...text.matchAll(new RegExp(`(?<![\\w/.-])(?:${sections})\\.[a-z][a-z-]+(?![\\w(/-]|\\.\\S)`, 'g')),
    ];
    const isKnown = (id: string) => isRequirementId(id) || example('pets/pets.mjs').includes(`'${id}'`);
    expect(ids.map(([id]) => id).filter((id) => !isKnown(id) && !/\.(ts|mjs|md|json)$/.test(id))).toEqual([]);
  });

  it('names only defects and variants in the gallery', () => {
    const idsOf = (option: string) =>
      [...text.matchAll(new RegExp(`--${option} ([a-z0-9-]+)`, 'g'))].map(([, id]) => id);
    expect(idsOf('defect').filter((id) => !defects.some((one) => one.id === id))).toEqual([]);
    expect(idsOf('variant').filter((id) => !variants.some((one) => one.id === id))).toEqual([]);
  });
});

const { files: shipped } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  files: readonly string[];
};

describe('the pages of the package', () => {
  const isShipped = (path: string) =>
    ['README.md', 'LICENSE', 'package.json'].includes(path) ||
    shipped.some((entry) => path === entry || path.startsWith(`${entry}/`));

  it.each(pages.filter(({ path }) => isShipped(path)))(
    'links only to files of the package: $path',
    ({ path, text }) => {
      const relative = linksIn(text).filter((target) => !/^(https?:|#)/.test(target));
      const files = relative.map((target) => join(dirname(path), target.replace(/#.*$/, '')));
      const missing = files.filter((file) => !isShipped(file));
      expect(missing.filter((file) => path !== 'README.md' || !onlyInRepository.includes(file))).toEqual([]);
    },
  );
});

describe('the documentation', () => {
  it('stays short: at most 45 Markdown files with 3,000 lines, and a README of 500 words', () => {
    expect(pages.length).toBeLessThanOrEqual(45);
    const lines = pages.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    expect(lines).toBeLessThanOrEqual(3_000);
    expect(page('README.md').split(/\s+/).length).toBeLessThanOrEqual(500);
  });

  it('lists every page of the package in its index', () => {
    const index = page('docs/README.md');
    const others = pages.filter(({ path }) => /^docs\/(?:guides|reference|explanation)\//.test(path));
    expect(others.filter(({ path }) => !index.includes(`(${path.slice('docs/'.length)})`))).toEqual([]);
  });
});

/** Lists the targets of links and images. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
