import type { Report } from '../model/report.ts';
import type { Redactor } from './redact.ts';

/** Fields whose texts are addresses, curl lines or values of headers: weak secrets are taken out of these too. */
const places = new Set(['target', 'baseUrl', 'url', 'path', 'place', 'curl', 'retryAfter', 'contentType']);

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
  if (typeof value === 'string') return places.has(field) ? redact.inPlaces(value) : redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((one: unknown) =>
      field === 'headers' && Array.isArray(one) ? redactHeader(one, redact) : redactValue(one, field, redact),
    );
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => name !== 'bodyBase64' || isClean(String(one), redact))
      .map(([name, one]) => [name, name === 'bodyBase64' ? one : redactValue(one, name, redact)]),
  );
}

function redactHeader([name, value]: readonly unknown[], redact: Redactor): readonly [string, string] {
  return [redact(String(name)), redact.inPlaces(String(value))];
}

/** Whether the bytes behind Base64 hold nothing secret, as text and as they stand. */
function isClean(base64: string, redact: Redactor): boolean {
  const bytes = Buffer.from(base64, 'base64');
  return [bytes.toString('utf8'), bytes.toString('latin1')].every((text) => redact(text) === text);
}
