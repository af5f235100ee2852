import type { NewCategory } from './categories.ts';
import { type Problem, problem } from './problem.ts';

/** The result of reading a request body. */
export type Reading =
  | { readonly kind: 'category'; readonly category: NewCategory }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** The result of parsing a body. */
export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * Reads a NewCategory from the bytes of a body. "400: Error body; the request body is missing required fields or
 * contains invalid values." The specification does not say so, but this server treats a null
 * description and an empty or blank name as invalid. It ignores unknown fields.
 */
export function readNewCategory(body: Uint8Array): Reading {
  const parsed = parseBody(body);
  return parsed.kind === 'json' ? checkNewCategory(parsed.value) : parsed;
}

/** Parses a body strictly: UTF-8 without a byte order mark, then JSON. */
export function parseBody(body: Uint8Array): ParsedBody {
  if (body.length === 0) return invalid('body_missing', 'The request body is required.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return invalid('body_not_utf8', 'The request body is not UTF-8.');
  }
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return invalid('body_not_json', 'The request body is not JSON.');
  }
}

/** Checks a parsed body against NewCategory. */
export function checkNewCategory(value: unknown): Reading {
  if (!isJsonObject(value)) return invalid('body_not_object', 'The request body must be a JSON object.');
  if (!Object.hasOwn(value, 'name')) return invalid('name_missing', 'The field "name" is required.');
  const { name } = value;
  if (typeof name !== 'string') return invalid('name_not_text', 'The field "name" must be a string.');
  if (name.trim() === '') return invalid('name_empty', 'The field "name" must not be empty.');
  if (!Object.hasOwn(value, 'description')) return { kind: 'category', category: { name } };
  const { description } = value;
  if (typeof description !== 'string') {
    return invalid('description_not_text', 'The field "description" must be a string if present.');
  }
  return { kind: 'category', category: { name, description } };
}

/** Returns whether a parsed value is a JSON object. */
export function isJsonObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses a body with 400. */
export function invalid(code: string, message: string) {
  return { kind: 'problem', problem: problem(400, code, message) } as const;
}
