import type { HeaderLine } from './exchange.ts';

/** The lines of one head by the names of their fields, in lower case, and what was already made of them. */
interface Fields {
  readonly headers: readonly HeaderLine[];
  readonly lines: ReadonlyMap<string, readonly string[]>;
  /** By the name as it was asked for. */
  readonly values: Map<string, readonly string[]>;
  date?: number | undefined;
}

/** Every rule asks for the same few fields of one answer before the next answer is judged: the newest head alone is kept. */
let newest: Fields = { headers: [], lines: new Map(), values: new Map() };
const none: readonly string[] = [];

function fieldsOf(headers: readonly HeaderLine[]): Fields {
  if (newest.headers === headers) return newest;
  const lines = new Map<string, string[]>();
  for (const [line, value] of headers) {
    const name = line.toLowerCase();
    const known = lines.get(name);
    if (known === undefined) lines.set(name, [value.trim()]);
    else known.push(value.trim());
  }
  newest = { headers, lines, values: new Map() };
  return newest;
}

/** The values of all lines of one field, in order, blanks around them removed. Names are compared without case. */
export function fieldLines(headers: readonly HeaderLine[], name: string): string[] {
  return [...(fieldsOf(headers).lines.get(name.toLowerCase()) ?? none)];
}

/** The same, where equal numbers that a proxy joined with a comma are lines of their own: "60, 60" is two. */
export function fieldValues(headers: readonly HeaderLine[], name: string): readonly string[] {
  const { lines, values } = fieldsOf(headers);
  const known = values.get(name);
  if (known !== undefined) return known;
  const ofField = lines.get(name.toLowerCase()) ?? none;
  const all = ofField.some((line) => line.includes(',')) ? ofField.flatMap(splitNumbers) : ofField;
  values.set(name, all);
  return all;
}

/** The one value of a field: undefined where there is none, or where two lines differ. Equal lines count as one. */
export function field(headers: readonly HeaderLine[], name: string): string | undefined {
  const values = fieldValues(headers, name);
  const [value] = values;
  return values.every((one) => one === value) ? value : undefined;
}

/** Digits in groups of three ("1,000") are one value, unless the groups are equal; so is anything but numbers. */
function splitNumbers(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim());
  const areNumbers = parts.length > 1 && parts.every((part) => /^-?\d+(\.\d+)?$/.test(part));
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value) && parts.some((part) => part !== parts[0]);
  return areNumbers && !isGrouped ? parts : [value];
}

/** Media type without parameters, in lower case; undefined where there is none. */
export function mediaType(headers: readonly HeaderLine[]): string | undefined {
  const value = field(headers, 'content-type');
  return value?.split(';', 1)[0]?.trim().toLowerCase();
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const imfFixdate = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const rfc850 = /^[A-Z][a-z]+day, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const asctime = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** An HTTP-date in any of its three forms (RFC 9110 5.6.7) as milliseconds since 1970, or undefined. */
export function httpDate(text: string): number | undefined {
  const fixed = imfFixdate.exec(text);
  if (fixed) return instant(fixed[3], fixed[2], fixed[1], fixed[4], fixed[5], fixed[6]);
  const old = rfc850.exec(text);
  if (old) {
    // Two digits of a year more than fifty years ahead mean the century before.
    const year = Number(old[3]) + 2000;
    const limit = new Date().getUTCFullYear() + 50;
    return instant(String(year > limit ? year - 100 : year), old[2], old[1], old[4], old[5], old[6]);
  }
  const plain = asctime.exec(text);
  return plain ? instant(plain[6], plain[1], plain[2], plain[3], plain[4], plain[5]) : undefined;
}

function instant(year = '', month = '', day = '', hour = '', minute = '', second = ''): number | undefined {
  const index = months.indexOf(month);
  const at = Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute), Number(second));
  const sane = index >= 0 && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  return sane && new Date(at).getUTCDate() <= 31 ? at : undefined;
}

/** The Date of an answer in milliseconds since 1970, or undefined where it has none that can be read. */
export function dateOf(headers: readonly HeaderLine[]): number | undefined {
  const fields = fieldsOf(headers);
  if (!('date' in fields)) {
    const [value] = fields.lines.get('date') ?? [];
    fields.date = value === undefined ? undefined : httpDate(value);
  }
  return fields.date;
}
