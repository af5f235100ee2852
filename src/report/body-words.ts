import type { PayloadEvidence } from './model/report.ts';

/** A drawn body for people: it may be spelled with long runs of blanks, which look like a fault of the page. */
export function bodyWords(body: string): string {
  if (body === '') return 'no body';
  const short = body.replaceAll(/[ \t\r\n]{3,}/g, ' ');
  return short === body ? body : `${short} (runs of blanks left out)`;
}

const html = /^\s*<(!doctype\s+html|html)\b/i;
/** As much of the text of a page is shown, in characters. */
const mostOfPage = 200;

/**
 * A body that was received, on one line: a page of HTML by its title and the beginning of its text, and line breaks
 * and tabs, with the blanks around them, as one blank.
 */
export function excerptOf(body: string): string {
  if (!html.test(body)) return oneLine(body);
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(body) ?? [];
  const text = oneLine(
    body
      .replaceAll(/<(title|script|style)\b[^<>]*>[^<]*/gi, ' ')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/ {2,}/g, ' '),
  );
  const shown = text.length > mostOfPage ? `${text.slice(0, mostOfPage)}…` : text;
  const called = title.trim() === '' ? 'a page of HTML' : `a page of HTML, "${oneLine(title)}"`;
  return shown === '' ? called : `${called}: ${shown}`;
}

function oneLine(text: string): string {
  const parts = text.split(/[\r\n\t]+/).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/** Whether a smaller body was looked for: where none was, the body is the one that was drawn, as it was sent. */
export function wasShrunk({ found, smallest, tries }: PayloadEvidence): boolean {
  return tries > 0 || found !== smallest;
}
