import { entriesOf } from '../../src/report/content.ts';
import type { Report } from '../../src/report/model/report.ts';
import { printable } from '../../src/text/shown.ts';

/** The example in CONTRIBUTING.md: tests compile and run it. */
export function render(report: Report): string {
  const broken = entriesOf(report).filter(({ fails }) => fails);
  return broken.map(({ id, fix }) => `${printable(id)}: ${printable(fix)}\n`).join('');
}
