import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { noBrowser, type View, views } from './browser.ts';
import { inBrowser } from './in-browser.ts';
import type { RunName } from './runs.ts';

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
/** The largest picture in the documentation, in bytes. */
const largest = 150_000;

const wide = { ...views.light, width: 1_040, height: 780 };

interface Picture {
  readonly file: string;
  readonly run: RunName;
  readonly view: View;
  /** The part of the page; by default, the first screen. */
  readonly part?: string;
}

const pictures: readonly Picture[] = [
  { file: 'passing.png', run: 'passing', view: wide },
  { file: 'failing.png', run: 'failing', view: wide },
  { file: 'failing-dark.png', run: 'failing', view: { ...wide, colors: 'dark' } },
  { file: 'failing-phone.png', run: 'failing', view: views.phone },
  { file: 'interrupted.png', run: 'interrupted', view: wide },
  { file: 'finding.png', run: 'failing', view: { ...wide, width: 820 }, part: '.finding' },
  { file: 'rate-limit.png', run: 'passing', view: wide, part: 'section:has(> h2#timeline-title)' },
];

it('has a browser to make pictures', () => {
  expect(noBrowser).toBeUndefined();
});

/** Pictures of `compare`, from the top of the page. */
const comparisonPictures = [
  { file: 'compare-nights.png', of: 'nights', view: { ...wide, height: 1_040 } },
  { file: 'compare-nights-dark.png', of: 'nights', view: { ...wide, height: 1_040, colors: 'dark' } },
  { file: 'compare-nights-phone.png', of: 'nights', view: { ...views.phone, height: 1_100 } },
  { file: 'compare-nights-paper.png', of: 'nights', view: views.paper },
  { file: 'compare-fortnight.png', of: 'fifteenNights', view: { ...wide, width: 1_280, height: 820 } },
  {
    file: 'compare-fortnight-phone.png',
    of: 'fifteenNights',
    view: { ...views.phone, width: 390, height: 1_100 },
  },
  { file: 'compare-implementations.png', of: 'implementations', view: { ...wide, height: 1_150 } },
] as const;

inBrowser('the picture', ({ open, pageOf, comparisonOf }) => {
  it.each(comparisonPictures)('$file', async ({ file, of, view }) => {
    const { page, close } = await open(await comparisonOf(of), view);
    const bytes = await page.screenshot({ path: join(folder, file) });
    expect(bytes.length).toBeLessThan(largest);
    await close();
  });

  it.each(pictures)('$file', async ({ file, run, view, part }) => {
    await mkdir(folder, { recursive: true });
    const { page, close } = await open((await pageOf(run)).html, view);
    const shown = part === undefined ? page : page.locator(part).first();
    const bytes = await shown.screenshot({ path: join(folder, file) });
    expect(bytes.length).toBeLessThan(largest);
    await close();
  });
});
