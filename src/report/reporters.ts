import type { Reporter } from './reporter.ts';

/** The reporters of the kit. */
export type ReporterName = 'terminal' | 'json' | 'html' | 'junit' | 'markdown' | 'github' | 'har';

/** What `--reporter` takes, and the file of each that has one. */
export const reporterFiles: Readonly<Record<ReporterName, string | undefined>> = {
  terminal: undefined,
  json: 'report.json',
  html: 'report.html',
  junit: 'junit.xml',
  markdown: 'summary.md',
  github: undefined,
  har: 'exchanges.har',
};

export const reporterNames = Object.keys(reporterFiles) as ReporterName[];

/** What is written into the folder of reports unless the user chooses. */
export const usualReporters: readonly ReporterName[] = ['json', 'html', 'junit', 'markdown'];

/** Loads a reporter when something is to be written by it; `terminal` is not among them, for it needs to know a terminal. */
export async function loadReporter(name: Exclude<ReporterName, 'terminal'>): Promise<Reporter> {
  switch (name) {
    case 'json':
      return (await import('./json.ts')).json;
    case 'html':
      return (await import('./html/html.ts')).html;
    case 'junit':
      return (await import('./junit/junit.ts')).junit;
    case 'markdown':
      return (await import('./markdown/markdown.ts')).markdown;
    case 'github':
      return (await import('./github/github.ts')).github;
    case 'har':
      return (await import('./har/har.ts')).har;
  }
}
