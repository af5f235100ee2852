import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { compareReports, summaryOf } from '../../report/compare/compare.ts';
import { terminalComparison } from '../../report/compare/text.ts';
import { printableWhole, shown } from '../../text/shown.ts';
import type { FlagsOf } from '../commands.ts';
import { type Environment, pageOf } from '../environment.ts';
import { readReportFile, writeNamed } from '../named-files.ts';

/** `compare FILE…`: shows the requirements that differ between reports, and writes a page with `--html`. Returns 0. */
export async function compare(
  { files, html }: FlagsOf<'compare'> & { readonly files: readonly string[] },
  environment: Environment,
): Promise<number> {
  const comparison = compareReports(
    files.map((file) =>
      summaryOf(readReportFile(file, environment), html === undefined ? undefined : linkTo(file, html)),
    ),
  );
  if (html !== undefined) {
    const { comparisonPage } = await import('../../report/compare/page.tsx');
    await writeNamed(html, comparisonPage(comparison));
    environment.stderr.write(shown`Wrote ${printableWhole(html)}.\n`);
  }
  environment.stdout.write(terminalComparison(comparison, pageOf(environment)));
  return 0;
}

/**
 * Returns the link from `html` to the page next to a report, if that page exists. The link is encoded, so that none of it is
 * read as a URL scheme.
 */
function linkTo(file: string, html: string): string | undefined {
  const path = join(dirname(file), 'report.html');
  return existsSync(path)
    ? relative(dirname(html), path).split(sep).map(encodeURIComponent).join('/')
    : undefined;
}
