import { printable } from '../../text/shown.ts';

/** The longest text that the page shows of anything; the whole stands in report.json. */
const longest = 4_000;

/**
 * A text from anywhere, on one line: what cannot be seen, or would turn the writing round, stands as `\u{202e}`.
 * `most` code points of it are shown.
 */
export function Text({ children, most = longest }: { readonly children: string; readonly most?: number }) {
  return <>{printable(children, most)}</>;
}

/** A text of the kit's own, with what stands in backticks as code. */
export function Prose({ children }: { readonly children: string }) {
  const parts = children.split(/`([^`]+)`/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          <Text>{part}</Text>
        ) : (
          <code>
            <Text>{part}</Text>
          </code>
        ),
      )}
    </>
  );
}

/** A text from anywhere with its line breaks, for `pre`. */
export function Lines({ children }: { readonly children: string }) {
  const lines = children.slice(0, 2 * longest).split('\n');
  return <>{lines.map((line) => printable(line, longest)).join('\n')}</>;
}
