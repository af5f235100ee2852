import { wrap } from '../../text/layout.ts';
import { type Paint, painter } from '../../text/output.ts';
import { joined, padded, printable, type Shown, shown } from '../../text/shown.ts';

/**
 * Begins every line of a block. It is more than an ornament: build servers take a line that begins with `::` (blanks aside)
 * for a command, and what follows a gutter never begins a line.
 */
const gutter = '│ ';
/** The gutter of an empty line. */
export const emptyLine = shown`│`;

/** What the parts of a report need to know of where they are printed. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/** Returns the page for a terminal or a file of so many columns. */
export function pageOf({ color, width }: { readonly color: boolean; readonly width: number }): Page {
  return { width: Math.min(110, Math.max(60, width)), paint: painter(color) };
}

const labelWidth = 10;

/** Renders a label and a text from anywhere, escaped and wrapped, every line after the gutter. */
export function field(page: Page, label: string, text: string, longest?: number): Shown[] {
  const lines = wrap(printable(text, longest), page.width - gutter.length - labelWidth);
  return lines.map((line, index) => lead(page, index === 0 ? label : '', line));
}

/** Renders the same on one line: a command has to be copied in one piece, so only the terminal may wrap it. */
export function unbrokenField(page: Page, label: string, text: string, longest: number): Shown[] {
  return [lead(page, label, printable(text, longest))];
}

function lead(page: Page, label: string, text: Shown): Shown {
  return shown`${gutter}${page.paint('dim', padded(printable(label), labelWidth))}${text}`;
}

/** Renders a text from anywhere over the whole width; `hang` indents all lines but the first. */
export function paragraph(page: Page, text: string, hang = 0, longest?: number): Shown[] {
  const lines = wrap(printable(text, longest), page.width - gutter.length - hang);
  return lines.map((line, index) => shown`${gutter}${padded(shown``, index === 0 ? 0 : hang)}${line}`);
}

/** Renders a text from anywhere as an item of a list. */
export function item(page: Page, text: string, longest?: number): Shown[] {
  const lines = wrap(printable(text, longest), page.width - gutter.length - 4);
  return lines.map((line, index) => shown`${gutter}${index === 0 ? '  · ' : '    '}${line}`);
}

/** Puts lines under a heading; nothing at all if there are none. */
export function part(page: Page, title: string, count: number, lines: readonly Shown[]): readonly Shown[] {
  if (lines.length === 0) return [];
  const heading = shown`── ${printable(title)} (${count}) `;
  const rule = Array.from({ length: Math.max(0, page.width - heading.length) }, () => shown`─`);
  return [page.paint('bold', joined([heading, ...rule], '')), ...lines];
}

/** Joins parts with an empty line between them and leaves out those without lines. */
export function paged(parts: readonly (readonly Shown[])[]): Shown {
  const there = parts.filter((lines) => lines.length > 0).map((lines) => joined(lines));
  return shown`${joined(there, '\n\n')}\n`;
}
