import type { Report } from './model/report.ts';
import { type TerminalOptions, terminalReport } from './terminal/terminal.ts';

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
  markdown: () => import('./markdown.ts'),
  github: () => import('./github.ts'),
  har: () => import('./har/write.ts'),
};

/** Loads the functions of a reporter that is no terminal's. */
export function loadReporter(name: Exclude<ReporterName, 'terminal'>): Promise<Renderer> {
  return modules[name]();
}

/** So long a reporter of the user's own may take, in ms. */
const standardPatienceMs = 60_000;

/** How a report is rendered by a reporter that needs to know more than the report. */
export interface Rendering {
  readonly terminal: TerminalOptions;
  readonly patienceMs?: number;
}

/** The text, or its pieces, that one of the kit's reporters or one of the user's own makes of a report. */
export async function textOf(
  reporter: ReporterName | Reporter,
  report: Report,
  { terminal, patienceMs = standardPatienceMs }: Rendering,
): Promise<string | Iterable<string>> {
  if (typeof reporter !== 'string') return renderByGuest(reporter, report, patienceMs);
  if (reporter === 'terminal') return terminalReport(report, terminal);
  const { render, pieces } = await loadReporter(reporter);
  return pieces === undefined ? render(report) : pieces(report);
}

/** What a value lacks to be a reporter of the user's own, or undefined where it is one. Reads on from "it". */
export function whyNoReporter(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null)
    return `is ${value === null ? 'null' : `a ${typeof value}`}`;
  const { name, file, render, pieces } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !/^[A-Za-z][\w.-]{0,60}$/.test(name))
    return 'has no name of letters, digits and . _ -';
  if (reporterNames.some((own) => own === name)) return `is named ${name}, like one of the kit's`;
  if (file !== undefined && (typeof file !== 'string' || !isFileName(file)))
    return 'has a file that is no plain name of a file';
  if (typeof render !== 'function') return 'has no render(report) that makes a text of a report';
  if (pieces !== undefined && typeof pieces !== 'function') return 'has pieces that are no function';
  return undefined;
}

function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\/\p{Cc}]/u.test(name);
}

/**
 * The text that a reporter of the user's own makes of a report. It gets a copy, so that what it does to that harms
 * nobody. Rejects with what it throws, and where it makes no text or takes longer than `patienceMs`.
 */
async function renderByGuest(reporter: Reporter, report: Report, patienceMs: number): Promise<string> {
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
