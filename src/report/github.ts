import { printable } from '../text/shown.ts';
import { noLongerNeeded } from './accepted.ts';
import { allFaults, causesFirst, entriesOf, type RequirementEntry } from './content.ts';
import type { Report } from './model/report.ts';
import { requirementRows } from './rows.ts';
import { headlineOf, scopeLine } from './scope.ts';

/** GitHub shows ten errors and ten warnings per step, and silently drops the others. */
const shownOfAKind = 10;
const longestLine = 500;
/** The longest line of a message, in code points. */
const longestMessage = 4_000;

/** Renders GitHub Actions annotations, one for each violated requirement, as workflow commands for stdout. */
export function render(report: Report): string {
  const { outcome, sentence, counts } = report.verdict;
  const violated = causesFirst(entriesOf(report)).filter((entry) => entry.violated);
  const faults = allFaults(report);
  const accepted = report.requirements.flatMap(({ id, verdict, note = '' }) =>
    verdict === 'accepted' ? [`${id} (${note})`] : [],
  );
  const isUnreliable = outcome === 'no verdict' || outcome === 'interrupted' || faults.length > 0;
  const lines = [
    ...(isUnreliable ? [workflowCommand('error', 'petstore-conformance', [sentence, ...faults])] : []),
    ...limited(
      report,
      'error',
      violated.filter(({ fails }) => fails),
      shownOfAKind - (isUnreliable ? 1 : 0),
    ),
    ...limited(
      report,
      'warning',
      violated.filter(({ fails }) => !fails),
      shownOfAKind,
    ),
    ...notice(`${counts.accepted} accepted`, accepted),
    ...notice(headlineOf(report.verdict), outcome === 'passed' ? [scopeLine(report)] : []),
    ...notice('accepted failures no longer needed', [
      noLongerNeeded(report.accepted, report.configuration.accepted) ?? '',
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns a notice; none if it has no text. */
function notice(title: string, lines: readonly string[]): string[] {
  return lines.join('') === '' ? [] : [workflowCommand('notice', title, lines)];
}

/** Returns one annotation for each entry; if there are too many, the last one names the others. */
function limited(
  report: Report,
  kind: 'error' | 'warning',
  entries: readonly RequirementEntry[],
  most: number,
): string[] {
  const single = entries.length <= most ? entries : entries.slice(0, most - 1);
  const others = entries.slice(single.length).map(({ id }) => id);
  return [
    ...single.map((entry) =>
      workflowCommand(kind, entry.id, [entry.title, ...annotationLines(entry, report)]),
    ),
    ...(others.length === 0 ? [] : [workflowCommand(kind, `${others.length} more`, [others.join(', ')])]),
  ];
}

/** Returns the evidence and the advice, without the timeline: an annotation has little room. */
function annotationLines(entry: RequirementEntry, report: Report): string[] {
  const { causes, advice } = requirementRows(entry, report);
  return [...causes.flat(), ...advice.filter(({ detail }) => detail === 'brief')]
    .filter(({ kind }) => kind !== 'timeline')
    .map(
      ({ label, text }) => `${label}: ${text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}`,
    );
}

/** Writes a GitHub Actions workflow command: one line, with the breaks between `lines` escaped. */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
): string {
  const message = lines.map((line) => printable(line, longestMessage)).join('\n');
  const name = data(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${command} title=${name}::${data(message)}`;
}

function data(message: string): string {
  return message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
