import { afterAll, beforeAll, describe } from 'vitest';
import { render } from '../../src/report/html/page.tsx';
import type { Report } from '../../src/report/model/report.ts';
import { noBrowser, startViewer, type Viewer } from './browser.ts';
import { type RunName, runs } from './runs.ts';

/** A real run as its report and the page that was made of it. */
export interface MadePage {
  readonly report: Report;
  readonly html: string;
}

export interface Surroundings {
  readonly open: Viewer['open'];
  /** The page of a run, which is made once for all tests of a process. */
  readonly pageOf: (name: RunName) => Promise<MadePage>;
}

const made = new Map<RunName, Promise<MadePage>>();

/** Tests that look at pages in a browser; skipped, with the reason in their title, where there is none. */
export function inBrowser(title: string, define: (surroundings: Surroundings) => void): void {
  const named = noBrowser === undefined ? title : `${title} (skipped: ${noBrowser})`;
  describe.skipIf(noBrowser !== undefined)(named, () => {
    let viewer: Viewer | undefined;
    beforeAll(async () => {
      viewer = await startViewer();
    });
    afterAll(() => viewer?.close());
    define({
      open(...args) {
        if (viewer === undefined) throw new Error('The browser is started before the first test.');
        return viewer.open(...args);
      },
      pageOf(name) {
        const known = made.get(name) ?? makePage(name);
        made.set(name, known);
        return known;
      },
    });
  });
}

async function makePage(name: RunName): Promise<MadePage> {
  const report = await runs[name]();
  return { report, html: render(report) };
}
