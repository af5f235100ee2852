import type { Report } from '../model/report.ts';
import type { Redactor } from './redact.ts';

/** Fields whose texts are addresses or values of headers: weak secrets are taken out of these too. */
const places = new Set(['target', 'baseUrl', 'url', 'path', 'place', 'retryAfter', 'contentType']);

/** Fields that the kit fills with values of its own; a secret that is a date or a version spoils none. */
const own: readonly (keyof Report)[] = ['format', 'formatVersion', 'kit', 'ledger', 'finishedAt', 'runMark'];

/**
 * Takes secrets out of every string of a finished report, requests included. Every report passes here on its way
 * out, of `run`, `judge`, `replay` and the library alike. A body that held one is left out of `again`: it could not
 * be sent again as it was.
 */
export function redactReport(report: Report, redact: Redactor): Report {
  const redacted = redactValue(report, '', redact) as Report;
  return { ...redacted, ...Object.fromEntries(own.map((name) => [name, report[name]])) };
}

function redactValue(value: unknown, field: string, redact: Redactor): unknown {
  // A date, of this run or of the baseline.
  if (field === 'startedAt') return value;
  if (field === 'curl') return redactCurl(String(value), redact);
  if (typeof value === 'string') return places.has(field) ? redact.inPlaces(value) : redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((one: unknown) =>
      field === 'headers' && Array.isArray(one) ? redactHeader(one, redact) : redactValue(one, field, redact),
    );
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => isShown(name, one, redact))
      .map(([name, one]) => [name, name === 'bodyBase64' ? one : redactValue(one, name, redact)]),
  );
}

/**
 * The words of a curl line were redacted before they were quoted. Where secrets show across words nothing may be cut
 * out: quotes would go with them, and a shell would run what is left.
 */
function redactCurl(line: string, redact: Redactor): string {
  return redact.inPlaces(line) === line ? line : '# no curl line: it would show a secret';
}

/** Numbers cannot be redacted: one whose digits are a secret is left out, as are bytes that hold one. */
function isShown(name: string, value: unknown, redact: Redactor): boolean {
  if (name === 'bodyBase64') return isClean(String(value), redact);
  return typeof value !== 'number' || redact(String(value)) === String(value);
}

function redactHeader([name, value]: readonly unknown[], redact: Redactor): readonly [string, string] {
  return [redact(String(name)), redact.inPlaces(String(value))];
}

/** Whether the bytes behind Base64 hold nothing secret, as text and as they stand. */
function isClean(base64: string, redact: Redactor): boolean {
  const bytes = Buffer.from(base64, 'base64');
  return [bytes.toString('utf8'), bytes.toString('latin1')].every((text) => redact(text) === text);
}
