import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf } from '../../src/report/content.ts';
import { headlineWithCount } from '../../src/report/html/header.tsx';
import { violationsOf } from '../../src/report/violations.ts';
import { divide, type Tier } from '../support/tiers.ts';
import { type Opened, views } from './browser.ts';
import { inBrowser } from './in-browser.ts';
import { type RunName, runs } from './runs.ts';

/** The runs whose pages are tested. One run is enough for the quick tier. */
const names = divide(Object.keys(runs) as RunName[], (name) => name === 'failing');

/** Tests the pages of a tier in a browser. */
export function expectPages(tier: Tier): void {
  inBrowser('report.html', ({ open, pageOf }) => {
    describe.each(names[tier])('of the run %s', (name) => {
      let opened: Opened;
      beforeAll(async () => {
        opened = await open((await pageOf(name)).html, views.light);
      });
      afterAll(() => opened.close());

      it('begins with the verdict, the target, the time and what to fix', async () => {
        const { report } = await pageOf(name);
        const { page } = opened;
        const shown = await page.evaluate(() =>
          [...document.querySelectorAll('h1, .target code, time, .fault summary .row')]
            .filter((element) => element.getBoundingClientRect().bottom <= window.innerHeight)
            .map((element) => (element.textContent ?? '').trim()),
        );
        expect(shown[0]).toMatch(new RegExp(`^[✓✕!] ${headlineWithCount(report)}$`));
        expect(shown).toContain(report.target);
        expect(shown).toContain(`${report.startedAt.slice(0, 16).replace('T', ' ')} UTC`);
        const failures = violationsOf(entriesOf(report)).filter(({ kind }) => kind === 'failure');
        for (const { row } of failures.slice(0, 1))
          expect(shown.some((text) => text.includes(row.received) && text.includes(row.relation))).toBe(true);
      });

      it('shows all sections and the first fault on the first screen of a phone', async () => {
        const { html } = await pageOf(name);
        const { page, close } = await open(html, { ...views.phone, width: 390, height: 844 });
        const bottoms = await page.evaluate(() =>
          ['.strip', '.fault summary .row'].map(
            (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0,
          ),
        );
        for (const bottom of bottoms) expect(bottom).toBeLessThanOrEqual(844);
        await close();
      });

      it('has headings in order and no dead links', async () => {
        const { page } = opened;
        const { levels, landmarks, dead, ids } = await page.evaluate(() => ({
          levels: [...document.querySelectorAll('h1, h2, h3, h4')].map(({ localName }) =>
            Number(localName[1]),
          ),
          landmarks: ['body > header', 'main'].map((one) => document.querySelectorAll(one).length),
          dead: [...document.querySelectorAll('a')]
            .map((link) => link.getAttribute('href') ?? '')
            .filter((href) => !href.startsWith('#') || document.getElementById(href.slice(1)) === null),
          ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        }));
        expect(levels.filter((level) => level === 1)).toEqual([1]);
        const skips = levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1);
        expect(skips).toEqual([]);
        expect(landmarks).toEqual([1, 1]);
        expect(dead).toEqual([]);
        expect(new Set(ids).size).toBe(ids.length);
      });

      // This is the last test of the open page, because it changes the view.
      it('has no errors, and fits its window in every view', async () => {
        const { page, troubles, show } = opened;
        for (const view of Object.values(views)) {
          await show(view);
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(beyond).toBeLessThanOrEqual(0);
        }
        expect(troubles).toEqual([]);
      });

      it('even without scripts, opens the part that a link points to, and prints the faults', async () => {
        const { html } = await pageOf(name);
        const { page, show, close } = await open(html, views.light, { javaScriptEnabled: false });
        await page.locator('.legend a').click();
        expect(await page.locator('#requirements').evaluateAll(areVisible)).toEqual([true]);
        await show(views.paper);
        // A slow machine needs a moment to lay the page out for paper.
        const closed = async () =>
          (await page.locator('.fault > .exchange pre').evaluateAll(areVisible)).filter(
            (isVisible) => !isVisible,
          ).length;
        await expect.poll(closed, { timeout: 5_000 }).toBe(0);
        await close();
      });

      it('shows everything even without scripts', async () => {
        const { report, html } = await pageOf(name);
        const { page, close } = await open(html, views.phone, { javaScriptEnabled: false });
        const violations = violationsOf(entriesOf(report));
        const failures = violations.filter(({ kind }) => kind === 'failure');
        expect(await page.locator('.fault').count()).toBe(violations.length);
        expect(await page.locator('.fault[open]').count()).toBe(Math.min(1, failures.length));
        for (const one of (await page.locator('.fault:not([open]), .fault .more').all()).reverse())
          await one
            .locator('> summary')
            .evaluate((summary) => summary.parentElement?.setAttribute('open', ''));
        expect(await page.locator('#requirements li[id]').count()).toBe(report.requirements.length);
        const shown = await shownIn(page);
        for (const [index, { first, ids, findings, software }] of violations.entries()) {
          const place = shown[index];
          for (const id of ids) expect(place?.text).toContain(id);
          expect(place?.text).toMatch(/(must|should)( not)?( be)? /);
          expect(place?.text.includes('The responses look like')).toBe(software?.isRecognized === true);
          for (const { sentence = '' } of findings) expect(place?.text).toContain(sentence);
          for (const label of ['Fix', 'Why it matters', 'Occurrences']) expect(place?.text).toContain(label);
          expect(place?.check).toMatch(/^npx petstore-conformance run --base-url .* --only [a-z.,-]+$/);
          if (first.exchange !== undefined) expect(place).toMatchObject({ wire: true, marked: true });
        }
        await close();
      });
    });

    it('copies commands, filters and expands the faults, and moves between them with the arrow keys', async () => {
      const { html } = await pageOf('failing');
      const options = { permissions: ['clipboard-read', 'clipboard-write'] };
      const { page, close } = await open(html, views.light, options);
      await page.locator('.fault[open] .copy').last().click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^npx .* --only /);
      const faults = page.locator('.fault');
      await page.locator('.tools button').click();
      expect(await page.locator('.fault[open]').count()).toBe(await faults.count());
      await page.locator('.tools select').selectOption('warning');
      expect(await faults.filter({ visible: true }).count()).toBe(
        await page.locator('.fault.warning').count(),
      );
      await page.locator('.tools select').selectOption('');
      await faults.first().locator('> summary').focus();
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate(() => document.activeElement?.parentElement?.id)).toBe('fault-2');
      await close();
    });
  });
}

/** Checks in the page whether the last part of each element is visible. In a closed element, that part is hidden. */
function areVisible(elements: readonly Element[]): boolean[] {
  return elements.map((element) => {
    const last = [...element.querySelectorAll('p, li, td, pre, dd')].at(-1) ?? element;
    return last.checkVisibility({ contentVisibilityAuto: true }) && last.getBoundingClientRect().height > 0;
  });
}

/** Returns what each fault of a page shows. */
async function shownIn(page: Page) {
  return page.locator('.fault').evaluateAll((faults) =>
    faults.map((fault) => {
      const isVisible = (selector: string): boolean => {
        const element = fault.querySelector(selector);
        return element?.checkVisibility({ visibilityProperty: true }) === true;
      };
      return {
        text: (fault as HTMLElement).innerText,
        check: [...fault.querySelectorAll<HTMLElement>('.command pre')].at(-1)?.innerText,
        wire: isVisible('pre'),
        marked: isVisible('mark'),
      };
    }),
  );
}
