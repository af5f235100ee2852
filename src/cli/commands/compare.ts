import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../../config/messages.ts';
import { compareRuns, type NamedRun } from '../../report/compare/compare.ts';
import { markdownComparison, terminalComparison } from '../../report/compare/text.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { printableOutput, printableWhole, shown } from '../../text/shown.ts';
import type { FlagsOf } from '../commands.ts';
import { type Environment, jsonText, pageOf } from '../environment.ts';
import { readRuns, writeNamed } from '../named-files.ts';

/** Maximum number of runs compared. If there are more, the command compares the last ones. */
const maxRuns = 100;

/** `compare FILE…`: shows many runs in one matrix, and writes a page if asked. Returns 0. */
export async function compare(
  { files, html, json, markdown, skipUnreadable }: FlagsOf<'compare'> & { readonly files: readonly string[] },
  environment: Environment,
): Promise<number> {
  const { stdout, stderr } = environment;
  const reportSkip = (message: string) => stderr.write(shown`Skipped: ${printableWhole(message)}\n`);
  const onSkip = skipUnreadable === true ? reportSkip : undefined;
  const found = files.flatMap((file) => {
    try {
      return runsOf(file, html, onSkip);
    } catch (error) {
      if (onSkip === undefined || !(error instanceof UsageError)) throw error;
      onSkip(error.message);
      return [];
    }
  });
  if (found.length === 0)
    throw new UsageError('no run is left to compare. Give a report.json, or a history file.');
  if (found.length > maxRuns) stderr.write(shown`Comparing the last ${maxRuns} of ${found.length} runs.\n`);
  const comparison = compareRuns(found.slice(-maxRuns));
  if (html !== undefined) {
    const { comparisonPage } = await import('../../report/compare/page.tsx');
    await writeNamed(html, comparisonPage(comparison));
    stderr.write(shown`Wrote ${printableWhole(html)}.\n`);
  }
  if (json) stdout.write(jsonText(comparison));
  else if (markdown) stdout.write(printableOutput(markdownComparison(comparison)));
  else stdout.write(terminalComparison(comparison, pageOf(environment)));
  return 0;
}

/** Reads the runs of a file. The page of a run is the one that it names, or the report next to a report.json. */
function runsOf(file: string, html: string | undefined, onSkip?: (message: string) => void): NamedRun[] {
  const runs = readRuns(file, onSkip);
  const isReport = file.endsWith('.json') && runs.length === 1;
  return runs.map((summary, index) => ({
    name: file,
    summary,
    ...definedOnly({
      line: runs.length === 1 ? undefined : index + 1,
      page: linkTo(summary.page ?? (isReport ? 'report.html' : undefined), file, html),
    }),
  }));
}

/** Returns the link from `html` to a report in the folder of `file`, if that exists. Encoded, so that it names no scheme. */
function linkTo(page: string | undefined, file: string, html: string | undefined): string | undefined {
  if (page === undefined || html === undefined) return undefined;
  const path = join(dirname(file), page);
  return existsSync(path)
    ? relative(dirname(html), path).split(sep).map(encodeURIComponent).join('/')
    : undefined;
}
