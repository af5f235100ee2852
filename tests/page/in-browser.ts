import { afterAll, beforeAll, describe } from 'vitest';
import { compareReports } from '../../src/report/compare/compare.ts';
import { comparisonPage } from '../../src/report/compare/page.tsx';
import { render } from '../../src/report/html/page.tsx';
import type { Report } from '../../src/report/model/report.ts';
import { noBrowser, startViewer, type Viewer } from './browser.ts';
import { type ComparisonName, comparisons, type RunName, runs } from './runs.ts';

/** The report of a real run, and its page. */
export interface MadePage {
  readonly report: Report;
  readonly html: string;
}

export interface Environment {
  readonly open: Viewer['open'];
  /** Returns the page of a run, rendered once per process. */
  readonly pageOf: (name: RunName) => Promise<MadePage>;
  /** Returns the page of a comparison, rendered once per process. */
  readonly comparisonOf: (name: ComparisonName) => Promise<string>;
}

const made = new Map<RunName, Promise<MadePage>>();
const compared = new Map<ComparisonName, Promise<string>>();

/** Defines browser tests. Without a browser they are skipped, with the reason in their title. */
export function inBrowser(title: string, define: (environment: Environment) => void): void {
  const named = noBrowser === undefined ? title : `${title} (skipped: ${noBrowser})`;
  describe.skipIf(noBrowser !== undefined)(named, () => {
    let viewer: Viewer | undefined;
    beforeAll(async () => {
      viewer = await startViewer();
    });
    afterAll(() => viewer?.close());
    define({
      open(...args) {
        if (viewer === undefined) throw new Error('The browser starts before the first test.');
        return viewer.open(...args);
      },
      pageOf(name) {
        const known = made.get(name) ?? makePage(name);
        made.set(name, known);
        return known;
      },
      comparisonOf(name) {
        const known = compared.get(name) ?? compare(name);
        compared.set(name, known);
        return known;
      },
    });
  });
}

async function compare(name: ComparisonName): Promise<string> {
  return comparisonPage(compareReports(await comparisons[name]()));
}

async function makePage(name: RunName): Promise<MadePage> {
  const report = await runs[name]();
  return { report, html: render(report) };
}
