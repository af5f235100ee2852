import type { JsonValue } from './value.ts';

/** A value as JSON text, integers to the last digit. */
export function writeJson(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
