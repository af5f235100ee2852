import type { HeaderLine } from './exchange.ts';

/** Returns the trimmed values of all lines of a header, in order. Ignores the case of names. */
export function fieldLines(headers: readonly HeaderLine[], name: string): string[] {
  const wanted = name.toLowerCase();
  // Names are ASCII (RFC 9110 5.1), so a name of a different length is a different name.
  const isWanted = (line: string) => line.length === wanted.length && line.toLowerCase() === wanted;
  return headers.flatMap(([line, value]) => (isWanted(line) ? [value.trim()] : []));
}

/** Does the same as `fieldLines`, but splits numbers that a proxy joined with commas: "60, 60" is two values. */
export function fieldValues(headers: readonly HeaderLine[], name: string): readonly string[] {
  return fieldLines(headers, name).flatMap(splitNumbers);
}

/** Returns the value of a header, or undefined if it is missing or its lines differ. */
export function field(headers: readonly HeaderLine[], name: string): string | undefined {
  const values = fieldValues(headers, name);
  const [value] = values;
  return values.every((one) => one === value) ? value : undefined;
}

/** Splits numbers at commas. "1,000" is one value, unless all groups are equal. */
function splitNumbers(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim());
  const areNumbers = parts.every((part) => /^-?\d+(\.\d+)?$/.test(part));
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value) && parts.some((part) => part !== parts[0]);
  return areNumbers && !isGrouped ? parts : [value];
}

/** Returns the media type in lowercase, without parameters, or undefined if there is none. */
export function mediaType(headers: readonly HeaderLine[]): string | undefined {
  return field(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longWeekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '(?:[01]\\d|2[0-3])(?::[0-5]\\d){2}';
/** The three forms of an HTTP-date (RFC 9110 5.6.7): IMF-fixdate, RFC 850, and asctime, which has no time zone. */
const dateForms = [
  new RegExp(`^${weekday}, \\d{2} ${month} \\d{4} ${time} GMT$`),
  new RegExp(`^${longWeekday}, \\d{2}-${month}-\\d{2} ${time} GMT$`),
  new RegExp(`^${weekday} ${month} [ \\d]\\d ${time} \\d{4}$`),
];

/** Parses an HTTP-date in any of its three forms; returns milliseconds since 1970. */
export function httpDate(text: string): number | undefined {
  // A leap second counts as the second before it, because `Date` has no leap seconds.
  const date = text.replace(':60 ', ':59 ');
  if (!dateForms.some((form) => form.test(date))) return undefined;
  const whole = date.replace(/-(\d{2}) /, (_, year) => ` ${fullYear(Number(year))} `);
  const at = Date.parse(whole.endsWith(' GMT') ? whole : `${whole} GMT`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Returns the full year for two digits. A year that seems to be more than 50 years in the future counts as one in the past (RFC
 * 9110 5.6.7).
 */
function fullYear(twoDigits: number): number {
  const now = new Date().getUTCFullYear();
  const inThisCentury = now - (now % 100) + twoDigits;
  return inThisCentury > now + 50 ? inThisCentury - 100 : inThisCentury;
}

/** Returns the Date of a response in milliseconds since 1970, or undefined if it is missing or invalid. */
export function dateOf(headers: readonly HeaderLine[]): number | undefined {
  const [value] = fieldLines(headers, 'date');
  return value === undefined ? undefined : httpDate(value);
}
