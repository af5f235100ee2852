import type { Report } from './model/report.ts';
import type { TerminalOptions } from './terminal/terminal.ts';

/**
 * Renders a finished report. The report contains no secrets; the reporter must escape what came from the target. If a
 * reporter throws, the others still run.
 */
export interface Reporter {
  /** The name of the reporter in `--reporter`. */
  readonly name: string;
  /** The file in the reports folder; without one, the output is printed. */
  readonly file?: string;
  readonly render: (report: Report) => string | Promise<string>;
}

/** A built-in reporter. */
export type ReporterName = 'terminal' | 'json' | 'html' | 'junit' | 'markdown' | 'github' | 'har';

/** The built-in reporters and their files, if any. */
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

/** The reports that are written by default. */
export const usualReporters: readonly ReporterName[] = ['json', 'html', 'junit', 'markdown'];

/** The modules are loaded on first use, because most commands need one of them or none. */
const modules = {
  json: () => import('./json.ts'),
  html: () => import('./html/page.tsx'),
  junit: () => import('./junit.ts'),
  markdown: () => import('./markdown.ts'),
  github: () => import('./github.ts'),
  har: () => import('./har/write.ts'),
};

/** Loads a reporter that needs only the report. */
export function loadReporter(name: Exclude<ReporterName, 'terminal'>): Promise<Pick<Reporter, 'render'>> {
  return modules[name]();
}

/** Renders a report with a built-in or custom reporter. */
export async function renderWith(
  reporter: ReporterName | Reporter,
  report: Report,
  options: { readonly terminal: TerminalOptions },
): Promise<string> {
  if (typeof reporter !== 'string') return renderCustom(reporter, report);
  if (reporter === 'terminal')
    return (await import('./terminal/terminal.ts')).terminalReport(report, options.terminal);
  return (await loadReporter(reporter)).render(report);
}

/** Returns why a value is not a custom reporter, in words that follow "it", or undefined if the value is one. */
export function whyNoReporter(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null)
    return `is ${value === null ? 'null' : `a ${typeof value}`}`;
  const { name, file, render } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !/^[A-Za-z][\w.-]{0,60}$/.test(name))
    return 'needs a name of letters, digits and . _ -';
  if (reporterNames.some((own) => own === name)) return `has the name of a built-in reporter, ${name}`;
  if (file !== undefined && (typeof file !== 'string' || !/^(?!\.{1,2}$)[^\\/\p{Cc}]+$/u.test(file)))
    return 'has a `file` that is not a plain file name';
  if (typeof render !== 'function') return 'needs a function render(report) that returns a string';
  return undefined;
}

/** Renders a copy of the report, which the reporter may change. Rejects if the reporter does not return a string. */
async function renderCustom(reporter: Reporter, report: Report): Promise<string> {
  const text: unknown = await reporter.render(structuredClone(report));
  if (typeof text === 'string') return text;
  throw new Error(`it returned ${text === null ? 'null' : `a value of type ${typeof text}`}, not a string`);
}
