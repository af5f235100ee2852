import { entriesOf } from '../../src/report/content.ts';
import type { Report } from '../../src/report/model/report.ts';
import { rowText } from '../../src/report/row.ts';
import { violationsOf } from '../../src/report/violations.ts';
import { printable } from '../../src/text/shown.ts';

/** The example in CONTRIBUTING.md, which tests compile and run. */
export function render(report: Report): string {
  const failures = violationsOf(entriesOf(report)).filter(({ kind }) => kind === 'failure');
  return failures.map(({ ids, row }) => `${printable(ids.join())}: ${printable(rowText(row))}\n`).join('');
}
