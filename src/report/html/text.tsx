import { printable } from '../escape.ts';

/** The longest text that the page shows of anything; the whole stands in report.json. */
const longest = 4_000;

/** A text from anywhere, on one line: what cannot be seen, or would turn the writing round, stands as `\u{202e}`. */
export function Text({ children }: { readonly children: string }) {
  return <>{printable(children, longest)}</>;
}

/** A text from anywhere with its line breaks, for `pre`. */
export function Lines({ children }: { readonly children: string }) {
  const lines = children.slice(0, 2 * longest).split('\n');
  return <>{lines.map((line) => printable(line, longest)).join('\n')}</>;
}
