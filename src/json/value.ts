/**
 * A JSON value whose integers keep all their digits.
 *
 * A number is a `bigint` if its exact value is an integer in any spelling (`401`, `401.0`, `4.01e2`, `-0`), and a `number` if it
 * has a fraction. Integers with more than 1,000 digits are `Infinity` or `-Infinity`, as are integers with more than 30 digits
 * that are written with a fraction or an exponent (`1e30`). Objects inherit nothing, so `__proto__` and `constructor` are
 * ordinary names, and a missing property is `undefined`.
 */
export type JsonValue = null | boolean | string | bigint | number | JsonValue[] | JsonObject;

export interface JsonObject {
  [name: string]: JsonValue;
}

/** Returns whether a value is a JSON object, not an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Iterates over all strings in a value, including the names of members. The cost does not depend on the nesting. */
export function* stringsIn(value: JsonValue): Generator<string> {
  const left: JsonValue[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') yield next;
    if (Array.isArray(next)) for (const inner of next.toReversed()) left.push(inner);
    if (!isObject(next)) continue;
    // `Object.values` takes twice as long for an object with many members.
    const names = Object.keys(next);
    yield* names;
    for (const name of names.reverse()) left.push(next[name] ?? null);
  }
}

/** Writes a value as JSON, with all digits of integers. The cost does not depend on the nesting. */
export function writeJson(value: JsonValue): string {
  const parts: string[] = [];
  addJson(value, parts);
  return parts.join('');
}

/**
 * Adds the parts of a value. The caller joins them once, because joining at each level would copy a deeply nested string again
 * and again.
 */
function addJson(value: JsonValue, parts: string[]): void {
  if (Array.isArray(value)) {
    parts.push('[');
    for (const [at, item] of value.entries()) {
      if (at > 0) parts.push(',');
      addJson(item, parts);
    }
    parts.push(']');
  } else if (isObject(value)) {
    parts.push('{');
    for (const [at, [key, item]] of Object.entries(value).entries()) {
      parts.push(`${at > 0 ? ',' : ''}${JSON.stringify(key)}:`);
      addJson(item, parts);
    }
    parts.push('}');
  } else parts.push(typeof value === 'bigint' ? String(value) : JSON.stringify(value));
}

/** Returns the JSON Pointer (RFC 6901) of a path; `''` is the whole document. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
