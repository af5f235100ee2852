import { duration, listed, number } from '../text/layout.ts';
import { printable } from '../text/shown.ts';
import { checkCommand, longestCommand } from './commands.ts';
import { entriesOf, faultGroups, minuteOf } from './content.ts';
import type { Report } from './model/report.ts';
import { toneOf } from './model/verdicts.ts';
import { type FindingRow, receivedText, rowText, subjectText } from './row.ts';
import {
  adviceRows,
  findingRows,
  inColumn,
  isCommandRow,
  labelWidth,
  notesOf,
  notTestedRows,
  occurredWords,
  type ReportRow,
  runRows,
  sourceRows,
} from './rows.ts';
import { headlineOf, scopeCounts, verdictReason } from './scope.ts';
import { type Violation, type ViolationKind, violationsOf } from './violations.ts';

/**
 * A pull request comment may have 65,536 characters. A step summary may have a megabyte, which is more, even at four bytes a
 * character.
 */
const longest = 65_000;
/** Space for the ids of omitted requirements. */
const roomForNames = 4_000;
/** Space for one list of other items. */
const roomForItems = 8_000;
/** Space for the table of violations. */
const roomForTable = 20_000;
/** Maximum length of a line of a finding, in characters. */
const longestLine = 1_500;

/** Renders Markdown for step summaries and pull request comments. Findings that do not fit are named at the end. */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const violations = violationsOf(entries);
  const head = [...heading(report), ...table(report), '', ...violationTable(violations)].join('\n');
  const tail = rest(report).join('\n').trim();
  const shown: string[] = [];
  const leftOut: string[] = [];
  let room = longest - head.length - tail.length - roomForNames;
  for (const violation of violations) {
    const text = block(violation, report).join('\n').trim();
    if (text.length + 2 <= room) {
      shown.push(text);
      room -= text.length + 2;
    } else for (const id of violation.ids) leftOut.push(id);
  }
  const more =
    leftOut.length === 0
      ? []
      : [`_Too long for this summary: ${listed([...new Set(leftOut)], 80)}. See the other reports._`];
  return `${[head, ...shown, ...more, tail].filter((part) => part !== '').join('\n\n')}\n`;
}

const marks = { good: '✅', bad: '❌', warn: '⚠️' } as const;

function heading({ verdict, target, startedAt }: Report): string[] {
  const reasons = verdictReason(verdict).map((why) => markdownText(why));
  return [
    `## ${marks[toneOf(verdict.exitStatus)]} petstore-conformance: ${[headlineOf(verdict).toLowerCase(), ...reasons].join(': ')}`,
    '',
    markdownText(verdict.sentence, 2_000),
    '',
    `Target ${codeSpan(target)}, ${markdownText(minuteOf(startedAt))}`,
    '',
  ];
}

/**
 * Renders the scope as one row of a table, and folds the details. The counts in the row add up to the number of required
 * requirements.
 */
function table(report: Report): string[] {
  const cells: readonly (readonly [string, string | number])[] = [
    ['required', report.verdict.scope.required],
    ...scopeCounts(report).map(({ word, count }) => [markdownText(word), count] as const),
    ['requests', number(report.requests.total)],
    ['time', duration(report.durationMs / 1_000)],
  ];
  const left = notTestedRows(report);
  return [
    markdownTable(
      cells.map(([title]) => title.charAt(0).toUpperCase() + title.slice(1)),
      [cells.map(([, text]) => text)],
      '---:',
    ),
    ...folded('Not tested or not selected', left),
  ];
}

