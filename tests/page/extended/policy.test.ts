// @module-tag extended
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { render } from '../../../src/report/html/page.tsx';
import { hostileTexts } from '../../report/hostile-texts.ts';
import { sampleReport } from '../../report/sample-report.ts';
import { views } from '../browser.ts';
import { inBrowser } from '../in-browser.ts';

/** What could get into the page if escaping failed. */
const intruders = [
  '<script>document.title = "owned"</script>',
  '<img src="x" onerror="document.title = \'owned\'">',
  '<img src="https://example.invalid/x.png">',
  '<svg onload="document.title = \'owned\'"></svg>',
  '<a id="trap" href="javascript:document.title = \'owned\'">here</a>',
  '<iframe src="https://example.invalid/"></iframe>',
  '<base href="https://example.invalid/">',
  '<style>h1 { display: none }</style>',
  '<form action="https://example.invalid/"><button id="send">send</button></form>',
];

/** Returns the sample with every string replaced, except those that decide how it is rendered. */
function filledWith(text: string): typeof sampleReport {
  const kept =
    /^(format|startedAt|finishedAt|level|verdict|outcome|state|cause|profile|operation|id|requirement|credential|relation|purpose)$/;
  const fill = (value: unknown, name: string): unknown => {
    // The page leaves out the first sentence of a verdict.
    if (name === 'sentence') return `A sentence. The rest: ${text}`;
    if (typeof value === 'string') return kept.test(name) ? value : text;
    if (Array.isArray(value)) return value.map((one) => fill(one, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, key)]));
  };
  return fill(sampleReport, '') as typeof sampleReport;
}

/** The elements of a document, and their active attributes. */
interface Shape {
  readonly elements: string;
  readonly active: readonly string[];
}

/** Parses HTML in a browser. Ignores `code`, because backticks in strings of the kit become code. */
function shapeOf(page: Page, html: string): Promise<Shape> {
  return page.evaluate((text) => {
    const all = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')];
    const names = all.map(({ localName }) => localName).filter((name) => name !== 'code');
    const attributes = all.flatMap((element) => [...element.attributes]);
    const active = attributes.filter(
      ({ name, value }) =>
        /^(on.*|src|style|action|formaction|data)$/.test(name) || (name === 'href' && !value.startsWith('#')),
    );
    return { elements: names.join(' '), active: active.map(({ name, value }) => `${name}=${value}`) };
  }, html);
}

inBrowser('the page', ({ open, pageOf }) => {
  it('shows hostile strings as text, in every field of a report', async () => {
    const { page, close } = await open('<!DOCTYPE html><title>empty</title>', views.light);
    // If a row shows a value only in part, the page has another row for the whole value.
    const long = 'x'.repeat(100);
    const usual = await shapeOf(page, render(filledWith(`usual ${long}`)));
    expect(usual.active).toEqual([]);
    for (const text of hostileTexts)
      expect(await shapeOf(page, render(filledWith(`${text.slice(0, 500)} ${long}`)))).toEqual(usual);
    await close();
  });

  it('runs nothing from a hostile string', async () => {
    const { page, troubles, close } = await open(
      render(filledWith(hostileTexts.slice(0, -1).join(' '))),
      views.light,
    );
    expect(await page.locator('.fault').first().isVisible()).toBe(true);
    expect(troubles).toEqual([]);
    await close();
  });

  it('blocks everything that its content security policy does not allow', async () => {
    const { html } = await pageOf('failing');
    const { page, troubles, close } = await open(
      html.replace('<main>', `<main>${intruders.join('')}`),
      views.light,
    );
    await page.evaluate(() => {
      for (const id of ['trap', 'send']) document.getElementById(id)?.click();
    });
    await page.waitForTimeout(200);
    expect(await page.title()).not.toBe('owned');
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(page.url()).toMatch(/^file:/);
    expect(await page.evaluate(() => document.baseURI)).toMatch(/^file:/);
    // The browser reports each blocked element.
    for (const directive of ['script-src', 'style-src', 'img-src', 'frame-src', 'base-uri', 'form-action'])
      expect(troubles.join('\n')).toContain(directive);
    // The page's own script and style still work: clicking a link opens the section that it points to.
    await page.evaluate(() => document.querySelector<HTMLElement>('.legend a')?.click());
    await expect.poll(() => page.locator('#requirements[open]').count()).toBe(1);
    await close();
  });
});
