import type { Reporter } from '../../src/report/reporter.ts';
import { printable } from '../../src/text/shown.ts';

/** The example of CONTRIBUTING.md, so that it compiles and does what it says. */
export const failures: Reporter = {
  name: 'failures',
  file: 'failures.txt',
  render: ({ findings }) => findings.map(({ signature }) => `${printable(signature)}\n`).join(''),
};
