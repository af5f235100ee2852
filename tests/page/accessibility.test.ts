import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, it } from 'vitest';
import { type ViewName, views } from './browser.ts';
import { inBrowser } from './in-browser.ts';
import type { RunName } from './runs.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every kind of page is looked at by all rules, and the one with most in it in every view. */
const looks: readonly (readonly [name: RunName, view: ViewName])[] = [
  ...(Object.keys(views) as ViewName[]).map((view) => ['failing', view] as const),
  ['passing', 'dark'],
  ['interrupted', 'phone'],
  ['hostile', 'phone'],
  ['many', 'light'],
];

inBrowser('axe', ({ open, pageOf }) => {
  it.each(looks)('finds nothing in the page of a run that is %s: %s', async (name, view) => {
    const { page, close } = await open((await pageOf(name)).html, views[view]);
    // Not as an element of the page, which its policy would block.
    await page.evaluate(axe);
    const results = await page.evaluate(() => {
      const { axe } = globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
      return axe.run({ resultTypes: ['violations'] });
    });
    const found = results.violations.map(({ id, nodes }) => [
      id,
      ...nodes.slice(0, 3).map(({ html }) => html),
    ]);
    expect(found).toEqual([]);
    expect(results.passes.length).toBeGreaterThan(20);
    await close();
  });
});
