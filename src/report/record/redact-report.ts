import { keptOfBody } from '../../exchange/response.ts';
import { noCurl } from '../commands.ts';
import type { Report } from '../model/report.ts';
import type { Redactor } from './redact.ts';

/** Fields whose values come from the kit. They are not redacted, even if a secret looks like a date or a version. */
const own: ReadonlySet<string> = new Set([
  'format',
  'formatVersion',
  'kit',
  'requirementsVersion',
  'startedAt',
  'finishedAt',
  'runMark',
]);

/** Fields that quote traffic: a custom check may quote a body. */
const quoting: ReadonlySet<string> = new Set([
  'kitFaults',
  'checkFaults',
  'leftovers.name',
  'findings.expected',
  'findings.received',
  'findings.subject',
  'findings.form',
  'findings.context',
  'findings.where',
  'findings.listed',
  'findings.at.pointer',
  'findings.at.id',
  'findings.at.value',
]);
/** Fields that quote a header, in which weak secrets are redacted, too. */
const quotingHeaders: ReadonlySet<string> = new Set([
  'timeline.rows.retryAfter',
  'findings.timeline.retryAfter',
]);
/** The maximum lengths of quotes and of bodies, in characters. */
const longestQuote = 4_000;
const longestValue = 60;

/**
 * Redacts every string of a finished report, and only then cuts strings that quote traffic, because half a secret would not
 * be recognized. All reports pass through here (`run`, `replay`, the library).
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
  // These are dates, and bytes that `isShown` has already checked.
  if (path.endsWith('.startedAt') || path.endsWith('.bodyBase64')) return text;
  // A redacted command could do something else in a shell.
  if (path.endsWith('.curl') && redact(text) !== text) return noCurl('it would show a secret');
  if (quotingHeaders.has(path)) return redact.header(text).slice(0, longestValue);
  // Redacting megabytes takes seconds.
  return quoting.has(path) ? redact.traffic(text.slice(0, keptOfBody)).slice(0, longestQuote) : redact(text);
}

/** Checks whether a value may be shown: numbers and bytes cannot be redacted, so a value with a secret is left out. */
function isShown(name: string, value: unknown, redact: Redactor): boolean {
  if (typeof value === 'number') return redact(String(value)) === String(value);
  if (name !== 'bodyBase64') return true;
  const text = Buffer.from(String(value), 'base64').toString('utf8');
  return redact.traffic(text) === text;
}
