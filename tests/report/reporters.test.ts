import { describe, expect, it } from 'vitest';
import { render as github } from '../../src/report/github.ts';
import { render as html } from '../../src/report/html/page.tsx';
import { render as junit } from '../../src/report/junit.ts';
import { render as markdown } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/model/report.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { commandsIn, unprintableIn } from '../support/harmless.ts';
import { awkwardReports } from './awkward-reports.ts';
import { compileReportSchema } from './report-schema.ts';

const terminal = { color: false, width: 80 };

/** Each reporter, by the name of its snapshots. */
const reporters: Readonly<Record<string, (report: Report) => string>> = {
  'terminal.txt': (report) => terminalReport(report, terminal),
  'terminal-short.txt': (report) =>
    terminalReport(report, { ...terminal, reportPath: 'reports/report.json' }),
  'summary.md': markdown,
  'junit.xml': junit,
  'annotations.txt': github,
  'page.html': (report) => bodyOf(html(report)),
};

/** Leaves out what does not depend on the report, with an element in each line, so that differences are readable. */
function bodyOf(page: string): string {
  return page
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<script>[\s\S]*<\/script>/, '')
    .replaceAll(/<(?=[a-z])/g, '\n<');
}

// Run with --update after an intended change, and read the difference as a user would.
describe.each(Object.entries(awkwardReports))('the report "%s"', (name, report) => {
  // The hostile one has commands that the kit would not write.
  it.runIf(name !== 'hostile')('conforms to the schema', () => {
    const validate = compileReportSchema();
    validate(structuredClone(report));
    expect(validate.errors).toBeNull();
  });

  // The short form is the beginning and the end of the long one.
  const files = Object.entries(reporters).filter(
    ([file]) => name === 'many' || file !== 'terminal-short.txt',
  );

  it.each(files)('is rendered as %s', async (file, render) => {
    const text = render(report);
    await expect(text).toMatchFileSnapshot(`snapshots/${name}.${file}`);
    // Annotations are commands themselves, one in each line.
    const rest = text.replace(/^::(error|warning|notice) title=[^:,\r\n]+::/gm, '');
    expect(unprintableIn(rest)).toEqual([]);
    // Only browsers show the page; everything else gets into logs.
    if (file !== 'page.html') expect(commandsIn(rest)).toEqual([]);
  });
});
