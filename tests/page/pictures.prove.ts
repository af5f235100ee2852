import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { noBrowser, type View, views } from './browser.ts';
import { inBrowser } from './in-browser.ts';
import { digestOfPage, madeFrom } from './made-from.ts';
import { reduceColors } from './palette.ts';
import type { RunName } from './runs.ts';

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
/** The maximum size of a picture in bytes. The package contains all pictures. */
const largest = 35_000;

interface Picture {
  readonly file: string;
  readonly run: RunName;
  readonly view: View;
  /** The part of the page that the picture shows. */
  readonly part: string;
  /** Cuts the picture to this height, in pixels. */
  readonly height?: number;
}

const pictures: readonly Picture[] = [
  {
    file: 'finding.png',
    run: 'failing',
    view: { ...views.light, width: 1_000 },
    part: 'body',
    height: 740,
  },
  {
    file: 'rate-limit.png',
    run: 'passing',
    view: { ...views.light, width: 820 },
    part: 'section:has(> h2#limit-title)',
  },
];

it('has a browser that makes the pictures', () => {
  expect(noBrowser).toBeUndefined();
});

inBrowser('the picture', ({ open, pageOf }) => {
  it.each(pictures)('$file', async ({ file, run, view, part, height }) => {
    await mkdir(folder, { recursive: true });
    const { page, close } = await open((await pageOf(run)).html, view);
    const box = await page.locator(part).first().boundingBox();
    if (box === null) throw new Error(`The page does not show ${part}.`);
    const clip = { ...box, height: height ?? box.height };
    const picture = reduceColors(await page.screenshot({ clip, fullPage: true }));
    await writeFile(join(folder, file), picture);
    expect(picture.length).toBeLessThan(largest);
    await close();
  });

  it('has pictures that are newer than the page', async () => {
    await writeFile(madeFrom, digestOfPage());
  });
});
