import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../reference-server/options.ts';
import { mostWithoutKey } from '../../src/engine/select.ts';
import { outcomes as endings } from '../../src/report/model/verdicts.ts';
import { planQuotas } from '../../src/spec/operations.ts';
import { layers } from '../support/layers.ts';
import { codeWords, page, table } from './markdown.ts';
import { root } from './root.ts';

const inWords = (count: number) => count.toLocaleString('en-US');

describe('docs/explanation/quota.md', () => {
  /** tests/engine/cost.test.ts compares the same sums with the server's counts. */
  it('states the requests of a run on each plan', () => {
    const rows = Object.entries(planQuotas).map(([plan, { minute }]) => [
      `${plan[0]?.toUpperCase()}${plan.slice(1)}`,
      inWords(minute + 3),
      inWords(mostWithoutKey),
    ]);
    expect(
      table(page('docs/explanation/quota.md'), 'What a run costs').map((cells) => cells.slice(0, 3)),
    ).toEqual(rows);
  });
});

describe('the tables of exit statuses', () => {
  const statuses = (outcomes: readonly (keyof typeof endings)[]) =>
    outcomes.map((outcome) => String(endings[outcome].exitStatus));
  const ended = ['conforms', 'does not conform', 'wrong command or configuration', 'no verdict'] as const;

  it.each([
    ['README.md', 'In CI', ended],
    ['docs/guides/ci.md', 'What the exit status means', [...ended, 'interrupted']],
  ] as const)('%s has each status', (path, heading, outcomes) => {
    expect(table(page(path), heading).map(([status]) => status)).toEqual(statuses(outcomes));
  });
});

describe('docs/maintain/architecture.md', () => {
  it('shows the layers that tests/layers.test.ts enforces', () => {
    expect(
      table(page('docs/maintain/architecture.md'), 'Layers').map(([layer, files, , imports]) => [
        layer,
        files,
        imports,
      ]),
    ).toEqual(
      layers.map(([layer, files, imports]) => [
        `\`${layer}\``,
        `\`${files.source.replace(/^\^|\$$/g, '').replaceAll('\\', '')}\``,
        imports.join(', ') || 'nothing',
      ]),
    );
  });
});

describe('docs/reference/reference-server.md', () => {
  it('lists every parameter', () => {
    const settings = withDefaults({ keys: [] });
    const listed = table(page('docs/reference/reference-server.md'), 'From code').flatMap(([names = '']) =>
      codeWords(names),
    );
    expect(listed.sort()).toEqual([...Object.keys(settings), 'change'].sort());
  });
});

describe('CONTRIBUTING.md', () => {
  it('says what each command does that npm or another command does not call', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const called = ['dependencies', 'prepack', 'lint', 'types', 'package'];
    const missing = Object.keys(scripts)
      .filter((name) => !called.includes(name))
      .filter(
        (name) =>
          !new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(
            `${page('CONTRIBUTING.md')}${page('docs/maintain/release.md')}`,
          ),
      );
    expect(missing).toEqual([]);
  });
});
