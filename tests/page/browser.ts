import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const demanded = process.env['PETSTORE_CHROMIUM'];

/** The browser that pages are looked at with: the one that `PETSTORE_CHROMIUM` names, or one in a usual place. */
const chromiumPath = demanded ?? places.find((place) => existsSync(place));

/** Why tests that need a browser are skipped; never where one is demanded by `PETSTORE_CHROMIUM`. */
export const noBrowser =
  chromiumPath === undefined
    ? 'no chromium here: install Debian\'s "chromium", or name one by PETSTORE_CHROMIUM'
    : undefined;

/** How a page is looked at. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly colours: 'light' | 'dark';
  readonly media: 'screen' | 'print';
}

export const views = {
  light: { width: 1_200, height: 900, colours: 'light', media: 'screen' },
  dark: { width: 1_200, height: 900, colours: 'dark', media: 'screen' },
  phone: { width: 360, height: 740, colours: 'light', media: 'screen' },
  'phone, dark': { width: 360, height: 740, colours: 'dark', media: 'screen' },
  paper: { width: 794, height: 1_123, colours: 'light', media: 'print' },
  'paper, dark': { width: 794, height: 1_123, colours: 'dark', media: 'print' },
} as const satisfies Record<string, View>;

export type ViewName = keyof typeof views;

/** A page that is open, and all that went wrong in it so far. */
export interface Opened {
  readonly page: Page;
  /** Messages on the console, errors of scripts, dialogs, and requests for anything but the file itself. */
  readonly troubles: readonly string[];
  /** Looks at it otherwise from now on. */
  readonly show: (view: View) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A browser with the files that it opens. */
export interface Viewer {
  /** Opens a document as a file, as somebody who was sent it does. */
  open(document: string, view: View, options?: BrowserContextOptions): Promise<Opened>;
  close(): Promise<void>;
}

export async function startViewer(): Promise<Viewer> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-page-'));
  // In a container the user is root, under whom chromium has no sandbox; what it opens are our own files.
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
      const show = async ({ width, height, colours, media }: View): Promise<void> => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: colours, media });
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
