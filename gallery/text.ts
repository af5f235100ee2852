import { counted, wrap } from '../src/text/layout.ts';
import type { Paint } from '../src/text/output.ts';
import { joined, padded, printable, printableWhole, type Shown, shown } from '../src/text/shown.ts';
import type { Complaint, Outcome } from './outcome.ts';
import type { Summary } from './summary.ts';

interface Page {
  readonly width: number;
  readonly paint: Paint;
}

const indent = '  ';
const gap = 2;

/** What `gallery` prints: the kill matrix, the legal variants, what is not as it should be, and the sums. */
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
    shown`Requests sent while limited: ${summary.whileLimited}`,
    shown`defects found ${summary.defects.good}/${summary.defects.all} with the right row`,
    shown`legal variants passed ${summary.variants.good}/${summary.variants.all}`,
  ];
  return shown`${joined(lines)}\n`;
}

/** Each row of the ledger with the defects that were found at it; of a part of the gallery, only rows with some. */
function matrixLines({ matrix }: Summary, whole: boolean, page: Page): Shown[] {
  return matrix.flatMap(({ title, rows }) => {
    const found = rows.filter(({ defects }) => whole || defects.length > 0);
    if (found.length === 0) return [];
    return [
      page.paint('bold', printable(title)),
      ...found.flatMap(({ requirement: { id }, defects }) =>
        labelled(id, `${counted(defects.length, 'defect')}: ${defects.join(' ')}`, page),
      ),
      shown``,
    ];
  });
}

function variantLines(outcomes: readonly Outcome[], page: Page): Shown[] {
  const variants = outcomes.filter(({ entry }) => entry.kind === 'variant');
  if (variants.length === 0) return [];
  return [
    page.paint('bold', shown`Legal variants`),
    ...variants.flatMap(({ entry, found, complaints }) => {
      const passes = complaints.length === 0 ? 'passes' : 'see below';
      return labelled(
        entry.server.id,
        found.length === 0 ? passes : `${passes}, warned of ${found.join(' ')}`,
        page,
      );
    }),
    shown``,
  ];
}

function wrongLines({ complaints, gaps }: Summary, page: Page): Shown[] {
  if (complaints.length === 0 && gaps.length === 0) return [];
  return [
    page.paint('bold', shown`Not as it should be`),
    ...complaints.flatMap(({ entry, complaints: several }) => [
      shown`${indent}${page.paint('red', shown`FAIL`)} ${entry.kind} ${printableWhole(`${entry.server.id}: ${entry.server.title}`)}`,
      ...several.flatMap((one) => complaintLines(one, page)),
    ]),
    ...gaps.map((text) => shown`${indent}${page.paint('red', shown`FAIL`)} ${printableWhole(text)}`),
    shown``,
  ];
}

/** What was seen may quote the server: it is escaped, like everything that comes from one. */
function complaintLines({ expected, saw }: Complaint, page: Page): Shown[] {
  return [...labelled('  expected', expected, page), ...labelled('  saw', printable(saw, longestSaw), page)];
}

const longestSaw = 600;
const labelWidth = 30;

function labelled(label: string, text: string, { width, paint }: Page): Shown[] {
  const lead = shown`${indent}${padded(printableWhole(label), labelWidth - gap)}${padded(shown``, gap)}`;
  return wrap(printableWhole(text), Math.max(30, width - lead.length)).map((line, index) =>
    index === 0 ? shown`${lead}${line}` : shown`${padded(shown``, lead.length)}${paint('dim', line)}`,
  );
}
