import type { ComponentChildren } from 'preact';
import { printable } from '../../text/shown.ts';
import type { Verdict } from '../model/report.ts';
import { verdicts } from '../model/verdicts.ts';
import type { ReportRow } from '../rows.ts';

/** Maximum length of a string on the page, in code points. report.json has the whole string. */
const longest = 4_000;

/** Escapes any string for one line, and shows at most `most` code points. */
export function safe(value: string, most = longest): string {
  return printable(value, most);
}

/** Escapes any string and keeps its line breaks, for `pre`. The result may be twice as long as a string for one line. */
export function lines(value: string): string {
  return value
    .slice(0, 2 * longest)
    .split('\n')
    .map((line) => safe(line))
    .join('\n');
}

/** Renders a string of the kit, with backticks as code. */
export function prose(value: string): ComponentChildren {
  return value.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? safe(part) : code(part)));
}

/** Renders any string as code. */
export function code(value: string): ComponentChildren {
  return <code>{safe(value)}</code>;
}

/** Renders rows as a list of labels and descriptions. */
export function Rows({ rows }: { readonly rows: readonly ReportRow[] }) {
  return (
    <dl class="pair">
      {rows.map((row, index) => (
        <>
          <dt>{row.label === rows[index - 1]?.label ? '' : row.label}</dt>
          <dd class={row.kind}>
            <RowText row={row} />
          </dd>
        </>
      ))}
    </dl>
  );
}

/** Renders the text of a row: backticks mean code only in the kit's own words, because other text may quote a response. */
function RowText({ row: { text, list, kind } }: { readonly row: ReportRow }) {
  if (kind === 'body') return code(text);
  if (kind === 'expected' || kind === 'prose') return <>{prose(text)}</>;
  if (list === undefined) return <>{safe(text)}</>;
  return (
    <>
      {safe(list.lead)}
      <Items texts={list.items} />
    </>
  );
}

/** Renders any strings as a list. */
export function Items({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul class="items">
      {texts.map((text) => (
        <li>{safe(text)}</li>
      ))}
    </ul>
  );
}

/** Renders a requirement id as a link to its line in the table of all requirements. */
export function idLink(id: string): ComponentChildren {
  return (
    <a href={`#${id}`}>
      <code>{safe(id)}</code>
    </a>
  );
}

/** Renders a section with its heading. */
export function Section(props: {
  readonly name: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const { name, title, children } = props;
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** Renders a section that is closed at first. */
export function ClosedSection(props: {
  readonly name: string;
  readonly title: string;
  readonly gist: string;
  readonly children: ComponentChildren;
}) {
  return (
    <details class="closed" id={props.name}>
      <summary>
        <h2>{props.title}</h2> <span class="soft">{props.gist}</span>
      </summary>
      {props.children}
    </details>
  );
}

/** Renders content that may be wider than the page: it scrolls, and keyboards can reach it. */
export function Scroll(props: { readonly labelledBy: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users could not scroll otherwise
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark
    <div class="scroll" role="group" tabIndex={0} aria-labelledby={props.labelledBy}>
      {props.children}
    </div>
  );
}

/** Renders a figure of preformatted text that scrolls if it is long. */
export function TextFigure(props: { readonly caption: string; readonly children: ComponentChildren }) {
  return (
    <figure>
      <figcaption>{props.caption}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users could not scroll otherwise */}
      <pre tabIndex={0}>{props.children}</pre>
    </figure>
  );
}

/** Renders a verdict as a label. */
export function Badge({ verdict }: { readonly verdict: Verdict }) {
  const { word, tone } = verdicts[verdict];
  return <span class={`badge ${tone}`}>{word}</span>;
}
