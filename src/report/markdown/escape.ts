import { printable } from '../../text/shown.ts';

/**
 * A text from anywhere as Markdown that shows it as it is: no link, no image, no mention, no HTML, no heading.
 * For sentences of our own that may quote the target.
 */
export function markdownText(text: string, longest?: number): string {
  return (
    printable(text, longest)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_{}[\]()#+!|~$]/g, (character) => `\\${character}`)
      // A backslash before a digit would be shown: of what begins a list its point is what is taken back.
      .replace(/^(\s*)([-=])/, '$1\\$2')
      .replace(/^(\s*\d+)\./, '$1\\.')
      .replaceAll('@', '&#64;')
      .replace(/:\/\//g, '&#58;//')
      .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#46;`)
  );
}

/**
 * A text from anywhere as a code span: nothing in it is Markdown. The fence is longer than any run within. Not
 * for tables, which end a cell at `|` in code too.
 */
export function codeSpan(text: string, longest?: number): string {
  const shown = printable(text, longest);
  if (shown === '') return '_(empty)_';
  const fence = fenceFor(shown, 1);
  return `${fence} ${shown} ${fence}`;
}

/** Lines from anywhere as a block of code. */
export function codeBlock(lines: readonly string[], language = 'text', longest?: number): string[] {
  const shown = lines.map((line) => printable(line, longest));
  const fence = fenceFor(shown.join('\n'), 3);
  return [`${fence}${language}`, ...shown, fence];
}

function fenceFor(text: string, least: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(least, longest + 1));
}