/** Writes a table; its cells are Markdown already. */
export function markdownTable(
  head: readonly unknown[],
  rows: readonly (readonly unknown[])[],
  align = '---',
): string {
  return [head, head.map(() => align), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Renders rows as a list that is collapsed at first. */
function folded(title: string, rows: readonly ReportRow[]): string[] {
  if (rows.length === 0) return [];
  const items = rows.map(({ label, text }) => `- ${label}: ${markdownText(text, 1_000)}`);
  return ['', `<details><summary>${title}</summary>`, '', fitting(items, '\n'), '', '</details>'];
}

/**
 * Renders the violations as a table, as many as fit: a row for each violation, with the requirements and how often it
 * occurred.
 */
function violationTable(violations: readonly Violation[]): string[] {
  if (violations.length === 0) return [];
  let length = 0;
  const rows = violations
    .map((violation) => [
      violationMarks[violation.kind],
      rowMarkdown(violation.row),
      [listed(violation.ids, 8), occurredWords(violation), ...notesOf(violation)]
        .map((one) => markdownText(one, 200))
        .join(' · '),
    ])
    .filter((cells) => {
      length += cells.join('').length;
      return length <= roomForTable;
    });
  const more = violations.length - rows.length;
  return [
    markdownTable(['', 'Request → response', 'Requirement'], rows),
    ...(more === 0 ? [] : ['', `_and ${more} more_`]),
  ];
}

const violationMarks: Readonly<Record<ViolationKind, string>> = {
  failure: '❌',
  warning: '⚠️',
  accepted: '☑️',
};

function rowMarkdown(row: FindingRow): string {
  const { relation, expected } = row;
  const before = subjectText(row);
  return `${before === '' ? '' : `${markdownText(before)} → `}**${markdownText(receivedText(row))}**, ${relation} **${markdownText(expected)}**`;
}

/** Renders the evidence and the advice of a violation as a list that is collapsed at first. */
function block(violation: Violation, report: Report): string[] {
  const { row, first, ids } = violation;
  return [
    `<details><summary>${markdownText(rowText(row), 300)}</summary>`,
    '',
    markdownText(first.title),
    '',
    ...evidence([...sourceRows(first), ...findingRows(first)]),
    ...adviceRows(violation, checkCommand(ids, report)).flatMap(paragraph),
    '</details>',
  ];
}

/** Renders a row as a paragraph, and a command as a block to copy. */
function paragraph(row: ReportRow): string[] {
  const { label, text } = row;
  if (isCommandRow(row)) return [`**${label}**`, '', ...codeBlock([text], 'sh', longestCommand), ''];
  return [`**${label}** ${markdownText(text, 1_000)}`, ''];
}

/** Renders the evidence of a finding as a block of text. */
function evidence(rows: readonly ReportRow[]): string[] {
  const shown = inColumn(rows).map(({ label, text }) => `${label.padEnd(labelWidth)}${text}`);
  return [...codeBlock(shown, 'text', longestLine), ''];
}

/** Renders faults and the numbers of the run. */
function rest(report: Report): string[] {
  const lists = [
    ...faultGroups(report).map(({ title, faults }) => ({
      title,
      items: faults.map((fault) => codeSpan(fault, 500)),
    })),
  ];
  return [
    ...lists.flatMap(({ title, items }) =>
      items.length === 0 ? [] : [`**${title}** ${fitting(items, ', ')}`, ''],
    ),
    ...folded('The run', runRows(report)),
  ];
}

/** Joins the first items that fit, and says how many more there are. */
function fitting(items: readonly string[], separator: string): string {
  let length = 0;
  const shown = items.filter((item) => {
    length += item.length + 2;
    return length <= roomForItems;
  });
  const more = items.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`and ${more} more`])].join(separator);
}

/** Escapes a string for Markdown: it cannot become a link, image, mention, HTML or heading. */
export function markdownText(text: string, longest?: number): string {
  return (
    printable(text, longest)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_{}[\]()#+!|~$]/g, (character) => `\\${character}`)
      // A backslash before a digit would be shown, so the period of `1.` is escaped.
      .replace(/^(\s*)([-=])/, '$1\\$2')
      .replace(/^(\s*\d+)\./, '$1\\.')
      .replaceAll('@', '&#64;')
      .replace(/:\/\//g, '&#58;//')
      .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#46;`)
  );
}

/** Writes any string as a code span. Do not use it in tables, where `|` ends a cell even in code. */
export function codeSpan(text: string, longest?: number): string {
  const shown = printable(text, longest);
  if (shown === '') return '_(empty)_';
  const fence = fenceFor(shown, 1);
  return `${fence} ${shown} ${fence}`;
}

/** Writes any lines as a code block. */
export function codeBlock(lines: readonly string[], language = 'text', longest?: number): string[] {
  const shown = lines.map((line) => printable(line, longest));
  const fence = fenceFor(shown.join('\n'), 3);
  return [`${fence}${language}`, ...shown, fence];
}

/** Returns a fence that is longer than any run of backticks in a string. */
function fenceFor(text: string, least: number): string {
  const runs = Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1);
  return '`'.repeat(runs.reduce((most, length) => Math.max(most, length), least));
}
