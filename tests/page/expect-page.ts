import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { causesFirst, entriesOf } from '../../src/report/content.ts';
import { softwareSeen } from '../../src/report/software.ts';
import { divide, type Tier } from '../support/tiers.ts';
import { type Opened, views } from './browser.ts';
import { inBrowser } from './in-browser.ts';
import { type RunName, runs } from './runs.ts';

/** The runs whose pages are tested: one is enough for the quick tier. */
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

      it('begins with verdict, target, time and what to fix', async () => {
        const { report } = await pageOf(name);
        const { page } = opened;
        const shown = await page.evaluate(() =>
          [...document.querySelectorAll('h1, .target code, time, header nav li')]
            .filter((element) => element.getBoundingClientRect().bottom <= window.innerHeight)
            .map((element) => element.textContent ?? ''),
        );
        const headline = report.verdict.outcome;
        expect(shown[0]?.toLowerCase()).toBe(headline);
        expect(shown).toContain(report.target);
        expect(shown).toContain(`${report.startedAt.slice(0, 16).replace('T', ' ')} UTC`);
        const failed = causesFirst(entriesOf(report).filter(({ verdict }) => verdict === 'fail'));
        for (const { id } of failed.slice(0, 2)) expect(shown.some((text) => text.startsWith(id))).toBe(true);
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

      // The last test of the open page, because it changes the view.
      it('has no errors, and fits its window in every view', async () => {
        const { page, troubles, show } = opened;
        for (const view of Object.values(views)) {
          await show(view);
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(beyond).toBeLessThanOrEqual(0);
        }
        expect(troubles).toEqual([]);
      });

      it('opens what a link names, and prints everything, without scripts', async () => {
        const { html } = await pageOf(name);
        const { page, show, close } = await open(html, views.light, { javaScriptEnabled: false });
        const link = page.locator('header nav li a, .counts a').last();
        if ((await link.count()) > 0) {
          const target = page.locator(`[id="${(await link.getAttribute('href'))?.slice(1)}"]`);
          await link.click();
          expect(await target.evaluateAll(areVisible)).toEqual([true]);
        }
        await show(views.paper);
        // A slow machine lays the page out for paper a moment later.
        const closed = async () =>
          (await page.locator('details').evaluateAll(areVisible)).filter((isVisible) => !isVisible).length;
        await expect.poll(closed, { timeout: 5_000 }).toBe(0);
        await close();
      });

      it('shows everything without scripts', async () => {
        const { report, html } = await pageOf(name);
        const { page, close } = await open(html, views.phone, { javaScriptEnabled: false });
        const findings = page.locator('.broken');
        const closed = page.locator('.broken:not([open])');
        expect(await closed.count()).toBe(Math.max(0, (await findings.count()) - 1));
        // Two lines each, with padding and borders.
        const heights = await closed.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().height),
        );
        for (const height of heights) expect(height).toBeLessThan(75);
        for (const one of (await closed.all()).reverse()) await one.locator('summary').click();
        const shown = await shownIn(
          page,
          report.findings.map((finding) => finding.requirement),
        );
        expect(shown).toMatchObject({ rows: report.requirements.length });
        for (const [index, finding] of report.findings.entries()) {
          const place = shown.places[index];
          expect(place?.labels).toEqual(expect.arrayContaining(labels));
          const software = softwareSeen(report.findings)(finding.requirement);
          const known = place?.labels.filter((label) => label === 'Software');
          expect(known).toHaveLength(software === undefined ? 0 : 1);
          if (finding.sentence !== undefined) expect(place?.quote).toContain(finding.sentence);
          expect(place?.check).toMatch(/^npx petstore-conformance run --base-url .* --only [a-z.,-]+$/);
          if (finding.exchange !== undefined) expect(place).toMatchObject({ wire: true, marked: true });
        }
        await close();
      });
    });
  });
}

/** Checks in the page whether the last part of each element is visible: that of a closed one is not. */
function areVisible(elements: readonly Element[]): boolean[] {
  return elements.map((element) => {
    const last = [...element.querySelectorAll('p, li, td, pre, dd')].at(-1) ?? element;
    return last.checkVisibility({ contentVisibilityAuto: true }) && last.getBoundingClientRect().height > 0;
  });
}

const labels = ['Expected', 'Received', 'Occurrences', 'Impact', 'How to fix', 'Verify with'];

/** Returns what is visible on a page, and in the findings of these requirements. */
async function shownIn(page: Page, ids: readonly string[]) {
  return page.evaluate((ids) => {
    const isVisible = (element: Element | null | undefined): element is HTMLElement => {
      const { width, height } = element?.getBoundingClientRect() ?? { width: 0, height: 0 };
      return element?.checkVisibility({ visibilityProperty: true }) === true && width > 0 && height > 0;
    };
    const visible = (root: ParentNode, selector: string): HTMLElement[] =>
      [...root.querySelectorAll(selector)].filter(isVisible);
    const places = ids.map((id) => {
      const place = document.getElementById(id) ?? document.createElement('p');
      return {
        // Elements with only text.
        labels: visible(place, ':not(:has(*))').map((element) => element.textContent.trim()),
        quote: place.querySelector<HTMLElement>('.facts')?.innerText,
        check: visible(place, 'figure.command pre').at(-1)?.innerText,
        wire: isVisible(place.querySelector('pre')),
        marked: isVisible(place.querySelector('mark')),
      };
    });
    return {
      rows: document.querySelectorAll('#requirements .rows > ul > li').length,
      places,
    };
  }, ids);
}
