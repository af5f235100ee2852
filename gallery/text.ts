import type { Paint } from '../src/report/colour.ts';
import { printable } from '../src/report/escape.ts';
import { counted, wrap } from '../src/report/layout.ts';
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
): string {
  const lines = [
    ...matrixLines(summary, whole, page),
    ...variantLines(outcomes, page),
    ...wrongLines(summary, page),
    `Requests sent while limited: ${summary.whileLimited}`,
    `defects found ${summary.defects.good}/${summary.defects.all} with the right row`,
    `legal variants passed ${summary.variants.good}/${summary.variants.all}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Each row of the ledger with the defects that were found at it; of a part of the gallery, only rows with some. */
function matrixLines({ matrix }: Summary, whole: boolean, page: Page): string[] {
  return matrix.flatMap(({ title, rows }) => {
    const shown = rows.filter(({ defects }) => whole || defects.length > 0);
    if (shown.length === 0) return [];
    return [
      page.paint('bold', title),
      ...shown.flatMap(({ requirement: { id }, defects }) =>
        labelled(id, `${counted(defects.length, 'defect')}: ${defects.join(' ')}`, page),
      ),
      '',
    ];
  });
}

function variantLines(outcomes: readonly Outcome[], page: Page): string[] {
  const variants = outcomes.filter(({ entry }) => entry.kind === 'variant');
  if (variants.length === 0) return [];
  return [
    page.paint('bold', 'Legal variants'),
    ...variants.flatMap(({ entry, found, complaints }) => {
      const passes = complaints.length === 0 ? 'passes' : 'see below';
      return labelled(
        entry.server.id,
        found.length === 0 ? passes : `${passes}, warned of ${found.join(' ')}`,
        page,
      );
    }),
    '',
  ];
}

function wrongLines({ complaints, gaps }: Summary, page: Page): string[] {
  if (complaints.length === 0 && gaps.length === 0) return [];
  return [
    page.paint('bold', 'Not as it should be'),
    ...complaints.flatMap(({ entry, complaints: several }) => [
      `${indent}${page.paint('red', 'FAIL')} ${entry.kind} ${entry.server.id}: ${entry.server.title}`,
      ...several.flatMap((one) => complaintLines(one, page)),
    ]),
    ...gaps.map((text) => `${indent}${page.paint('red', 'FAIL')} ${text}`),
    '',
  ];
}

/** What was seen may quote the server: it is escaped, like everything that comes from one. */
function complaintLines({ expected, saw }: Complaint, page: Page): string[] {
  return [...labelled('  expected', expected, page), ...labelled('  saw', printable(saw, longestSaw), page)];
}

const longestSaw = 600;
const labelWidth = 30;

function labelled(label: string, text: string, { width, paint }: Page): string[] {
  const lead = `${indent}${label.padEnd(labelWidth - gap)}${' '.repeat(gap)}`;
  return wrap(text, Math.max(30, width - lead.length)).map((line, index) =>
    index === 0 ? `${lead}${line}` : `${' '.repeat(lead.length)}${paint('dim', line)}`,
  );
}
