import { printable } from '../../text/shown.ts';

/** The longest message of an annotation, in code points: what is longer is cut by those who show it. */
const longestMessage = 4_000;

/**
 * A workflow command of GitHub Actions: one line, whatever the texts hold. Line breaks of `message` are ours
 * and are kept; all that came from elsewhere was made printable line by line before.
 */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
): string {
  const message = lines.map((line) => printable(line, longestMessage)).join('\n');
  return `::${command} title=${property(printable(title))}::${data(message)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
