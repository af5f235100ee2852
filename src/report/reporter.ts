import type { Report } from './model/report.ts';

/**
 * A guest of the run: a report in, a text out. It is shown a finished report that holds nothing secret, and
 * escapes for its own sink whatever came from the target. One that throws breaks nothing but itself.
 */
export interface Reporter {
  /** What `--reporter` calls it. */
  readonly name: string;
  /** The file in the folder of reports that it is written to; without one it is printed. */
  readonly file?: string;
  readonly render: (report: Report) => string | Promise<string>;
  /** The same text in pieces, where it may be very long. */
  readonly pieces?: (report: Report) => Iterable<string>;
}

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

type Renderer = Pick<Reporter, 'render' | 'pieces'>;

/** Each module is loaded when something is to be written by it; `terminal` needs to know a terminal. */
const modules: Readonly<Record<Exclude<ReporterName, 'terminal'>, () => Promise<Renderer>>> = {
  json: () => import('./json.ts'),
  html: () => import('./html/page.tsx'),
  junit: () => import('./junit.ts'),
  markdown: () => import('./markdown/markdown.ts'),
  github: () => import('./github.ts'),
  har: () => import('./har/write.ts'),
};

/** Loads the functions of a reporter that is no terminal's. */
export function loadReporter(name: Exclude<ReporterName, 'terminal'>): Promise<Renderer> {
  return modules[name]();
}
