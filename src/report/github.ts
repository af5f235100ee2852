import { printable } from '../text/shown.ts';
import { allFaults, type Entry, entriesOf } from './content.ts';
import { findingLabels } from './evidence.ts';
import type { Report } from './model/report.ts';
import { baselineWords } from './model/report.ts';

/** GitHub shows ten errors and ten warnings of a step, and drops the others without a word. */
const shownOfAKind = 10;
const longestLine = 500;
/** The longest message of an annotation, in code points: what is longer is cut by those who show it. */
const longestMessage = 4_000;

/** Annotations of GitHub Actions: one for each requirement that is broken, as workflow commands on standard output. */
export function render(report: Report): string {
  const { outcome, sentence } = report.verdict;
  const broken = entriesOf(report).filter((entry) => entry.broken);
  const fresh = broken.filter(({ known }) => !known);
  const ofVerdict = (wanted: string) => fresh.filter(({ verdict }) => verdict === wanted);
  const fatal = report.configuration.failOnAdvisory;
  const faults = allFaults(report);
  const untold = outcome === 'could not be tested' || outcome === 'interrupted' || faults.length > 0;
  const lines = [
    ...(untold ? [workflowCommand('error', 'petstore-conformance', [sentence, ...faults])] : []),
    ...limited(
      'error',
      [...ofVerdict('fail'), ...(fatal ? ofVerdict('warn') : [])],
      shownOfAKind - (untold ? 1 : 0),
    ),
    ...limited('warning', fatal ? [] : ofVerdict('warn'), shownOfAKind),
    ...knownNotice(
      report,
      broken.filter(({ known }) => known),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** What the baseline holds, too, in one annotation: it asks nothing of who made this change. */
function knownNotice(report: Report, known: readonly Entry[]): string[] {
  if (known.length === 0) return [];
  const title = `${known.length} known in ${baselineWords(report) ?? 'the baseline'}`;
  return [workflowCommand('notice', title, [known.map(({ id }) => id).join(', ')])];
}

/** One annotation for each, or, where they are too many, the last names the others. */
function limited(kind: 'error' | 'warning', entries: readonly Entry[], most: number): string[] {
  const single = entries.length <= most ? entries : entries.slice(0, most - 1);
  const others = entries.slice(single.length).map(({ id }) => id);
  return [
    ...single.map(({ id, title, findings, mend }) =>
      workflowCommand(kind, id, [
        title,
        ...findings.flatMap(findingLabels).flatMap(evidence),
        ...(findings.length === 0 ? [] : [`Mend: ${mend}`]),
      ]),
    ),
    ...(others.length === 0 ? [] : [workflowCommand(kind, `${others.length} more`, [others.join(', ')])]),
  ];
}

function evidence([label, text]: readonly [string, string]): string[] {
  if (label === 'Proof' || label === '') return [];
  return [`${label}: ${text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}`];
}

/**
 * A workflow command of GitHub Actions: one line, whatever the texts hold. Line breaks of `message` are ours
 * and are kept; all that came from elsewhere was made printable line by line before.
 */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
): string {
  const message = lines.map((line) => printable(line, longestMessage)).join('\n');
  const name = data(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${command} title=${name}::${data(message)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
