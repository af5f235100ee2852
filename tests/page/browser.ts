import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const demanded = process.env['PETSTORE_CHROMIUM'];

/** The browser that `PETSTORE_CHROMIUM` names, or one in a usual place. */
const chromiumPath = demanded ?? places.find((place) => existsSync(place));

/** Why browser tests are skipped. They are never skipped if `PETSTORE_CHROMIUM` is set. */
export const noBrowser =
  chromiumPath === undefined
    ? 'no Chromium found: install the Debian package "chromium", or set PETSTORE_CHROMIUM'
    : undefined;

/** How a page is shown. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly colors: 'light' | 'dark';
  readonly media: 'screen' | 'print';
}

export const views = {
  light: { width: 1_200, height: 900, colors: 'light', media: 'screen' },
  dark: { width: 1_200, height: 900, colors: 'dark', media: 'screen' },
  phone: { width: 360, height: 740, colors: 'light', media: 'screen' },
  'phone, dark': { width: 360, height: 740, colors: 'dark', media: 'screen' },
  paper: { width: 794, height: 1_123, colors: 'light', media: 'print' },
  'paper, dark': { width: 794, height: 1_123, colors: 'dark', media: 'print' },
} as const satisfies Record<string, View>;

export type ViewName = keyof typeof views;

/** An open page, and everything that went wrong in it so far. */
export interface Opened {
  readonly page: Page;
  /** Console messages, script errors, dialogs, and requests for anything but the file itself. */
  readonly troubles: readonly string[];
  /** Changes the view. */
  readonly show: (view: View) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A browser that opens documents as files. */
export interface Viewer {
  /** Opens a document as a file, like a report received by mail. */
  open(document: string, view: View, options?: BrowserContextOptions): Promise<Opened>;
  close(): Promise<void>;
}

export async function startViewer(): Promise<Viewer> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-page-'));
  // Chromium has no sandbox for root, the user in containers. It opens only our own files.
  const browser: Browser = await chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['--no-sandbox'],
  });
  let files = 0;
  return {
    async open(document, view, options = {}) {
      const path = join(folder, `report-${++files}.html`);
      await writeFile(path, document);
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const show = async ({ width, height, colors, media }: View): Promise<void> => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: colors, media });
      };
      await show(view);
      const troubles = troublesOf(page, pathToFileURL(path).href);
      await page.goto(pathToFileURL(path).href);
      return { page, troubles, show, close: () => context.close() };
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}

function troublesOf(page: Page, own: string): readonly string[] {
  const troubles: string[] = [];
  page.on('console', (message) => troubles.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== own) troubles.push(`request: ${request.url()}`);
  });
  return troubles;
}
