import type { Reporter } from '../reporter.ts';

/** One file for a browser: no network, readable without script, light and dark, on paper and on a phone. */
export const html: Reporter = {
  name: 'html',
  file: 'report.html',
  // Loaded only where a page is written: the other commands start without it.
  render: async (report) => (await import('./page.tsx')).page(report),
};
