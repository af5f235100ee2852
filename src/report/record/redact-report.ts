import { noCurl } from '../commands.ts';
import type { Report } from '../model/report.ts';
import type { Redactor } from './redact.ts';

/** Fields with values of the kit, which are not redacted even if a secret is a date or a version. */
const own: ReadonlySet<string> = new Set([
  'format',
  'formatVersion',
  'kit',
  'requirementsVersion',
  'startedAt',
  'finishedAt',
  'runMark',
]);

/** Fields that quote traffic, and their maximum length in characters: a custom check may quote a body. */
const quoting: ReadonlyMap<string, number> = new Map([
  ['kitFaults', Number.POSITIVE_INFINITY],
  ['checkFaults', Number.POSITIVE_INFINITY],
  ['leftovers.name', 200],
  ['findings.expected', 4_000],
  ['findings.received', 4_000],
  ['findings.listed', 2_000],
  ['findings.at.pointer', 200],
  ['findings.at.id', 200],
  ['findings.at.value', 4_000],
]);
/** Fields that quote a header, in which weak secrets are redacted, too. */
const quotingHeaders: ReadonlyMap<string, number> = new Map([
  ['timeline.rows.retryAfter', 60],
  ['findings.timeline.retryAfter', 60],
]);

/**
 * Redacts every string of a finished report, then cuts those that quote traffic: half a secret would not be recognized. All
 * reports pass through here (`run`, `judge`, `replay`, the library).
 */
export function redactReport(report: Report, redact: Redactor): Report {
  return Object.fromEntries(
    Object.entries(report).map(([name, value]) => [
      name,
      own.has(name) ? value : redactValue(value, name, redact),
    ]),
  ) as unknown as Report;
}

/** Redacts a value; `path` has the names of its fields, without the indexes of lists. */
function redactValue(value: unknown, path: string, redact: Redactor): unknown {
  if (typeof value === 'string') return redactText(value, path, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => redactValue(one, path, redact));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => isShown(name, one, redact))
      .map(([name, one]) => [name, redactValue(one, `${path}.${name}`, redact)]),
  );
}

function redactText(text: string, path: string, redact: Redactor): string {
  // Dates, and bytes that `isShown` has already checked.
  if (path.endsWith('.startedAt') || path.endsWith('.bodyBase64')) return text;
  // A command without some of its words could run something else in a shell.
  if (path.endsWith('.curl') && redact(text) !== text) return noCurl('it would show a secret');
  const header = quotingHeaders.get(path);
  if (header !== undefined) return redact.header(text).slice(0, header);
  const most = quoting.get(path);
  return most === undefined ? redact(text) : redact.traffic(text).slice(0, most);
}

/** Checks whether a value may be shown: numbers and bytes cannot be redacted, so those with a secret are left out. */
function isShown(name: string, value: unknown, redact: Redactor): boolean {
  if (typeof value === 'number') return redact(String(value)) === String(value);
  if (name !== 'bodyBase64') return true;
  const text = Buffer.from(String(value), 'base64').toString('utf8');
  return redact.traffic(text) === text;
}
