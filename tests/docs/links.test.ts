import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { catalog, isRequirementId } from '../../src/spec/catalog.ts';
import { codeWords, isThere, page, pages } from './markdown.ts';
import { root } from './root.ts';

const sections = [...new Set(catalog.map(({ id }) => id.split('.')[0]))].join('|');

describe.each(pages)('$path', ({ path, text }) => {
  it('links only to existing files', () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
    const relative = targets.filter((target) => !/^(https?:|#)/.test(target));
    expect(relative.filter((target) => !isThere(join(dirname(path), target.replace(/#.*$/, ''))))).toEqual(
      [],
    );
  });

  it('names only existing files and folders', () => {
    const named = codeWords(text).filter((word) =>
      /^(src|suites|reference-server|tests|docs|schemas|\.ci)\/[\w./-]*$/.test(word),
    );
    expect(named.filter((word) => !isThere(word))).toEqual([]);
  });

  it('names only existing requirements', () => {
    const ids = [
      ...text.matchAll(new RegExp(`(?<![\\w/.-])(?:${sections})\\.[a-z][a-z-]+\\b(?![.(/])`, 'g')),
    ];
    expect(ids.map(([id]) => id).filter((id) => !isRequirementId(id) && !/\.(ts|md|json)$/.test(id))).toEqual(
      [],
    );
  });

  it('names only defects and variants in the gallery', () => {
    const idsOf = (option: string) =>
      [...text.matchAll(new RegExp(`--${option} ([a-z0-9-]+)`, 'g'))].map(([, id]) => id);
    expect(idsOf('defect').filter((id) => !defects.some((one) => one.id === id))).toEqual([]);
    expect(idsOf('variant').filter((id) => !variants.some((one) => one.id === id))).toEqual([]);
  });
});

describe('the decisions', () => {
  it('are all listed by their titles', () => {
    const files = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file));
    const missing = files.filter((file) => {
      const [title = ''] = page(`docs/decisions/${file}`).split('\n');
      return !page('docs/decisions/README.md').includes(`[${title.replace('# ', '')}](${file})`);
    });
    expect(missing).toEqual([]);
  });
});
