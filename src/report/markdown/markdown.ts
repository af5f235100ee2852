import { counted, duration, listed, number } from '../../text/layout.ts';
import { addedWords } from '../added-words.ts';
import { adviceOf } from '../advice-words.ts';
import { checkCommand } from '../check-command.ts';
import { faultGroups } from '../faults.ts';
import { findingLabels } from '../finding-text.ts';
import { softwareSeen } from '../known-software.ts';
import {
  baselineWords,
  type Finding,
  isKnown,
  type Report,
  type RequirementResult,
} from '../model/report.ts';
import type { Reporter } from '../reporter.ts';
import { verdictWords } from '../verdict-words.ts';
import { codeBlock, codeSpan, markdownText } from './escape.ts';

/**
 * A comment of a pull request holds 65,536 characters, and a step summary a megabyte; below the first, both
 * are kept, for no character of UTF-8 takes more than four bytes.
 */
const longest = 65_000;
/** What the names of the requirements take that are left out, and what one line at the end of the summary does. */
const roomForNames = 4_000;
const roomForLine = 8_000;
/** The longest line of a finding. */
const longestLine = 1_500;

/** Markdown for the summary of a step and for a comment under a pull request. */
export const markdown: Reporter = { name: 'markdown', file: 'summary.md', render: markdownReport };

/** The report as Markdown, never longer than 65,000 characters: what does not fit is named at the end. */
export function markdownReport(report: Report): string {
  const head = [...heading(report), ...table(report)].join('\n');
  const broken = report.requirements.filter(
    ({ id, verdict }) => (verdict === 'fail' || verdict === 'warn') && !isKnown(id, report.findings),
  );
  const blocks = broken.map((row) => ({ id: row.id, text: block(row, report).join('\n') }));
  const tail = rest(report).join('\n');
  const shown: string[] = [];
  const leftOut: string[] = [];
  let room = longest - head.length - tail.length - roomForNames;
  for (const { id, text } of blocks) {
    if (text.length + 2 <= room) {
      shown.push(text);
      room -= text.length + 2;
    } else leftOut.push(id);
  }
  const more =
    leftOut.length === 0
      ? []
      : [`_Left out here, for want of room: ${listed(leftOut, 80)}. They stand in the other reports._`];
  return `${[head, ...shown, ...more, tail].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Requirements with a verdict that are broken in no other way than the baseline holds. */
function knownOf({ requirements, findings }: Report, wanted: 'fail' | 'warn'): string[] {
  return requirements
    .filter(({ id, verdict }) => verdict === wanted && isKnown(id, findings))
    .map(({ id }) => id);
}

function heading(report: Report): string[] {
  const { verdict, target } = report;
  const mark = verdict.exitStatus === 0 ? '✅' : verdict.exitStatus === 1 ? '❌' : '⚠️';
  return [
    `## ${mark} petstore-conformance: ${verdictWords[verdict.outcome].toLowerCase()}`,
    '',
    markdownText(verdict.sentence, 1_000),
    '',
    `Target ${codeSpan(target)}, ${markdownText(report.startedAt.slice(0, 16).replace('T', ' '))} UTC`,
    '',
  ];
}

function table(report: Report): string[] {
  const { counts } = report.verdict;
  const { requests } = report;
  const known = knownOf(report, 'fail').length;
  const failed = known === 0 ? counts.fail : `${counts.fail - known} new, ${known} known`;
  return [
    '| Passed | Failed | Warned | Waived | Not exercised | Not asked | Requests | Time |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${counts.pass + counts.flaky} | ${failed} | ${counts.warn} | ${counts.waived} | ${counts['not exercised']} | ${counts['not asked']} | ${number(requests.total)} | ${duration(report.durationMs / 1_000)} |`,
  ];
}

