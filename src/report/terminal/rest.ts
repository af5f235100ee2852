import { listed, number } from '../../text/layout.ts';
import type { Shown } from '../../text/shown.ts';
import { grouped } from '../content.ts';
import type { Report, Verdict } from '../model/report.ts';
import { item, type Page, paragraph, part } from './block.ts';

/** The longest text of one observation, in characters, and the most lines of a list. */
const longestObservation = 2_000;
const mostItems = 40;

/** What the specification leaves open, as this target does it: one line for each. */
export function observed(page: Page, report: Report): readonly Shown[] {
  const told = new Set(report.observations.map(({ requirement }) => requirement));
  const untold = withVerdict(report, 'observed').flatMap(({ id, reason }) =>
    reason === undefined || told.has(id) ? [] : [{ requirement: id, text: reason }],
  );
  const all = [...report.observations, ...untold];
  const lines = all.flatMap(({ requirement, text }) => observationLines(page, requirement, text));
  return part(page, 'Observed, not judged', all.length, lines);
}

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
  const missed = byReason(report, 'not exercised');
  const flaky = withVerdict(report, 'flaky').map(({ id }) => id);
  const skipped = byReason(report, 'not asked');
  // Of traffic that others recorded it is the main thing to know what it can tell.
  const named = report.plan.atMost === 0;
  const reasons = skipped.map(([reason, ids]) => `${reason} (${named ? ids.join(', ') : ids.length})`);
  const line = (text: string) => paragraph(page, text, 2, 1_000);
  return [
    part(
      page,
      'Not exercised',
      countOf(missed),
      missed.flatMap(([reason, ids]) => line(`${reason}: ${listed(ids, 12)}`)),
    ),
    [
      ...(flaky.length === 0
        ? []
        : line(`Flaky (failed in passing, answered when asked again): ${flaky.join(', ')}`)),
      // Each with its terms: who reads it has to know until when, and whose it is.
      ...withVerdict(report, 'waived').flatMap(({ id, reason = 'waived' }) =>
        line(`Waived: ${id}, ${reason}`),
      ),
      ...(wanted.notAsked && skipped.length > 0
        ? line(`Not asked for, ${countOf(skipped)} in all: ${reasons.join(', ')}`)
        : []),
    ],
  ];
}

function withVerdict({ requirements }: Report, wanted: Verdict) {
  return requirements.filter(({ verdict }) => verdict === wanted);
}

function byReason(report: Report, wanted: Verdict): (readonly [reason: string, ids: readonly string[]])[] {
  const groups = grouped(withVerdict(report, wanted), ({ reason = 'no reason given' }) => reason);
  return [...groups].map(([reason, rows]) => [reason, rows.map(({ id }) => id)] as const);
}

function countOf(groups: ReturnType<typeof byReason>): number {
  return groups.reduce((sum, [, ids]) => sum + ids.length, 0);
}
