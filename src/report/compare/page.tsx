import type { ComponentChildren } from 'preact';
import { minuteOf } from '../content.ts';
import { htmlDocument } from '../html/document.tsx';
import { Scroll, Section, safe } from '../html/parts.tsx';
import { style as shared } from '../html/style.ts';
import type { Column, Comparison, Row } from './compare.ts';

/** How many columns fit on paper. */
const onPaper = 12;

const style = `${shared}
body { max-width: none; }
h1 { font-size: clamp(1.35rem, 3.6vw, 2.1rem); }
#matrix .scroll { width: fit-content; max-width: 100%; max-height: 92vh; overflow: auto; border: 1px solid var(--line); overflow-wrap: normal; }
.matrix { width: auto; border-collapse: separate; border-spacing: 0; }
.matrix th, .matrix td { padding: .15rem .5rem; white-space: nowrap; }
.matrix td { text-align: center; font-weight: 600; } .matrix abbr { text-decoration: none; }
.matrix thead th { position: sticky; top: 0; z-index: 1; background: var(--ground); color: var(--ink); text-align: center; vertical-align: bottom; }
.matrix thead span { display: block; max-width: 7rem; overflow: hidden; text-overflow: ellipsis; color: var(--soft); font-size: .85rem; } .matrix a span { color: inherit; }
.matrix th:first-child { position: sticky; left: 0; background: var(--ground); text-align: left; border-right: 1px solid var(--line); }
.matrix thead th:first-child { z-index: 2; } .matrix tbody th { font-weight: 400; }
.matrix .state { display: block; min-width: 12rem; max-width: 26rem; white-space: normal; overflow-wrap: break-word; color: var(--soft); font-size: .85rem; }
.matrix .good { color: var(--good); } .matrix .bad { color: var(--card); background: var(--bad); print-color-adjust: exact; }
.matrix .warn { color: var(--warn); } .matrix .calm { color: var(--calm); font-weight: 400; }
.paper { display: none; } #reports td { vertical-align: top; min-width: 7rem; }
@media (max-width: 46rem) {
  .matrix th:first-child { white-space: normal; min-width: 8.5rem; max-width: 8.5rem; overflow-wrap: break-word; } .matrix .state { min-width: 0; }
  .matrix th, .matrix td { padding: .15rem .3rem; } .matrix th code { font-size: .75rem; }
}
@media print {
  #matrix .scroll { overflow: visible; max-height: none; border: 0; }
  .matrix thead th, .matrix th:first-child { position: static; background: none; }
  table { font-size: .7rem; } .matrix th, .matrix td { padding: .1rem .25rem; } .matrix th:first-child { white-space: normal; overflow-wrap: anywhere; }
  .matrix thead span { max-width: 3rem; } .matrix thead span, .matrix .state { min-width: 0; font-size: 1em; } #reports td { min-width: 0; overflow-wrap: anywhere; }
  .matrix :is(th, td):nth-child(n + ${onPaper + 2}) { display: none; } .paper { display: block; }
}
`;

/** Renders a comparison as one HTML document that needs neither network nor script. */
export function comparisonPage({ title, isHistory, columns, rows, notes, legend }: Comparison): string {
  return htmlDocument(
    { title, style },
    <>
      <header class={isHistory ? columns[0]?.tone : ''}>
        <p class="kit">petstore-conformance compare</p>
        <h1>{safe(title)}</h1>
        {notes.map((note) => (
          <p class="numbers">{safe(note)}</p>
        ))}
      </header>
      <main>
        {rows.length === 0 ? null : (
          <Section name="matrix" title="Requirements that differ">
            <p class="legend">{legend}</p>
            {columns.length > onPaper ? (
              <p class="paper">{`The first ${onPaper} of ${columns.length} reports.`}</p>
            ) : null}
            <Matrix columns={columns} rows={rows} />
          </Section>
        )}
        <Section name="reports" title="Reports">
          <Reports columns={columns} isHistory={isHistory} />
        </Section>
      </main>
    </>,
  );
}

/** Renders content as a link to the page of a report, if the report has a page. */
function linked({ page }: Column, content: ComponentChildren) {
  return page === undefined ? content : <a href={page}>{content}</a>;
}

function Matrix({ columns, rows }: Pick<Comparison, 'columns' | 'rows'>) {
  return (
    <Scroll labelledBy="matrix-title">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            {columns.map((column) => (
              <th scope="col" title={safe(column.name)}>
                {linked(
                  column,
                  <>
                    {column.number}
                    {column.head.map((line) => (
                      <span>{safe(line)}</span>
                    ))}
                  </>,
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Requirement row={row} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Requirement({ row: { id, title, cells, state } }: { readonly row: Row }) {
  // An id may be broken after its section.
  const [section = '', ...rest] = safe(id).split('.');
  return (
    <tr id={`row-${safe(id)}`}>
      <th scope="row" title={safe(title)}>
        <code>{rest.length === 0 ? section : [`${section}.`, <wbr />, rest.join('.')]}</code>{' '}
        <span class="state">{safe(state)}</span>
      </th>
      {cells.map(({ letter, word, tone }) => (
        <td class={tone}>{letter === '' ? null : <abbr title={word}>{letter}</abbr>}</td>
      ))}
    </tr>
  );
}

function Reports({ columns, isHistory }: Pick<Comparison, 'columns' | 'isHistory'>) {
  const words = ({ number, name }: Column) => (isHistory ? String(number) : `${number}. ${safe(name)}`);
  return (
    <Scroll labelledBy="reports-title">
      <table>
        <thead>
          <tr>
            {['Report', 'Started', 'Labels', 'Verdict'].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr>
              <th scope="row">{linked(column, words(column))}</th>
              <td>{minuteOf(column.startedAt)}</td>
              <td>{safe(column.labels)}</td>
              <td>{safe(column.line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
