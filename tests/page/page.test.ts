import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirement } from '../../src/spec/ledger.ts';
import { type Opened, views } from './browser.ts';
import { inBrowser } from './in-browser.ts';
import { type RunName, runs } from './runs.ts';

const names = Object.keys(runs) as RunName[];

inBrowser('report.html', ({ open, pageOf }) => {
  describe.each(names)('of a run that is %s', (name) => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await open((await pageOf(name)).html, views.light);
    });
    afterAll(() => opened.close());

    it('begins with verdict, target, time and what to mend', async () => {
      const { report } = await pageOf(name);
      const { page } = opened;
      const shown = await page.evaluate(() =>
        [...document.querySelectorAll('h1, .target code, time, header nav li')]
          .filter((element) => element.getBoundingClientRect().bottom <= window.innerHeight)
          .map((element) => element.textContent ?? ''),
      );
      expect(shown[0]?.toLowerCase()).toBe(report.verdict.outcome);
      expect(shown).toContain(report.target);
      expect(shown).toContain(`${report.startedAt.slice(0, 16).replace('T', ' ')} UTC`);
      const broken = report.requirements.filter(({ verdict }) => verdict === 'fail').slice(0, 2);
      for (const { id } of broken) expect(shown.some((text) => text.startsWith(id))).toBe(true);
    });

    it('has headings in order and no link that leads nowhere', async () => {
      const { page } = opened;
      const { levels, landmarks, dead, ids } = await page.evaluate(() => ({
        levels: [...document.querySelectorAll('h1, h2, h3, h4')].map(({ localName }) => Number(localName[1])),
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

    // Last of those that look at the page that is open, for it is turned into every view.
    it('is quiet, and no wider than its window in any view', async () => {
      const { page, troubles } = opened;
      for (const { width, height, colours, media } of Object.values(views)) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: colours, media });
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond).toBeLessThanOrEqual(0);
      }
      expect(troubles).toEqual([]);
    });

    it('shows everything without script', async () => {
      const { report, html } = await pageOf(name);
      const { page, close } = await open(html, views.phone, { javaScriptEnabled: false });
      expect(await page.locator('form.filter').isVisible()).toBe(false);
      for (const finding of report.findings) {
        const place = page.locator(`[id="${finding.requirement}"]`);
        for (const words of [
          ...['Expected', 'Received', 'Seen', 'What it means for clients', 'How to mend it'],
          'See whether it is mended',
        ])
          expect(await place.getByText(words, { exact: true }).first().isVisible()).toBe(true);
        const { software } = requirement(finding.requirement);
        if (software !== undefined)
          expect(await place.getByText('Software that is known for it').count()).toBe(1);
        if (finding.sentence !== undefined)
          expect(await place.locator('q').first().innerText()).toContain(finding.sentence);
        const check = await place.locator('figure.command pre').last().innerText();
        expect(check).toMatch(/^npx petstore-conformance run --base-url .* --only [a-z.-]+$/);
        if (finding.exchange === undefined) continue;
        expect(await place.locator('pre').first().isVisible()).toBe(true);
        expect(await place.locator('mark').first().isVisible()).toBe(true);
      }
      expect(await page.locator('.rows li').count()).toBe(report.requirements.length);
      await close();
    });
  });
});
