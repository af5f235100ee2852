import type { Finding, RecordedExchange, Report } from '../model/report.ts';
import { reportBounds } from '../model/report-bounds.ts';

/** Of the bytes of a report: so many for findings with all that shows them, and a few more for those without. */
const forFindings = 6_000_000;
const forShortFindings = 8_000_000;
/** For each other list. */
const forList = 1_200_000;
/** No element takes the room of all others. */
const mostOfElement = 60_000;
/** Of what is said of one requirement, in characters. */
const mostOfReason = 2_000;
/** A request of more is left out of a finding that is shortened. */
const mostOfRequest = 10_000;

/** Lists that grow with what a target does. */
const growing = ['residue', 'waits', 'observations', 'kitFaults', 'checkFaults'] as const;

/**
 * Keeps a report within what the kit reads again, whatever a target made of it, and says in the sentence of the verdict
 * what was left out. Each requirement keeps the first of its findings before any keeps a second one.
 */
export function boundReport(given: Report): Report {
  const requirements = given.requirements.map((row) =>
    row.reason === undefined || row.reason.length <= mostOfReason
      ? row
      : { ...row, reason: `${row.reason.slice(0, mostOfReason)}…` },
  );
  const report = { ...given, requirements };
  const findings = boundFindings(report.findings);
  const lists = growing.flatMap((name) => boundList(name, report[name] ?? []));
  const cut = [...findings.cut, ...lists.map(({ words }) => words)];
  if (cut.length === 0) return report;
  const sentence = `${report.verdict.sentence} To stay readable, this report leaves out ${cut.join(', ')}.`;
  return {
    ...report,
    ...Object.fromEntries(lists.map(({ name, kept }) => [name, kept])),
    verdict: { ...report.verdict, sentence },
    findings: findings.kept,
  };
}

function boundFindings(findings: readonly Finding[]): { readonly kept: Finding[]; readonly cut: string[] } {
  const places = new Map<string, number>();
  const inTurn = findings
    .map((finding) => {
      const place = places.get(finding.requirement) ?? 0;
      places.set(finding.requirement, place + 1);
      return { finding, place };
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, reportBounds.findings);
  const kept = new Map<Finding, Finding>();
  let size = 0;
  let shortened = 0;
  for (const { finding } of inTurn) {
    const whole = sizeOf(finding);
    const short = size + whole <= forFindings ? undefined : shortOf(finding);
    const taken = short === undefined ? whole : sizeOf(short);
    if (size + taken > forShortFindings) continue;
    size += taken;
    if (short !== undefined) shortened++;
    kept.set(finding, short ?? finding);
  }
  const missing = findings.length - kept.size;
  return {
    kept: findings.flatMap((finding) => kept.get(finding) ?? []),
    cut: [
      ...(missing === 0 ? [] : [`${missing} of ${findings.length} findings`]),
      ...(shortened === 0 ? [] : [`what was answered in ${shortened} findings`]),
    ],
  };
}

/** A finding that can be sent again, without what was answered. */
function shortOf(finding: Finding): Finding {
  const { exchange, curl, ...rest } = finding;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !evidence.has(name)));
  const request = exchange === undefined ? [] : [['exchange', withoutAnswer(exchange)] as const];
  const again = Object.fromEntries(curl === undefined ? request : [...request, ['curl', curl] as const]);
  return { ...kept, ...(sizeOf(again) <= mostOfRequest ? again : {}) } as Finding;
}

/** Fields of a finding that it can do without. */
const evidence: ReadonlySet<string> = new Set(['comparedWith', 'listed', 'timeline', 'payload']);

function withoutAnswer({ response, ...exchange }: RecordedExchange): RecordedExchange {
  if (response === undefined) return exchange;
  return { ...exchange, response: { status: response.status, reason: '', headers: [], body: '', cut: true } };
}

/** As many elements of a list as there is room for, where that is not all of them. */
function boundList(name: (typeof growing)[number], list: readonly unknown[]) {
  let size = 0;
  const kept = list.slice(0, reportBounds.listed).filter((one) => {
    const taken = sizeOf(one);
    if (taken > mostOfElement || size + taken > forList) return false;
    size += taken;
    return true;
  });
  const missing = list.length - kept.length;
  return missing === 0 ? [] : [{ name, kept, words: `${missing} of ${list.length} in "${name}"` }];
}

/** What a value, its brackets and its line take at least, in bytes. */
const perValue = 40;

/** The most that a value takes in report.json, in bytes: what is not plain ASCII is escaped there. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return perValue + writtenLength(value);
  if (typeof value !== 'object' || value === null) return perValue;
  return Object.entries(value).reduce(
    (sum, [name, one]) => sum + sizeOf(one) + (Array.isArray(value) ? 0 : name.length),
    perValue,
  );
}

function writtenLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A blank and letters stand as they are; quotes, backslashes and `#` may be escaped.
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x23 || code === 0x5c) length += 5;
  }
  return length;
}
