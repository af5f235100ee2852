import { listed, number } from '../../text/layout.ts';
import type { Shown } from '../../text/shown.ts';
import type { Report, RequirementResult, Verdict } from '../model/report.ts';
import { item, type Page, paragraph, part } from './block.ts';

/** What the specification leaves open, as this target does it: one line for each. */
export function observed(page: Page, report: Report): (readonly Shown[])[] {
  const told = new Set(report.observations.map(({ requirement }) => requirement));
  const untold = withVerdict(report, 'observed').flatMap(({ id, reason }) =>
    reason === undefined || told.has(id) ? [] : [{ requirement: id, text: reason }],
  );
  const all = [...report.observations, ...untold];
  const lines = all.flatMap(({ requirement, text }) => observationLines(page, requirement, text));
  return [part(page, 'Observed, not judged', all.length, lines)];
}

/** The longest text of one observation, in characters, and the most lines of a list. */
const longestObservation = 2_000;
const mostItems = 40;

/** One line, or a line for each where the text is a list. */
function observationLines(page: Page, requirement: string, text: string): Shown[] {
  const texts = text.split('; ');
  if (texts.length === 1) {
    const lead = `${requirement}: `;
    return paragraph(page, lead + text, 2, lead.length + longestObservation);
  }
  const shown: string[] = [];
  let length = 0;
  for (const one of texts) {
    length += one.length;
    if (shown.length > 0 && (length > longestObservation || shown.length === mostItems)) break;
    shown.push(one);
  }
  const more = texts.length - shown.length;
  return [
    ...paragraph(page, `${requirement}:`, 2),
    ...shown.flatMap((one) => item(page, one, longestObservation)),
    ...(more === 0 ? [] : item(page, `and ${number(more)} more, in report.json`)),
  ];
}

/** What was not exercised, by reason; and in a line each what was flaky, waived or, where that is wanted, not asked for. */
export function leftOut(
  page: Page,
  report: Report,
  wanted: { readonly notAsked: boolean } = { notAsked: true },
): (readonly Shown[])[] {
  // A run that ended at its first request has nothing to say of the others.
  if (report.requests.total <= 3 && report.verdict.outcome === 'could not be tested') return [];
  const missed = withVerdict(report, 'not exercised');
  const lines = [...byReason(missed)].flatMap(([reason, ids]) =>
    paragraph(page, `${reason}: ${listed(ids, 12)}`, 2, 1_000),
  );
  return [
    part(page, 'Not exercised', missed.length, lines),
    [
      ...line(page, 'Flaky (failed in passing, answered when asked again)', withVerdict(report, 'flaky')),
      ...waived(page, withVerdict(report, 'waived')),
      ...(wanted.notAsked ? notAsked(page, report) : []),
    ],
  ];
}

function line(page: Page, title: string, rows: readonly RequirementResult[]): Shown[] {
  if (rows.length === 0) return [];
  return paragraph(page, `${title}: ${rows.map(({ id }) => id).join(', ')}`, 2, 1_000);
}

/** Each with its terms: who reads it has to know until when, and whose it is. */
function waived(page: Page, rows: readonly RequirementResult[]): Shown[] {
  return rows.flatMap(({ id, reason = 'waived' }) => paragraph(page, `Waived: ${id}, ${reason}`, 2, 1_000));
}

function notAsked(page: Page, report: Report): Shown[] {
  const rows = withVerdict(report, 'not asked');
  if (rows.length === 0) return [];
  // Of traffic that others recorded it is the main thing to know what it can tell.
  const named = report.plan.atMost === 0;
  const reasons = [...byReason(rows)].map(
    ([reason, ids]) => `${reason} (${named ? ids.join(', ') : ids.length})`,
  );
  return paragraph(page, `Not asked for, ${rows.length} in all: ${reasons.join(', ')}`, 2, 1_000);
}

function withVerdict(report: Report, verdict: Verdict): RequirementResult[] {
  return report.requirements.filter((row) => row.verdict === verdict);
}

function byReason(rows: readonly RequirementResult[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, reason = 'no reason given' } of rows)
    groups.set(reason, [...(groups.get(reason) ?? []), id]);
  return groups;
}
