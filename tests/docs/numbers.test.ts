import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../reference-server/options.ts';
import { outcomes as endings } from '../../src/report/model/verdicts.ts';
import { planQuotas } from '../../src/spec/operations.ts';
import { layers } from '../support/layers.ts';
import { codeWords, page, table } from './markdown.ts';

const inWords = (count: number) => count.toLocaleString('en-US');

describe('README.md', () => {
  /** tests/engine/cost.test.ts compares the same sums with the server's counts. */
  it('states the requests of a run on each plan: Limit + 3 with the key, 36 without', () => {
    const rows = Object.entries(planQuotas).map(([plan, { minute }]) => [
      `${plan[0]?.toUpperCase()}${plan.slice(1)}`,
      inWords(minute + 3),
      '36',
    ]);
    expect(table(page('README.md'), 'What a run costs').map((cells) => cells.slice(0, 3))).toEqual(rows);
  });

  it('lists every exit status', () => {
    const outcomes = [
      'conforms',
      'does not conform',
      'wrong command or configuration',
      'could not be tested',
      'interrupted',
    ] as const;
    expect(table(page('README.md'), 'Use it as a CI gate').map(([status]) => status)).toEqual(
      outcomes.map((outcome) => String(endings[outcome].exitStatus)),
    );
  });
});

describe('docs/architecture.md', () => {
  it('shows the layers that tests/layers.test.ts enforces', () => {
    expect(
      table(page('docs/architecture.md'), 'Layers').map(([layer, files, , imports]) => [
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

describe('docs/reference-server.md', () => {
  it('lists every parameter', () => {
    const settings = withDefaults({ keys: [] });
    const listed = table(page('docs/reference-server.md'), 'From code').flatMap(([names = '']) =>
      codeWords(names),
    );
    expect(listed.sort()).toEqual([...Object.keys(settings), 'change'].sort());
  });
});
