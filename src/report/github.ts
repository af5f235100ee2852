import { listed } from '../text/layout.ts';
import { printable } from '../text/shown.ts';
import { noLongerNeeded } from './accepted.ts';
import { allFaults, entriesOf } from './content.ts';
import type { Report } from './model/report.ts';
import { rowText } from './row.ts';
import { findingRows, notesOf } from './rows.ts';
import { headlineOf, scopeLine } from './scope.ts';
import { type Violation, type ViolationKind, violationsOf } from './violations.ts';

/** GitHub shows ten errors and ten warnings per step, and silently drops the others. */
const shownOfAKind = 10;
/**
 * The maximum lengths of a message and of a quote in it, in code points. They are short, because the page of a pull request
 * shows few lines.
 */
const longestMessage = 600;
const longestLine = 120;

/** Renders GitHub Actions annotations, one for each fault, as workflow commands for stdout. */
export function render(report: Report): string {
  const { outcome, sentence, counts } = report.verdict;
  const violations = violationsOf(entriesOf(report));
  const ofKind = (wanted: ViolationKind) => violations.filter(({ kind }) => kind === wanted);
  const faults = allFaults(report);
  const accepted = report.requirements.flatMap(({ id, verdict, note = '' }) =>
    verdict === 'accepted' ? [`${id} (${note})`] : [],
  );
  const isUnreliable = outcome === 'no verdict' || outcome === 'interrupted' || faults.length > 0;
  const lines = [
    ...(isUnreliable ? [workflowCommand('error', 'petstore-conformance', [sentence, ...faults])] : []),
    ...limited('error', ofKind('failure'), shownOfAKind - (isUnreliable ? 1 : 0)),
    ...limited('warning', ofKind('warning'), shownOfAKind),
    ...notice(`${counts.accepted} accepted`, accepted),
    ...notice(headlineOf(report.verdict), outcome === 'passed' ? [scopeLine(report)] : []),
    ...notice('accepted failures no longer needed', [
      noLongerNeeded(report.accepted, report.configuration.accepted) ?? '',
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns a notice, or nothing if the notice would have no text. */
function notice(title: string, lines: readonly string[]): string[] {
  return lines.join('') === '' ? [] : [workflowCommand('notice', title, lines)];
}

/** Returns one annotation for each violation. If there are too many, the last annotation names the rest. */
function limited(kind: 'error' | 'warning', violations: readonly Violation[], most: number): string[] {
  const single = violations.length <= most ? violations : violations.slice(0, most - 1);
  const others = violations.slice(single.length).flatMap(({ ids }) => ids);
  return [
    ...single.map((violation) => workflowCommand(kind, listed(violation.ids, 4), annotationLines(violation))),
    ...(others.length === 0 ? [] : [workflowCommand(kind, `${others.length} more`, [listed(others, 20)])]),
  ];
}

/** Returns the row, the strings that the row shows only in part, and the fix. */
function annotationLines({ row, first, findings }: Violation): string[] {
  const cut = findingRows(first).filter(({ kind }) => kind === 'expected' || kind === 'received');
  const text = [rowText(row), ...cut.map(({ label, text }) => `${label}: ${text.slice(0, longestLine)}`)];
  return [...text, ...notesOf({ findings }), `Fix: ${first.fix}`];
}

/** Writes a GitHub Actions workflow command: one line, with the breaks between `lines` escaped. */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
): string {
  const whole = lines.map((line) => printable(line, longestMessage)).join('\n');
  const message = whole.length <= longestMessage ? whole : `${whole.slice(0, longestMessage - 1)}…`;
  const name = data(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${command} title=${name}::${data(message)}`;
}

function data(message: string): string {
  return message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
