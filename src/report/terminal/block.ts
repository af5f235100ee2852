import { wrap } from '../../text/layout.ts';
import { type Paint, painter } from '../../text/output.ts';
import { joined, padded, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import type { Tone } from '../model/verdicts.ts';
import { labelWidth } from '../rows.ts';

/** Begins every line of a block, so that no line can begin with `::`, which build servers obey. */
const gutter = '│ ';
/** The gutter of an empty line, which is also the sign of a line that has no other sign. */
export const emptyLine = shown`│`;

/** Maximum length of a string, in code points: a longer string would push the verdict out of sight. */
const longestText = 2_000;

const colors = { good: 'green', bad: 'red', warn: 'yellow' } as const;

/** The page on which a report is printed. */
export interface Sheet {
  readonly width: number;
  readonly paint: Paint;
}

/** Returns the page for a terminal or file of the given width. */
export function sheetOf({ color, width }: { readonly color: boolean; readonly width: number }): Sheet {
  return { width: Math.min(110, Math.max(60, width)), paint: painter(color) };
}

/** Colors a string according to its tone. */
export function toned({ paint }: Sheet, tone: Tone, text: Shown): Shown {
  return tone === 'calm' ? text : paint(colors[tone], text);
}

/** How a labeled string is shown. */
interface LabeledStyle {
  readonly color?: 'green' | 'red';
  /** Whether only the first line is shown; the maximum number of lines; and how far lines after the first are indented. */
  readonly isCut?: boolean;
  readonly mostLines?: number;
  readonly hang?: number;
  readonly longest?: number;
}

/** Renders a label and any string, escaped and wrapped. */
export function labeled(page: Sheet, label: string, text: string, style: LabeledStyle = {}): Shown[] {
  const { color, isCut = false, mostLines, hang = 0, longest = longestText } = style;
  const most = mostLines === undefined ? longest : Math.min(longest, mostLines * textWidth(page) - 8);
  const safe = printable(text, most);
  const lines = isCut ? [cutTo(textWidth(page), safe)] : wrap(safe, textWidth(page) - hang);
  return lines.map((line, index) => {
    const colored = color === undefined ? line : page.paint(color, line);
    return beside(page, index === 0 ? label : '', index === 0 ? colored : hung(hang, colored));
  });
}

/** Returns the number of columns that a labeled string may use on a line. */
export function textWidth({ width }: Sheet): number {
  return width - gutter.length - labelWidth;
}

function hung(hang: number, line: Shown): Shown {
  return shown`${padded(shown``, hang)}${line}`;
}

/** Renders a label and a command on one line, because a wrapped or cut command could not be copied. */
export function labeledCommand(page: Sheet, label: string, command: string): Shown {
  return beside(page, label, printableWhole(command));
}

function beside(page: Sheet, label: string, text: Shown): Shown {
  return shown`${gutter}${page.paint('dim', padded(printable(label), labelWidth))}${text}`;
}

/** Renders a sign and any string after it; wrapped lines have the gutter. */
export function lead(page: Sheet, sign: Shown, text: string, style?: 'bold' | 'dim'): Shown[] {
  const lines = wrap(printable(text, longestText), page.width - 2);
  return lines.map((line, index) => {
    const painted = style === undefined ? line : page.paint(style, line);
    return shown`${index === 0 ? sign : emptyLine} ${painted}`;
  });
}

/** Renders any string over the whole width; `hang` indents all lines but the first. */
export function paragraph(page: Sheet, text: string, hang = 0): Shown[] {
  const lines = wrap(printable(text, longestText), page.width - gutter.length - hang);
  return lines.map((line, index) => shown`${gutter}${hung(index === 0 ? 0 : hang, line)}`);
}

/** Cuts text at a space to one line of at most `width`. */
function cutTo(width: number, text: Shown): Shown {
  const [line = shown``, ...more] = wrap(text, width);
  if (more.length === 0) return line;
  const [shorter = shown``] = wrap(line, width - 1);
  return shown`${shorter}…`;
}

/** Renders any string as a list item; all its lines begin in the same column. */
export function item(page: Sheet, text: string, mark = shown`  · `): Shown[] {
  const lines = wrap(printable(text, longestText), page.width - gutter.length - mark.length);
  return lines.map(
    (line, index) => shown`${gutter}${index === 0 ? mark : padded(shown``, mark.length)}${line}`,
  );
}

/** Renders lines under a heading; nothing if there are none. */
export function part(page: Sheet, title: string, count: number, lines: readonly Shown[]): readonly Shown[] {
  if (lines.length === 0) return [];
  const heading = shown`── ${printable(title)} (${count}) `;
  const rule = Array.from({ length: Math.max(0, page.width - heading.length) }, () => shown`─`);
  return [page.paint('bold', joined([heading, ...rule], '')), ...lines];
}

/** Joins the parts that have lines, with an empty line between them. */
export function paged(parts: readonly (readonly Shown[])[]): Shown {
  const there = parts.filter((lines) => lines.length > 0).map((lines) => joined(lines));
  return shown`${joined(there, '\n\n')}\n`;
}
