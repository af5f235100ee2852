import { counted, duration, listed, number } from '../text/layout.ts';
import { printable } from '../text/shown.ts';
import { checkCommand } from './commands.ts';
import {
  addedWords,
  causesFirst,
  type Entry,
  entriesOf,
  faultGroups,
  inBaseline,
  leftInAll,
  minuteOf,
} from './content.ts';
import { findingLabels, labelWidth } from './evidence.ts';
import type { Finding, Report, RequirementResult } from './model/report.ts';
import { countOf, headlineOf, notTestedIn, scopeDetails, verdictReason } from './scope.ts';

/** A pull request comment is limited to 65,536 characters, a step summary to a megabyte: four bytes each. */
const longest = 65_000;
/** Space for the ids of omitted requirements, and for one line at the end of the summary. */
const roomForNames = 4_000;
const roomForLine = 8_000;
/** The longest line of a finding, in characters. */
const longestLine = 1_500;

/** Renders Markdown for step summaries and pull request comments. Findings that do not fit are named at the end. */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const violated = causesFirst(entries).filter((entry) => entry.violated);
  const known = violated.filter((entry) => entry.known);
  const head = [...heading(report), ...table(report, known)].join('\n');
  const tail = rest(report, entries, known).join('\n');
  const shown: string[] = [];
  const leftOut: string[] = [];
  let room = longest - head.length - tail.length - roomForNames;
  for (const entry of violated.filter((one) => !one.known)) {
    const text = block(entry, report).join('\n');
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

function heading({ verdict, target, startedAt }: Report): string[] {
  const mark = verdict.exitStatus === 0 ? '✅' : verdict.exitStatus === 1 ? '❌' : '⚠️';
  return [
    `## ${mark} petstore-conformance: ${[headlineOf(verdict).toLowerCase(), ...verdictReason(verdict).map((why) => markdownText(why))].join(': ')}`,
    '',
    markdownText(verdict.sentence, 2_000),
    '',
    `Target ${codeSpan(target)}, ${markdownText(minuteOf(startedAt))}`,
    '',
  ];
}

/** Renders the scope in one line of a table, whose counts add up to the required requirements, and its details folded. */
function table(
  { verdict: { counts, scope }, requests, durationMs }: Report,
  all: readonly Entry[],
): string[] {
  const known = all.filter(({ verdict, section }) => verdict === 'fail' && section === undefined).length;
  const { required, passed, failed, waived, notSelected } = scope;
  const details = scopeDetails(scope);
  const cells = [
    ['Required', required],
    ['Passed', passed],
    ['Failed', known === 0 ? failed : `${failed - known} new, ${known} known`],
    ['Waived', waived],
    ['Not tested', notTestedIn(scope)],
    ['Not selected', countOf(notSelected)],
    ['Warnings', counts.warn],
    ['Requests', number(requests.total)],
    ['Time', duration(durationMs / 1_000)],
  ];
  const line = (values: readonly unknown[]) => `| ${values.join(' | ')} |`;
  return [
    line(cells.map(([title]) => title)),
    line(cells.map(() => '---:')),
    line(cells.map(([, text]) => text)),
    ...(details.length === 0
      ? []
      : [
          '',
          '<details><summary>Not selected and not tested</summary>',
          '',
          ...details.map((words) => `- ${markdownText(words, 1_000)}`),
          '',
          '</details>',
        ]),
  ];
}

/** Renders a violated requirement: its sentence, each cause with its evidence, the impact and how to fix it. */
function block(entry: Entry, report: Report): string[] {
  const { id, verdict, title, source, level, section, findings, first, impact, fix, software } = entry;
  const added = section === undefined ? [] : [section === source ? 'added' : `added: ${section}`];
  const origin = markdownText([source, level, ...added].join(', '));
  const sentence = first?.sentence === undefined ? '' : `: “${markdownText(first.sentence)}”`;
  return [
    `### ${verdict === 'fail' ? '❌' : '⚠️'} ${codeSpan(id)}`,
    '',
    `${markdownText(title)} (${origin})${sentence}`,
    '',
    ...findings.flatMap((finding) => [...evidence(finding), '']),
    ...(first === undefined
      ? []
      : [
          ...titled('Impact', markdownText(impact, 1_000)),
          ...titled('How to fix', markdownText(fix, 1_000)),
          ...titled('Software', software && markdownText(software, 1_000)),
          '**Verify with**',
          '',
          ...codeBlock([checkCommand(id, report)], 'sh', longestLine),
        ]),
  ];
}

function titled(title: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`**${title}** ${text}`, ''];
}

function evidence(finding: Finding): string[] {
  const labels = findingLabels(finding);
  const commands = labels.filter(([label]) => label === 'Request').map(([, text]) => text);
  const lines = labels
    .filter(([label]) => label !== 'Request')
    .map(([label, text]) => `${label.padEnd(labelWidth)}${text}`);
  return [
    ...codeBlock(lines, 'text', longestLine),
    ...(commands.length === 0 ? [] : ['', ...codeBlock(commands, 'sh', longestLine)]),
  ];
}

/** Renders what was not tested, waived requirements, leftovers and versions. */
function rest(report: Report, entries: readonly Entry[], known: readonly Entry[]): string[] {
  const { kit, requirementsVersion, configuration, leftovers, earlierLeftovers: earlier } = report;
  const spans = (some: readonly Entry[]) => some.map(({ id }) => codeSpan(id));
  const withVerdict = (wanted: RequirementResult['verdict'], among = entries) =>
    among.filter(({ verdict }) => verdict === wanted);
  const waived = withVerdict('waived').map(({ id, reason = '' }) =>
    `${codeSpan(id)} ${markdownText(reason, 300)}`.trimEnd(),
  );
  const lists: readonly (readonly [title: string, items: readonly string[]])[] = [
    [`Known ${inBaseline(report)}`, spans([...withVerdict('fail', known), ...withVerdict('warn', known)])],
    ['Not tested', spans(withVerdict('not tested'))],
    ['Waived', waived],
    ['Flaky', spans(withVerdict('flaky'))],
    ['Custom checks', addedWords(report).map((words) => markdownText(words, 300))],
    ...faultGroups(report).map(
      ({ title, faults }) => [title, faults.map((fault) => codeSpan(fault, 500))] as const,
    ),
  ];
  const categories = (count: number) => counted(count, 'category', 'categories');
  return [
    ...lists.flatMap(([title, items]) => (items.length === 0 ? [] : titled(title, fitting(items)))),
    ...(leftovers.length === 0
      ? []
      : titled('Leftover data', `${categories(leftovers.length)} (the API has no DELETE)`)),
    ...(earlier === undefined
      ? []
      : titled(
          'Leftover data of earlier runs',
          `${categories(earlier.count)} (${earlier.ids.length === 1 ? 'id' : 'ids'} ${fitting(earlier.ids)}), not judged; ${leftInAll(report)}`,
        )),
    `<sub>kit ${markdownText(kit.version)}, requirements ${markdownText(requirementsVersion)}, profile ${configuration.profile}, seed ${configuration.seed}</sub>`,
  ];
}

/** Lists the first items that fit into a line, and how many more there are. */
function fitting(items: readonly string[]): string {
  let length = 0;
  const first = items.findIndex((item) => {
    length += item.length + 2;
    return length > roomForLine;
  });
  return listed(items, Math.min(30, first < 0 ? items.length : first));
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
