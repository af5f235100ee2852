/**
 * A JSON value read without losing a digit.
 *
 * A number is a `bigint` where its exact value is an integer, however it is spelled (`401`, `401.0`, `4.01e2`, `-0`), and a
 * `number` where it has a fraction. Integers of more digits than `JsonCaps.digits`, written out, stay a `number` (`1e9999` is
 * `Infinity`): nothing else makes a `number` infinite. Objects inherit nothing, so `__proto__` and `constructor` are
 * ordinary names and a property that was not sent is `undefined`.
 */
export type JsonValue = null | boolean | string | bigint | number | JsonValue[] | JsonObject;

export interface JsonObject {
  [name: string]: JsonValue;
}

/** Whether a value is a JSON object, and no array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
