import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.ts';

/** A Markdown file of the project, with its path from the root. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** The pages that people read. */
export const pages: readonly Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'reports/README.md',
  'reference-server/README.md',
  'tests/strangers/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/**
 * Pages to which README.md links although the package leaves them out. People read README.md in the repository, or on the
 * registry's page, where its links lead to the repository.
 */
export const onlyInRepository: readonly string[] = ['CONTRIBUTING.md', 'docs/comparison.md'];

export function page(path: string): string {
  const found = pages.find((one) => one.path === path);
  if (found === undefined) throw new Error(`Unknown page: ${path}`);
  return found.text;
}

/** Returns the fenced blocks of one language. */
export function blocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , block]) => block ?? '');
}

/** Returns the words in backticks, except in blocks. */
export function codeWords(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, word]) => word ?? '');
}

/** Returns the cells of the table below a heading, without its two header lines. Throws if there is no such heading. */
export function table(text: string, heading: string): string[][] {
  const section = text.split(/^##? /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The page has no heading "${heading}".`);
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

export function isThere(path: string): boolean {
  return existsSync(join(root, path));
}

/** The text of each file in `examples/`, keyed by its path in that folder, such as `github/gate.yml`. */
export const examples: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [
      relative(join(root, 'examples'), path).replaceAll('\\', '/'),
      readFileSync(path, 'utf8'),
    ]),
);

/** Returns the text of an example. Throws if there is no such file. */
export function example(path: string): string {
  const text = examples[path];
  if (text === undefined) throw new Error(`Unknown example: ${path}`);
  return text;
}
