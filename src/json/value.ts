/**
 * A JSON value with all digits.
 *
 * A number is a `bigint` if its exact value is an integer in any spelling (`401`, `401.0`, `4.01e2`, `-0`), and a `number` if
 * it has a fraction. Integers of more than 1,000 digits are `Infinity` or `-Infinity`, as are those of more than 30 with a
 * fraction or an exponent (`1e30`). Objects inherit nothing, so `__proto__` and `constructor` are ordinary names, and a
 * missing property is `undefined`.
 */
export type JsonValue = null | boolean | string | bigint | number | JsonValue[] | JsonObject;

export interface JsonObject {
  [name: string]: JsonValue;
}

/** Returns whether a value is a JSON object, not an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Iterates over all strings in a value, including the names of members. Its cost does not depend on the nesting. */
export function* stringsIn(value: JsonValue): Generator<string> {
  const left: JsonValue[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') yield next;
    if (typeof next !== 'object' || next === null) continue;
    if (isObject(next)) yield* Object.keys(next);
    for (const inner of Object.values(next).reverse()) left.push(inner);
  }
}

/** Writes a value as JSON, integers with all digits. */
export function writeJson(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`);
  return `{${members.join(',')}}`;
}

/** Returns the JSON Pointer (RFC 6901) of a path; `''` is the whole document. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
