import { adviceOf } from '../advice-words.ts';
import { allFaults } from '../faults.ts';
import { findingLabels } from '../finding-text.ts';
import { baselineWords, type Finding, isKnown, type Report } from '../model/report.ts';
import type { Reporter } from '../reporter.ts';
import { workflowCommand } from './workflow-command.ts';

/** GitHub shows ten errors and ten warnings of a step, and drops the others without a word. */
const shownOfAKind = 10;
const longestLine = 500;

/** Annotations of GitHub Actions: one for each requirement that is broken, as workflow commands on standard output. */
export const github: Reporter = { name: 'github', render: annotations };

function annotations(report: Report): string {
  const { outcome, sentence } = report.verdict;
  const rowsWith = (wanted: string) =>
    report.requirements.filter(({ id, verdict }) => verdict === wanted && !isKnown(id, report.findings));
  const fatal = report.configuration.failOnAdvisory;
  const errors = [...rowsWith('fail'), ...(fatal ? rowsWith('warn') : [])];
  const warnings = fatal ? [] : rowsWith('warn');
  const untold =
    outcome === 'could not be tested' || outcome === 'interrupted' || allFaults(report).length > 0;
  const lines = [
    ...(untold ? [workflowCommand('error', 'petstore-conformance', [sentence, ...allFaults(report)])] : []),
    ...limited('error', errors, report, shownOfAKind - (untold ? 1 : 0)),
    ...limited('warning', warnings, report, shownOfAKind),
    ...knownNotice(report),
  ];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** What the baseline holds, too, in one annotation: it asks nothing of who made this change. */
function knownNotice(report: Report): string[] {
  const { requirements, findings } = report;
  const known = requirements.filter(
    ({ id, verdict }) => (verdict === 'fail' || verdict === 'warn') && isKnown(id, findings),
  );
  if (known.length === 0) return [];
  const title = `${known.length} known in ${baselineWords(report) ?? 'the baseline'}`;
  return [workflowCommand('notice', title, [known.map(({ id }) => id).join(', ')])];
}

/** One annotation for each, or, where they are too many, the last names the others. */
function limited(
  kind: 'error' | 'warning',
  rows: Report['requirements'],
  report: Report,
  most: number,
): string[] {
  const single = rows.length <= most ? rows : rows.slice(0, most - 1);
  const others = rows.slice(single.length).map(({ id }) => id);
  return [
    ...single.map(({ id, title }) => {
      const findings = report.findings.filter(({ requirement }) => requirement === id);
      return workflowCommand(kind, id, [title, ...findings.flatMap(evidence), ...mend(findings)]);
    }),
    ...(others.length === 0 ? [] : [workflowCommand(kind, `${others.length} more`, [others.join(', ')])]),
  ];
}

function evidence(finding: Finding): string[] {
  return findingLabels(finding)
    .filter(([label]) => label !== 'Proof' && label !== '')
    .map(
      ([label, text]) => `${label}: ${text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}`,
    );
}

function mend(findings: readonly Finding[]): string[] {
  return findings.length === 0 ? [] : [`Mend: ${adviceOf(findings).mend}`];
}