/** One requirement that is broken: its sentence, every cause with its evidence, what it means and how to mend it. */
function block(row: RequirementResult, report: Report): string[] {
  const findings = report.findings.filter(({ requirement }) => requirement === row.id);
  const [first] = findings;
  const { means, mend } = adviceOf(findings);
  const software = softwareSeen(report.findings)(row.id);
  return [
    `### ${row.verdict === 'fail' ? '❌' : '⚠️'} ${codeSpan(row.id)}`,
    '',
    `${markdownText(row.title)} (${markdownText(origin(row))})${quoted(first)}`,
    '',
    ...findings.flatMap((finding) => [...evidence(finding), '']),
    ...(first === undefined
      ? []
      : [
          `**Means** ${markdownText(means, 1_000)}`,
          '',
          `**Mend** ${markdownText(mend, 1_000)}`,
          '',
          ...(software === undefined ? [] : [`**Software** ${markdownText(software, 1_000)}`, '']),
          ...codeBlock([checkCommand(row.id, report)], 'sh', longestLine),
        ]),
  ];
}

function origin({ source, level, section }: RequirementResult): string {
  const added = section === undefined ? [] : [section === source ? 'added' : `added: ${section}`];
  return [source, level, ...added].join(', ');
}

/** What the specification says, where it says it in words. */
function quoted(finding: Finding | undefined): string {
  return finding?.sentence === undefined ? '' : `: “${markdownText(finding.sentence)}”`;
}

function evidence(finding: Finding): string[] {
  const labels = findingLabels(finding);
  const commands = labels.filter(([label]) => label === 'Request');
  const words = labels.filter(([label]) => label !== 'Request');
  return [
    ...codeBlock(
      words.map(([label, text]) => `${label.padEnd(9)} ${text}`),
      'text',
      longestLine,
    ),
    ...(commands.length === 0
      ? []
      : [
          '',
          ...codeBlock(
            commands.map(([, text]) => text),
            'sh',
            longestLine,
          ),
        ]),
  ];
}

/** What else a reader of the summary asks for: what was not looked at, what is waived, what was left behind. */
function rest(report: Report): string[] {
  const named = (verdict: RequirementResult['verdict']) =>
    report.requirements.filter((row) => row.verdict === verdict).map(({ id }) => codeSpan(id));
  const lines: readonly (readonly [string, readonly string[]])[] = [
    [
      `Known in ${baselineWords(report) ?? 'the baseline'}`,
      [...knownOf(report, 'fail'), ...knownOf(report, 'warn')].map((id) => codeSpan(id)),
    ],
    ['Not exercised', named('not exercised')],
    [
      'Waived',
      report.requirements
        .filter(({ verdict }) => verdict === 'waived')
        .map(({ id, reason = '' }) => `${codeSpan(id)} ${markdownText(reason, 300)}`.trimEnd()),
    ],
    ['Flaky', named('flaky')],
    ['Added', addedWords(report).map((words) => markdownText(words, 300))],
    ...faultGroups(report).map(
      ({ title, faults }) => [title, faults.map((fault) => codeSpan(fault, 500))] as const,
    ),
  ];
  const left = report.residue.length;
  const earlier = report.earlierLeftovers;
  return [
    ...lines
      .filter(([, items]) => items.length > 0)
      .flatMap(([title, items]) => [`**${title}** ${fitting(items)}`, '']),
    ...(left === 0
      ? []
      : [`**Left on the target** ${counted(left, 'category', 'categories')} (it has no DELETE)`, '']),
    ...(earlier === undefined
      ? []
      : [
          `**Left by earlier runs** ${counted(earlier.count, 'category', 'categories')}, not judged: ids ${fitting(earlier.ids)}`,
          '',
        ]),
    `<sub>kit ${markdownText(report.kit.version)}, ledger ${markdownText(report.ledger.version)}, profile ${report.configuration.profile}, seed ${report.configuration.seed}</sub>`,
  ];
}

/** The first few that fit into a line, and how many more there are. */
function fitting(items: readonly string[]): string {
  let length = 0;
  const first = items.findIndex((item) => {
    length += item.length + 2;
    return length > roomForLine;
  });
  return listed(items, Math.min(30, first < 0 ? items.length : first));
}
