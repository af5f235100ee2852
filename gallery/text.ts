import { counted, wrap } from '../src/text/layout.ts';
import type { Paint } from '../src/text/output.ts';
import { joined, padded, printable, printableWhole, type Shown, shown } from '../src/text/shown.ts';
import type { Row } from './row.ts';
import type { Outcome } from './run-row.ts';
import { isGood, type Summary } from './summary.ts';

interface Page {
  readonly width: number;
  readonly paint: Paint;
}

const indent = '  ';

/** Writes the output of `gallery`: defects by requirement, legal variants, complaints and totals. */
export function galleryReport(
  outcomes: readonly Outcome[],
  summary: Summary,
  whole: boolean,
  page: Page,
): Shown {
  const lines = [
    ...matrixLines(summary, whole, page),
    ...variantLines(outcomes, page),
    ...wrongLines(summary, page),
    shown`Requests sent while rate-limited: ${summary.whileLimited}`,
    shown`defects found ${summary.defects.good}/${summary.defects.all} at the right requirements`,
    shown`legal variants passed ${summary.variants.good}/${summary.variants.all}`,
  ];
  return shown`${joined(lines)}\n`;
}

/** Lists each requirement with the defects found there. For a part of the gallery, it omits requirements without any. */
function matrixLines({ matrix }: Summary, whole: boolean, page: Page): Shown[] {
  return matrix.flatMap(({ title, rows }) => {
    const found = rows.filter(({ defects }) => whole || defects.length > 0);
    if (found.length === 0) return [];
    return [
      page.paint('bold', printable(title)),
      ...found.flatMap(({ id, defects }) =>
        labelled(id, `${counted(defects.length, 'defect')}: ${defects.join(' ')}`, page),
      ),
      shown``,
    ];
  });
}

function variantLines(outcomes: readonly Outcome[], page: Page): Shown[] {
  const variants = outcomes.filter(({ row }) => row.family === 'variants');
  if (variants.length === 0) return [];
  return [
    page.paint('bold', shown`Legal variants`),
    ...variants.flatMap(({ row, found, complaints }) => {
      const passes = complaints.length === 0 ? 'passes' : 'see below';
      return labelled(row.id, found.length === 0 ? passes : `${passes}, warns ${found.join(' ')}`, page);
    }),
    shown``,
  ];
}

function wrongLines(summary: Summary, page: Page): Shown[] {
  if (isGood(summary)) return [];
  const fail = shown`${indent}${page.paint('red', shown`FAIL`)}`;
  return [
    page.paint('bold', shown`Not as expected`),
    ...summary.wrong.flatMap(({ row, complaints }) => [
      shown`${fail} ${kindOf(row)} ${printableWhole(`${row.id}: ${row.title}`)}`,
      ...complaints.flatMap(({ expected, saw }) => [
        ...labelled('  expected', expected, page),
        ...labelled('  received', printable(saw, longestSaw), page),
      ]),
    ]),
    ...summary.gaps.map((text) => shown`${fail} ${printableWhole(text)}`),
    shown``,
  ];
}

/** Names what a row of the command `gallery` is. */
export const kindOf = ({ family }: Row): 'defect' | 'variant' =>
  family === 'defects' ? 'defect' : 'variant';

const longestSaw = 600;
const labelWidth = 30;

function labelled(label: string, text: string, { width, paint }: Page): Shown[] {
  const lead = shown`${indent}${padded(printableWhole(label), labelWidth - 2)}  `;
  return wrap(printableWhole(text), Math.max(30, width - lead.length)).map((line, index) =>
    index === 0 ? shown`${lead}${line}` : shown`${padded(shown``, lead.length)}${paint('dim', line)}`,
  );
}
