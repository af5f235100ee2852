/**
 * JSON as this server writes it. An id is "integer, int64", which a JavaScript number cannot hold exactly beyond 2^53,
 * so ids are bigint and JSON.stringify cannot write them.
 */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | Written
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

const WRITTEN = Symbol('written');

/** A value with its own JSON text. Only changes use it, for example for `4.01e2` or for a duplicate name. */
export interface Written {
  readonly [WRITTEN]: string;
}

/** Returns a value that is written exactly as `text`. */
export function written(text: string): Json {
  return { [WRITTEN]: text };
}

/** Writes a value as JSON, omitting members that are undefined. */
export function stringify(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isWritten(value)) return value[WRITTEN];
  if (isList(value)) return `[${value.map(stringify).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${stringify(member)}`],
  );
  return `{${members.join(',')}}`;
}

/** Returns whether a JSON value is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns whether a JSON value has its own JSON text. */
export function isWritten(value: object): value is Written {
  return WRITTEN in value;
}
