import { operationTitle } from '../spec/operations.ts';
import type { RowWords } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printableWhole } from '../text/shown.ts';
import type { Finding, RecordedExchange } from './model/report.ts';

/**
 * The row of a finding, with which every format leads: "POST /categories {"name":0} → 201 Created, must be 400". This module
 * shortens the parts of the row in the middle, so that formats only wrap a row and never cut it.
 */
export interface FindingRow {
  /** The request, with its credential in words; missing if the finding is not about a request. */
  readonly subject?: string;
  /** The body or the string that matters in the request. */
  readonly form?: string;
  readonly context?: string;
  readonly where?: string;
  readonly received: string;
  readonly relation: string;
  readonly expected: string;
}

/** The maximum lengths of the parts, in code points. */
const longest = { subject: 80, form: 60, received: 80, expected: 60 };

/** Makes the row of a finding, which may be from a report of an earlier version. */
export function rowOf(finding: Finding): FindingRow {
  const { exchange, level, relation = 'must be', context, where } = finding;
  const request = exchange && requestWords(exchange, finding);
  const subject = finding.subject ?? request?.subject;
  const form = finding.form ?? (finding.subject === undefined ? request?.form : undefined);
  return {
    ...definedOnly({
      subject: subject && shortened(subject, longest.subject),
      form: form && shortened(form, longest.form),
      context,
      where,
    }),
    received: shortened(withoutStatus(finding.received), longest.received),
    relation: level === 'advisory' ? relation.replace('must', 'should') : relation,
    expected: shortened(withoutStatus(finding.expected), longest.expected),
  };
}

/** Returns the row as a string. */
export function rowText(row: FindingRow): string {
  const { relation, expected } = row;
  const before = subjectText(row);
  return `${before === '' ? '' : `${before} → `}${receivedText(row)}, ${relation} ${expected}`;
}

/** Returns what comes before the arrow; empty if the finding is not about a request. */
export function subjectText({ subject, form, context }: FindingRow): string {
  return [subject, form, context].filter((part) => part !== undefined).join(' ');
}

/** Returns what comes after the arrow: the part of the response, and what was received there. */
export function receivedText({ where, received }: FindingRow): string {
  return where === undefined ? received : `${where} ${received}`;
}

/** Returns the request of a row: the operation, a credential or form in words, and an unusual body. */
function requestWords({ purpose, request }: RecordedExchange, { payload }: Finding): RowWords {
  const { operation, credential, framing } = request.again;
  const title = operationTitle(operation);
  // The purpose of an unusual request begins with its operation: "GET /categories with the key cut short".
  const isNamed = purpose.startsWith(`${title} `) && (credential !== 'bearer' || payload === undefined);
  const subject = isNamed
    ? purpose
    : operation === 'elsewhere'
      ? `${request.method} of an unknown path`
      : title;
  if (framing === 'short') return { subject: `${subject} with a body that ends early` };
  if (payload?.smallest === undefined) return { subject };
  return payload.smallest === ''
    ? { subject: `${subject} without a body` }
    : { subject, form: payload.smallest.replaceAll(/\s{2,}/g, ' ').trim() };
}

function withoutStatus(words: string): string {
  return words.replace(/^status (?=\d)/, '');
}

/** Shortens any string in its middle, after escaping it for one line. */
function shortened(text: string, most: number): string {
  const all = [...printableWhole(text)];
  if (all.length <= most) return all.join('');
  const end = Math.floor(most / 3);
  return `${all.slice(0, most - end - 1).join('')}…${all.slice(-end).join('')}`;
}
