import type { ComponentChildren } from 'preact';
import { namedOperations } from '../../spec/operations.ts';
import { printable } from '../../text/shown.ts';
import type { Verdict } from '../model/report.ts';

/** The longest text that the page shows of anything; the whole stands in report.json. */
const longest = 4_000;

/**
 * A text from anywhere, on one line: what cannot be seen, or would turn the writing round, stands as `\u{202e}`.
 * `most` code points of it are shown.
 */
export function text(value: string, most = longest): string {
  return printable(value, most);
}

/** A text from anywhere with its line breaks, for `pre`. */
export function lines(value: string): string {
  return value
    .slice(0, 2 * longest)
    .split('\n')
    .map((line) => text(line))
    .join('\n');
}

/** A text of the kit's own, with what stands in backticks as code. */
export function prose(value: string): ComponentChildren {
  return value.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? text(part) : code(part)));
}

/** A text from anywhere as code. */
export function code(value: string): ComponentChildren {
  return <code>{text(value)}</code>;
}

/** A requirement by its id, which leads to it. */
export function idLink(id: string, kind?: 'id'): ComponentChildren {
  return (
    <a href={`#${id}`}>
      <code class={kind}>{id}</code>
    </a>
  );
}

/** A part of the page under its heading. */
export function Section({
  name,
  title,
  id,
  kind,
  children,
}: {
  readonly name: string;
  readonly title: string;
  /** What links lead to. */
  readonly id?: string;
  readonly kind?: 'filtered';
  readonly children: ComponentChildren;
}) {
  return (
    <section id={id} class={kind} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** What may be wider than the page: it scrolls by itself, and can be reached by keyboard. */
export function Scroll({
  labelledBy,
  children,
}: {
  readonly labelledBy: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, nobody without a mouse could scroll
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark
    <div class="scroll" role="group" tabIndex={0} aria-labelledby={labelledBy}>
      {children}
    </div>
  );
}

/** A table that scrolls where it is wide. */
export function Table({
  labelledBy,
  columns,
  children,
}: {
  readonly labelledBy: string;
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    <Scroll labelledBy={labelledBy}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

/** Text as it came, line by line; it scrolls where it is long. */
export function Pre({ children }: { readonly children: ComponentChildren }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, nobody without a mouse could scroll
  return <pre tabIndex={0}>{children}</pre>;
}

/** Verdicts as the page says them, what a reader looks for first at the beginning. */
export const verdictTitles: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  warn: 'warning',
  waived: 'waived',
  flaky: 'flaky',
  'not exercised': 'not exercised',
  pass: 'passed',
  observed: 'observed',
  'not asked': 'not asked for',
  excluded: 'excluded',
};
export const verdictOrder = Object.keys(verdictTitles) as readonly Verdict[];

/** Sorts by verdict, what a reader looks for first at the beginning. */
export function byVerdict(a: { readonly verdict: Verdict }, b: { readonly verdict: Verdict }): number {
  return verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict);
}

/** A verdict as a label; what the baseline holds, too, is no news. */
export function Badge({ verdict, known }: { readonly verdict: Verdict; readonly known: boolean }) {
  const kind = known ? 'known' : verdict.replace(' ', '-');
  return (
    <span class={`badge ${kind}`}>{known ? `known: ${verdictTitles[verdict]}` : verdictTitles[verdict]}</span>
  );
}

/** What the page calls an operation; a report of a later ledger may name others. */
export function operationName(id: string): string {
  return namedOperations.find((operation) => operation.id === id)?.title ?? 'other paths';
}
