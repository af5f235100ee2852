import type { PayloadEvidence } from '../model/report.ts';

/** A drawn body for people: it may be spelled with long runs of blanks, which look like a fault of the page. */
export function bodyWords(body: string): string {
  if (body === '') return 'no body';
  const short = body.replaceAll(/[ \t\r\n]{3,}/g, ' ');
  return short === body ? body : `${short} (runs of blanks left out)`;
}

/** Whether a smaller body was looked for: where none was, the body is the one that was drawn, as it was sent. */
export function wasShrunk({ found, smallest, tries }: PayloadEvidence): boolean {
  return tries > 0 || found !== smallest;
}
