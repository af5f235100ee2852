// @module-tag extended
import { expect, it } from 'vitest';
import { type View, views } from '../browser.ts';
import { inBrowser } from '../in-browser.ts';

const screens: readonly View[] = [
  { ...views.light, width: 1_280 },
  { ...views.phone, width: 390 },
];

inBrowser('compare', ({ open, comparisonOf }) => {
  it.each(['fifteenNights', 'sixtyNights', 'implementations'] as const)(
    'shows %s in one-line headers next to the ids, without making the page wider',
    async (name) => {
      const { page, show, troubles, close } = await open(await comparisonOf(name), views.light, {
        javaScriptEnabled: false,
      });
      for (const view of [...screens, views.paper]) {
        await show(view);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond, JSON.stringify(view)).toBeLessThanOrEqual(0);
      }
      for (const view of screens) {
        await show(view);
        const seen = await page.evaluate(() => {
          const scroll = document.querySelector<HTMLElement>('#matrix .scroll') ?? document.body;
          // The height is so low that the table scrolls even with few rows.
          scroll.style.maxHeight = '100px';
          scroll.scrollTo(200, 40);
          const box = (selector: string) =>
            (document.querySelector(selector) ?? document.body).getBoundingClientRect();
          const own = scroll.getBoundingClientRect();
          const spans = [
            ...document.querySelectorAll<HTMLElement>('.matrix thead th > span, thead a > span'),
          ];
          return {
            heads: spans.length,
            // A line is 1.55 times as high as the font.
            lines: Math.max(
              ...spans.map(
                (one) => one.offsetHeight / (1.55 * Number.parseFloat(getComputedStyle(one).fontSize)),
              ),
            ),
            scrolledX: scroll.scrollLeft,
            scrolledY: scroll.scrollTop,
            idLeft: box('.matrix tbody th').left - own.left,
            headTop: box('.matrix thead th').top - own.top,
            idWidth: box('.matrix tbody th').width / own.width,
          };
        });
        expect(seen.heads).toBeGreaterThanOrEqual(5);
        expect(seen.lines).toBeLessThan(1.5);
        // The first column and the head stay in place.
        expect(seen.scrolledY).toBe(40);
        if (name === 'sixtyNights') expect(seen.scrolledX).toBe(200);
        expect(Math.abs(seen.idLeft)).toBeLessThan(2);
        expect(Math.abs(seen.headTop)).toBeLessThan(2);
        if (name !== 'implementations') expect(seen.idWidth).toBeLessThan(0.5);
      }
      expect(troubles).toEqual([]);
      await close();
    },
    180_000,
  );
});
