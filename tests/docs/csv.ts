import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** Writes a table as CSV (RFC 4180, with line feeds). */
export function csv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => {
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [head, ...rows].map((cells) => `${cells.map(cell).join(',')}\n`).join('');
}

/** Reads a CSV file of the project: one object per row, keyed by column name. */
export function readCsv(path: string): Record<string, string>[] {
  const text = readFileSync(join(root, path), 'utf8');
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n]|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  const [head = [], ...body] = rows.filter((cells) => cells.length > 1 || cells[0] !== '');
  return body.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ''])));
}
