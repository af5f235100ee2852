import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model/report.ts';
import { type ReporterName, renderWith, reporterFiles, reporterNames } from '../../src/report/reporter.ts';
import { definedOnly } from '../../src/text/defined-only.ts';
import { commandsIn, unprintableIn } from '../support/harmless.ts';
import { awkwardReports } from './awkward-reports.ts';
import { compileReportSchema } from './report-schema.ts';

const terminal = { color: false, width: 80 };

/** Renders a report. For the page, returns only the parts that depend on the report. */
async function rendered(reporter: ReporterName, report: Report, reportPath?: string): Promise<string> {
  const text = await renderWith(reporter, report, {
    terminal: { ...terminal, ...definedOnly({ reportPath }) },
  });
  return reporter === 'html' ? bodyOf(text) : text;
}

/**
 * Leaves out the style, the script and the options, and puts each element on its own line, so that differences are
 * readable.
 */
function bodyOf(page: string): string {
  return page
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<script>[\s\S]*<\/script>/, '')
    .replace(/(?<=<dt>Options<\/dt><dd>)[^<]+/, '…')
    .replaceAll(/<(?=[a-z])/g, '\n<');
}

/** The reporters whose output people read. The other two write the report and its exchanges as data. */
const forPeople = reporterNames.filter((name) => name !== 'json' && name !== 'har');

// Run with --update after an intended change, and read the difference as a user would.
describe.each(Object.entries(awkwardReports))('the report "%s"', (name, report) => {
  // The hostile report has commands that the kit would not write.
  it.runIf(name !== 'hostile')('conforms to the schema', () => {
    const validate = compileReportSchema();
    validate(structuredClone(report));
    expect(validate.errors).toBeNull();
  });

  it.each(forPeople)('is rendered as %s', async (reporter) => {
    const text = await rendered(reporter, report);
    await expect(text).toMatchFileSnapshot(
      `snapshots/${name}.${reporterFiles[reporter] ?? `${reporter}.txt`}`,
    );
    // Each annotation is itself a command, on a line of its own.
    const rest = text.replace(/^::(error|warning|notice) title=[^:,\r\n]+::/gm, '');
    expect(unprintableIn(rest)).toEqual([]);
    expect(commandsIn(rest)).toEqual([]);
  });

  // The short form is the beginning and the end of the long form.
  it.runIf(name === 'many')('is short on the terminal if a report file has the details', async () => {
    const text = await rendered('terminal', report, 'reports/report.json');
    await expect(text).toMatchFileSnapshot('snapshots/many.terminal-short.txt');
  });
});
