// @module-tag extended
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ViewName, views } from '../browser.ts';
import { inBrowser } from '../in-browser.ts';
import type { RunName } from '../runs.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The views of each page; the page with findings is tested in all views. */
const looks: Readonly<Record<RunName, readonly ViewName[]>> = {
  failing: Object.keys(views) as ViewName[],
  passing: ['dark'],
  interrupted: ['phone'],
  hostile: ['phone'],
  many: ['light'],
};

inBrowser('axe', ({ open, pageOf, comparisonOf }) => {
  it.each(['threeNights', 'fifteenNights', 'implementations'] as const)(
    'finds no violation in the comparison of %s, which fits every viewport',
    async (name) => {
      const { page, show, troubles, close } = await open(await comparisonOf(name), views.light);
      await page.evaluate(axe);
      for (const view of Object.values(views)) {
        await show(view);
        expect(await violationsIn(page), JSON.stringify(view)).toEqual([]);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond).toBeLessThanOrEqual(0);
      }
      expect(troubles).toEqual([]);
      await close();
    },
    180_000,
  );

  it.each(Object.entries(looks))('finds no violation in the page of the run %s: %j', async (name, seen) => {
    const { page, show, close } = await open((await pageOf(name as RunName)).html, views.light);
    // The script is evaluated, because the page's policy would block a script element.
    await page.evaluate(axe);
    for (const view of seen) {
      await show(views[view]);
      expect(await violationsIn(page), view).toEqual([]);
    }
    await close();
  });
});

/** Returns the findings of axe, which the page has loaded. */
async function violationsIn(page: Page) {
  const results = await page.evaluate(() => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: RunOptions) => Promise<AxeResults> };
    };
    return axe.run({ resultTypes: ['violations'] });
  });
  expect(results.passes.length).toBeGreaterThan(15);
  return results.violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]);
}
