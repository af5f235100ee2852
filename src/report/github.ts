import { printable } from '../text/shown.ts';
import { allFaults, type Entry, entriesOf, inBaseline } from './content.ts';
import { findingLabels } from './evidence.ts';
import type { Report } from './model/report.ts';

/** GitHub shows ten errors and ten warnings of a step, and drops the others silently. */
const shownOfAKind = 10;
const longestLine = 500;
/** The longest line of a message, in code points. */
const longestMessage = 4_000;

/** Renders annotations of GitHub Actions, one for each violated requirement, as workflow commands on standard output. */
export function render(report: Report): string {
  const { outcome, sentence } = report.verdict;
  const broken = entriesOf(report).filter((entry) => entry.broken);
  const known = broken.filter((entry) => entry.known);
  const fresh = broken.filter((entry) => !entry.known);
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
    // One annotation is enough for what this change did not break.
    ...(known.length === 0
      ? []
      : [
          workflowCommand('notice', `${known.length} known ${inBaseline(report)}`, [
            known.map(({ id }) => id).join(', '),
          ]),
        ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns one annotation for each; if there are too many, the last one names the others. */
function limited(kind: 'error' | 'warning', entries: readonly Entry[], most: number): string[] {
  const single = entries.length <= most ? entries : entries.slice(0, most - 1);
  const others = entries.slice(single.length).map(({ id }) => id);
  return [
    ...single.map(({ id, title, findings, fix }) =>
      workflowCommand(kind, id, [
        title,
        ...findings
          .flatMap(findingLabels)
          .filter(([label]) => label !== 'Proof' && label !== '')
          .map(
            ([label, text]) =>
              `${label}: ${text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}`,
          ),
        ...(findings.length === 0 ? [] : [`Mend: ${fix}`]),
      ]),
    ),
    ...(others.length === 0 ? [] : [workflowCommand(kind, `${others.length} more`, [others.join(', ')])]),
  ];
}

/** Writes a workflow command of GitHub Actions: always one line, in which `lines` are kept apart. */
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
