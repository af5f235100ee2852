import type { Report } from './model/report.ts';
import type { TerminalOptions } from './terminal/terminal.ts';

/**
 * Turns a finished report into a text. The report holds no secret; a reporter escapes what came from the target for the
 * place where it writes. One that throws breaks nothing but itself.
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

/** Modules are loaded on first use: most commands need one or none. */
const modules = {
  json: () => import('./json.ts'),
  html: () => import('./html/page.tsx'),
  junit: () => import('./junit.ts'),
  markdown: () => import('./markdown.ts'),
  github: () => import('./github.ts'),
  har: () => import('./har/write.ts'),
};

/** Loads the functions of a reporter that needs nothing but the report. */
export function loadReporter(
  name: Exclude<ReporterName, 'terminal'>,
): Promise<Pick<Reporter, 'render' | 'pieces'>> {
  return modules[name]();
}

/** How long a custom reporter may take, in ms. */
const standardPatienceMs = 60_000;

/** Renders a report by one of the kit's reporters or a custom one, as a text or in pieces. */
export async function textOf(
  reporter: ReporterName | Reporter,
  report: Report,
  options: { readonly terminal: TerminalOptions; readonly patienceMs?: number },
): Promise<string | Iterable<string>> {
  if (typeof reporter !== 'string')
    return renderCustom(reporter, report, options.patienceMs ?? standardPatienceMs);
  if (reporter === 'terminal')
    return (await import('./terminal/terminal.ts')).terminalReport(report, options.terminal);
  const { render, pieces } = await loadReporter(reporter);
  return pieces === undefined ? render(report) : pieces(report);
}

/** Says why a value is not a custom reporter, reading on from "it"; undefined where it is one. */
export function whyNoReporter(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null)
    return `is ${value === null ? 'null' : `a ${typeof value}`}`;
  const { name, file, render, pieces } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !/^[A-Za-z][\w.-]{0,60}$/.test(name))
    return 'has no name of letters, digits and . _ -';
  if (reporterNames.some((own) => own === name)) return `is named ${name}, like one of the kit's`;
  if (file !== undefined && (typeof file !== 'string' || !/^(?!\.{1,2}$)[^\\/\p{Cc}]+$/u.test(file)))
    return 'has a file that is no plain name of a file';
  if (typeof render !== 'function') return 'has no render(report) that makes a text of a report';
  if (pieces !== undefined && typeof pieces !== 'function') return 'has pieces that are no function';
  return undefined;
}

/** Renders a copy of the report, which the reporter may change; rejects where it makes no text in time. */
async function renderCustom(reporter: Reporter, report: Report, patienceMs: number): Promise<string> {
  const copy = structuredClone(report);
  const text: unknown =
    reporter.pieces === undefined
      ? await inTime(reporter.render(copy), patienceMs)
      : [...reporter.pieces(copy)].join('');
  if (typeof text === 'string') return text;
  throw new Error(`it made ${text === null ? 'null' : `a value of type ${typeof text}`}, not a text`);
}

async function inTime<Text>(rendering: Text | Promise<Text>, patienceMs: number): Promise<Text> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it was not ready within ${patienceMs / 1_000} s`)),
      patienceMs,
    );
  });
  try {
    return await Promise.race([rendering, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
