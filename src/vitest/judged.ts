import { findingLabels, seenWords, sourceWords } from '../report/evidence.ts';
import type { Finding, Report, RequirementResult } from '../report/model/report.ts';
import { printable } from '../text/shown.ts';

/** What the test of a requirement has to do. */
export type Judged =
  | { readonly kind: 'pass'; readonly notes: readonly Note[] }
  | { readonly kind: 'fail'; readonly findings: readonly Finding[] }
  | { readonly kind: 'skip'; readonly reason: string }
  /** The run said nothing about it, though it should have. */
  | { readonly kind: 'undecided'; readonly reason: string };

/** What is written beside a test that passes. */
export interface Note {
  readonly type: 'notice' | 'warning';
  readonly text: string;
}

/** The longest note, in code points: an observation may be a list. */
const longestNote = 2_000;

/** What the report of a run means for the test of one requirement. */
export function judgedBy(report: Report, id: string): Judged {
  const row = report.requirements.find((result) => result.id === id);
  if (row === undefined) return { kind: 'undecided', reason: 'the report does not hold it' };
  const findings = report.findings.filter(({ requirement }) => requirement === id);
  switch (row.verdict) {
    case 'pass':
      return { kind: 'pass', notes: [] };
    case 'observed':
      return { kind: 'pass', notes: observations(report, row) };
    case 'flaky':
      return { kind: 'pass', notes: [warning('It failed in passing, and was kept when asked again.')] };
    case 'warn':
      return report.configuration.failOnAdvisory
        ? failing(findings)
        : { kind: 'pass', notes: findings.map((finding) => warning(inALine(finding))) };
    case 'fail':
      return failing(findings);
    case 'not exercised':
      return { kind: 'undecided', reason: reasonOf(row) };
    case 'waived':
    case 'not asked':
    case 'excluded':
      return { kind: 'skip', reason: reasonOf(row) };
  }
}

/** Findings that the baseline holds fail nothing; a requirement with none but these is not kept either. */
function failing(findings: readonly Finding[]): Judged {
  const news = findings.filter(({ known = false }) => !known);
  const [first] = findings;
  if (news.length > 0 || first === undefined) return { kind: 'fail', findings: news };
  return { kind: 'skip', reason: `known by the baseline: ${inALine(first)}` };
}

function observations({ observations: all }: Report, { id, reason }: RequirementResult): Note[] {
  const told = all.filter(({ requirement }) => requirement === id).map(({ text }) => text);
  const texts = told.length === 0 && reason !== undefined ? [reason] : told;
  return texts.map((text) => ({ type: 'notice', text: printable(text, longestNote) }));
}

function reasonOf({ verdict, reason = '' }: RequirementResult): string {
  return printable(reason.startsWith(verdict) || reason === '' ? reason || verdict : `${verdict}: ${reason}`);
}

function inALine(finding: Finding): string {
  const { expected, received } = finding;
  return `expected ${printable(expected)}, received ${printable(received)} (${printable(seenWords(finding))})`;
}

function warning(text: string): Note {
  return { type: 'warning', text };
}

/** The longest line of a message, in code points; commands are longer than most terminals already. */
const longestLine = 2_000;

/** A requirement that is not kept. Vitest shows the two texts as it shows those of `expect`. */
class RequirementNotKept extends Error {
  override readonly name = 'AssertionError';
  readonly expected: string;
  readonly actual: string;

  constructor(message: string, { expected, received }: Finding) {
    super(message);
    this.expected = printable(expected, longestLine);
    this.actual = printable(received, longestLine);
  }
}

/**
 * What a test fails with: an error for each cause, all of one requirement, with all that it takes to mend it.
 * `again` is the command that runs this test alone.
 */
export function failureOf(findings: readonly Finding[], again: string): Error[] {
  return findings.map((finding, index) => {
    const { requirement, title, means, mend } = finding;
    const also = index === 0 ? '' : `, cause ${index + 1} of ${findings.length}`;
    const evidence = findingLabels(finding).filter(([label]) => label !== 'Expected' && label !== 'Received');
    const labels = [
      ...(index === 0 ? ([['Source', sourceWords(finding)]] as const) : []),
      ...evidence,
      ...(index === 0 || mend !== findings[0]?.mend
        ? [['Means', means] as const, ['Mend', mend] as const]
        : []),
      ...(index === 0 ? [['Again', again] as const] : []),
    ];
    const lines = labels.map(([label, text]) => `${label.padEnd(9)} ${printable(text, longestLine)}`);
    return new RequirementNotKept([`${requirement}: ${title}${also}`, ...lines].join('\n'), finding);
  });
}
