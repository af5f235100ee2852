import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { root } from './root.ts';

/**
 * The text of each generated file, keyed by its path in the project. The results of measurements go into `reports/`.
 */
export type Documents = Readonly<Record<string, string>>;

export function writeDocuments(documents: Documents): void {
  for (const [path, text] of Object.entries(documents)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Tests that the files are up to date. `vitest run FILE --update` writes them. */
export async function expectWritten(documents: Documents): Promise<void> {
  for (const [path, text] of Object.entries(documents))
    await expect(text).toMatchFileSnapshot(join(root, path));
}

/** Writes a Markdown table. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns a page in which the text below a heading, up to the next heading of the same level, is replaced. */
export function withSection(page: string, heading: string, text: string): string {
  const parts = page.split(/^(?=## )/m);
  const index = parts.findIndex((part) => part.startsWith(`## ${heading}\n`));
  if (index === -1) throw new Error(`The page has no heading "${heading}".`);
  const section = `## ${heading}\n\n${text.trim()}\n`;
  return parts.with(index, index === parts.length - 1 ? section : `${section}\n`).join('');
}

export const code = (text: string): string => `\`${text}\``;
