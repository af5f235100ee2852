// @module-tag extended
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { views } from '../browser.ts';
import { inBrowser } from '../in-browser.ts';

/** Returns the ids of the requirements and findings that the filter does not hide. */
async function shownIn(page: Page): Promise<{ readonly rows: string[]; readonly findings: string[] }> {
  return page.evaluate(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.closest('[hidden]') === null)
        .map((element) => element.textContent ?? '');
    return { rows: visible('.rows li code.id'), findings: visible('.broken > summary h3 code') };
  });
}

inBrowser('the filter', ({ open, pageOf }) => {
  it('selects requirements by verdict and words, by keyboard only', async () => {
    const { report, html } = await pageOf('failing');
    const { page, troubles, close } = await open(html, views.light);
    const all = await shownIn(page);
    expect(all.rows).toHaveLength(report.requirements.length);
    const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(all.findings).toEqual(failed);

    const search = page.getByRole('searchbox', { name: 'Search' });
    for (let presses = 0; presses < 40 && !(await search.evaluate((one) => one.matches(':focus'))); presses++)
      await page.keyboard.press('Tab');
    await page.keyboard.type('Retry-After');
    const worded = await shownIn(page);
    expect(worded.rows).toContain('limit.retry-after-value');
    // Found words are shown, not only their closed section.
    expect(await page.locator('.rows li code.id', { hasText: 'limit.retry-after-value' }).isVisible()).toBe(
      true,
    );
    expect(worded.rows.length).toBeLessThan(10);
    expect(worded.findings).toEqual(['limit.retry-after-value']);
    expect(await page.getByRole('status').textContent()).toBe(
      `${worded.rows.length} of ${report.requirements.length} requirements shown`,
    );
    expect(await page.getByRole('heading', { name: 'Versioning' }).isVisible()).toBe(false);

    // Past the button that opens everything.
    for (const press of ['Tab', 'Tab', 'Space']) await page.keyboard.press(press);
    expect((await shownIn(page)).findings).toEqual([]);
    expect(await page.getByRole('heading', { name: 'Findings' }).isVisible()).toBe(false);

    for (let letters = 'Retry-After'.length; letters > 0; letters--) {
      if (letters === 'Retry-After'.length)
        for (const press of ['Shift+Tab', 'Shift+Tab']) await page.keyboard.press(press);
      await page.keyboard.press('Backspace');
    }
    const passed = await shownIn(page);
    expect(passed.rows).toHaveLength(report.requirements.length - failed.length);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await page.locator('details:not([open])').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  it('is reset by a link to something hidden', async () => {
    const { html } = await pageOf('failing');
    const { page, close } = await open(html, views.light);
    await page.getByRole('searchbox').fill('no such words');
    expect(await shownIn(page)).toEqual({ rows: [], findings: [] });
    await page.locator('header nav a').first().click();
    const target = page.locator('.broken').first();
    await target.waitFor({ state: 'visible' });
    expect(await target.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(200);
    await close();
  });
});
