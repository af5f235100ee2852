import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { render } from '../../src/report/html/page.tsx';
import { sampleReport } from '../report/sample-report.ts';

/** The file that identifies the page from which the pictures were made. */
export const madeFrom = fileURLToPath(new URL('made-from.txt', import.meta.url));

/** Returns a digest of the page of a fixed report. If the digest changes, the page looks different from its pictures. */
export function digestOfPage(): string {
  return `sha256 ${createHash('sha256').update(render(sampleReport)).digest('hex')}\n`;
}
