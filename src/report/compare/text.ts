import { largest } from '../../text/largest.ts';
import { joined, padded, printable, type Shown, shown } from '../../text/shown.ts';
import { minuteOf } from '../content.ts';
import { item, paged, paragraph, part, type Sheet, sheetOf, toned } from '../terminal/block.ts';
import type { Comparison, Row } from './compare.ts';

/** The maximum length of an id that is shown in full, in characters. */
const longestId = 40;
/** Maximum number of listed reports. The page lists all of them. */
const mostListed = 10;

/** Renders a comparison for a terminal: the reports, the requirements that differ, and what changed. */
export function terminalComparison(comparison: Comparison, options: Parameters<typeof sheetOf>[0]): Shown {
  const page = sheetOf(options);
  const { columns, rows, notes, legend, title, isHistory } = comparison;
  const idWidth =
    largest(
      0,
      rows.map(({ id }) => printable(id, longestId).length),
    ) + 2;
  // As many reports as fit next to the ids.
  const shownColumns = columns.slice(0, Math.floor((page.width - idWidth - 2) / 2));
  const more = columns.length - mostListed;
  return paged([
    part(page, title, columns.length, [
      ...columns
        .slice(0, mostListed)
        .flatMap(({ number, name, labels, startedAt, line }) =>
          item(
            page,
            [isHistory ? '' : name, minuteOf(startedAt), labels, line]
              .filter((text) => text !== '')
              .join(' · '),
            shown`${padded(shown`${number}`, 4)}`,
          ),
        ),
      ...(more > 0 ? item(page, `and ${more} more`, shown`    `) : []),
    ]),
    part(page, 'Requirements that differ', rows.length, [
      ...heads(page, shownColumns, idWidth),
      ...rows.flatMap((row) => rowLines(page, row, shownColumns.length, idWidth)),
      ...paragraph(page, legend),
    ]),
    [
      ...(shownColumns.length < columns.length
        ? paragraph(page, `The table shows ${shownColumns.length} of ${columns.length} reports.`)
        : []),
      ...notes.flatMap((note) => paragraph(page, note)),
    ],
  ]);
}

/** Renders the numbers of the reports, with the tens in a line above the ones. */
function heads(page: Sheet, columns: Comparison['columns'], idWidth: number): Shown[] {
  const line = (cells: readonly string[]) =>
    page.paint('dim', shown`│ ${padded(shown``, idWidth)}${printable(cells.join(' '))}`);
  const tens = columns.map(({ number }) => (number < 10 ? ' ' : String(Math.floor(number / 10) % 10)));
  const ones = columns.map(({ number }) => String(number % 10));
  return [...(columns.some(({ number }) => number > 9) ? [line(tens)] : []), line(ones)];
}

/** Renders a row. Its state is on a separate line if it does not fit. */
function rowLines(page: Sheet, { id, cells, state }: Row, most: number, idWidth: number): Shown[] {
  const letters = cells
    .slice(0, most)
    .map(({ letter, tone }) => shown`${toned(page, tone, printable(letter || ' '))} `);
  const line = shown`│ ${padded(printable(id, longestId), idWidth)}${joined(letters, '')}`;
  const fits = idWidth + 2 * letters.length + printable(state).length + 3 <= page.width;
  return fits ? [shown`${line} ${printable(state)}`] : [line, ...item(page, state)];
}
