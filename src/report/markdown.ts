import { duration, listed, number } from '../text/layout.ts';
import { printable } from '../text/shown.ts';
import { longestCommand } from './commands.ts';
import { causesFirst, entriesOf, faultGroups, minuteOf, type RequirementEntry } from './content.ts';
import type { Report } from './model/report.ts';
import { toneOf } from './model/verdicts.ts';
import {
  inColumn,
  isCommandRow,
  labelWidth,
  leftOutRows,
  leftOutTitle,
  type ReportRow,
  requirementRows,
  runRows,
} from './rows.ts';
import { headlineOf, scopeCounts, verdictReason } from './scope.ts';

/** A pull request comment is limited to 65,536 characters, a step summary to a megabyte: four bytes each. */
const longest = 65_000;
/** Space for the ids of omitted requirements. */
const roomForNames = 4_000;
/** Space for one list of other items. */
const roomForItems = 8_000;
/** The longest line of a finding, in characters. */
const longestLine = 1_500;

/** Renders Markdown for step summaries and pull request comments. Findings that do not fit are named at the end. */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const violated = causesFirst(entries).filter((entry) => entry.violated);
  const head = [...heading(report), ...table(report)].join('\n');
  const tail = rest(report).join('\n').trim();
  const shown: string[] = [];
  const leftOut: string[] = [];
  let room = longest - head.length - tail.length - roomForNames;
  for (const entry of violated) {
    const text = block(entry, report).join('\n').trim();
    if (text.length + 2 <= room) {
      shown.push(text);
      room -= text.length + 2;
    } else leftOut.push(entry.id);
  }
  const more =
    leftOut.length === 0
      ? []
      : [`_Too long for this summary: ${listed(leftOut, 80)}. See the other reports._`];
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

/** Renders the scope in one line of a table, whose counts add up to the required requirements, and its details folded. */
function table(report: Report): string[] {
  const cells: readonly (readonly [string, string | number])[] = [
    ['required', report.verdict.scope.required],
    ...scopeCounts(report).map(({ word, count }) => [markdownText(word), count] as const),
    ['requests', number(report.requests.total)],
    ['time', duration(report.durationMs / 1_000)],
  ];
  const left = leftOutRows(report);
  return [
    markdownTable(
      cells.map(([title]) => title.charAt(0).toUpperCase() + title.slice(1)),
      [cells.map(([, text]) => text)],
      '---:',
    ),
    ...folded(leftOutTitle(left), left),
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

/** Renders rows as a list that is closed at first. */
function folded(title: string, rows: readonly ReportRow[]): string[] {
  if (rows.length === 0) return [];
  const items = rows.map(({ label, text }) => `- ${label}: ${markdownText(text, 1_000)}`);
  return ['', `<details><summary>${title}</summary>`, '', fitting(items, '\n'), '', '</details>'];
}

/** Renders a violated requirement: its source, each cause with its evidence, the impact and how to fix it. */
function block(entry: RequirementEntry, report: Report): string[] {
  const { source, causes, advice } = requirementRows(entry, report);
  return [
    `### ${entry.verdict === 'fail' ? '❌' : '⚠️'} ${codeSpan(entry.id)}`,
    '',
    markdownText(entry.title),
    '',
    ...source.flatMap(paragraph),
    ...causes.flatMap(evidence),
    ...advice.flatMap(paragraph),
  ];
}

/** Renders a row as a paragraph or a list, and a command as a block to copy. */
function paragraph(row: ReportRow): string[] {
  const { label, text, list } = row;
  if (isCommandRow(row)) return [`**${label}**`, '', ...codeBlock([text], 'sh', longestCommand), ''];
  if (list === undefined) return [`**${label}** ${markdownText(text, 1_000)}`, ''];
  const items = list.items.map((one) => `- ${markdownText(one, 1_000)}`);
  return [`**${label}** ${markdownText(list.lead)}`.trimEnd(), '', ...items, ''];
}

/** Renders the evidence of one cause, with the command to repeat it in a block of its own. */
function evidence(rows: readonly ReportRow[]): string[] {
  const shown = inColumn(rows.filter(({ kind }) => kind !== 'request'));
  const commands = rows.filter(({ kind }) => kind === 'request').map(({ text }) => text);
  return [
    ...codeBlock(
      shown.map(({ label, text }) => `${label.padEnd(labelWidth)}${text}`),
      'text',
      longestLine,
    ),
    '',
    ...(commands.length === 0 ? [] : [...codeBlock(commands, 'sh', longestCommand), '']),
  ];
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

/** Writes any string as a code span. Not for tables, where `|` ends a cell even in code. */
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
