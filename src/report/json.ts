import { printableJsonText } from '../text/shown.ts';
import type { Finding, Report } from './model/report.ts';

/**
 * Renders report.json, from which all other reports can be made. `complete` is always last. Even if the output is printed,
 * it cannot move a cursor or give a build server a command.
 */
export function render({ complete, ...rest }: Report): string {
  return `${printableJsonText(JSON.stringify({ ...rest, complete }, null, 2))}\n`;
}

/**
 * The maximum number of findings. If there are more, they have no common cause, for example because each response of the
 * target is different.
 */
const maxFindings = 100;

/**
 * Leaves out findings beyond the maximum, and says so. Each requirement keeps its first finding before any requirement keeps
 * a second one.
 */
export function boundReport(report: Report): Report {
  const { findings, verdict } = report;
  const missing = findings.length - maxFindings;
  if (missing <= 0) return report;
  const places = new Map<string, number>();
  const placeOf = new Map<Finding, number>();
  for (const finding of findings) {
    const place = places.get(finding.requirement) ?? 0;
    places.set(finding.requirement, place + 1);
    placeOf.set(finding, place);
  }
  const inTurn = findings.toSorted((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0));
  const kept = new Set(inTurn.slice(0, maxFindings));
  const sentence = `${verdict.sentence} To limit its size, this report omits ${missing} of ${findings.length} findings.`;
  return {
    ...report,
    verdict: { ...verdict, sentence },
    findings: findings.filter((finding) => kept.has(finding)),
  };
}
