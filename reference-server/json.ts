/** JSON as this server writes it: ids are bigint, and a change may set the JSON text of a single value. */
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

/** A value with its own JSON text, for example `4.01e2` or an object with a duplicate name. */
export interface Written {
  readonly [WRITTEN]: string;
}

/** How the JSON is formatted. */
export interface JsonStyle {
  /** The indentation of one level; empty for a single line. */
  readonly indent: string;
  /** The JSON text of a string, including quotes. */
  readonly text: (value: string) => string;
}

const compact: JsonStyle = { indent: '', text: (value) => JSON.stringify(value) };

/** Returns a value that is written exactly as `text`. */
export function written(text: string): Json {
  return { [WRITTEN]: text };
}

/** Writes a value as JSON, omitting members that are undefined. */
export function stringify(value: Json, style: JsonStyle = compact, depth = 0): string {
  if (typeof value === 'string') return style.text(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isWritten(value)) return value[WRITTEN];
  if (isList(value)) {
    const items = value.map((item) => stringify(item, style, depth + 1));
    return enclose('[', items, ']', style, depth);
  }
  const colon = style.indent === '' ? ':' : ': ';
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${style.text(name)}${colon}${stringify(member, style, depth + 1)}`],
  );
  return enclose('{', members, '}', style, depth);
}

/** Returns whether a JSON value is an object, and not a list, a value with its own text, or a plain value. */
export function isObject(value: Json | undefined): value is { readonly [name: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !isList(value) && !isWritten(value);
}

/** Returns whether a JSON value is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isWritten(value: object): value is Written {
  return WRITTEN in value;
}

function enclose(
  open: string,
  items: readonly string[],
  end: string,
  style: JsonStyle,
  depth: number,
): string {
  if (style.indent === '' || items.length === 0) return `${open}${items.join(',')}${end}`;
  const outer = `\n${style.indent.repeat(depth)}`;
  return `${open}${items.map((item) => `${outer}${style.indent}${item}`).join(',')}${outer}${end}`;
}
