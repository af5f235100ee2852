import type { ComponentChildren } from 'preact';
import { minuteOf } from '../content.ts';
import { htmlDocument } from '../html/document.tsx';
import { Scroll, Section, safe } from '../html/parts.tsx';
import { style as shared } from '../html/style.ts';
import { toneOf, verdicts } from '../model/verdicts.ts';
import { type Comparison, factsOfRuns, type RunColumn, targetName } from './compare.ts';
import { dayAndLabels } from './runs.ts';
import type { MatrixRow } from './states.ts';

/** How many columns fit on paper. */
const onPaper = 12;

const style = `${shared}
body { max-width: none; }
h1 { font-size: clamp(1.35rem, 3.6vw, 2.1rem); }
main > section { margin: 2rem 0; }
.news { margin: .75rem 0; padding-left: 1.4rem; } .news li { margin: .25rem 0; }
.scroll { overflow-wrap: normal; }
#matrix-title ~ .scroll { width: fit-content; max-width: 100%; max-height: 92vh; overflow: auto; border: 1px solid var(--line); }
.matrix { width: auto; border-collapse: separate; border-spacing: 0; }
.matrix th, .matrix td { padding: .15rem .5rem; white-space: nowrap; }
.matrix td { text-align: center; font-weight: 600; } .matrix abbr { text-decoration: none; }
.matrix thead th { position: sticky; top: 0; z-index: 1; background: var(--ground); color: var(--ink); text-align: center; vertical-align: bottom; }
.matrix thead span { display: block; max-width: 7rem; overflow: hidden; text-overflow: ellipsis; font-weight: 400; color: var(--soft); font-size: .85rem; }
.matrix thead a span { color: inherit; }
.matrix th:first-child { position: sticky; left: 0; background: var(--ground); text-align: left; padding-left: .6rem; border-right: 1px solid var(--line); }
.matrix thead th:first-child { z-index: 2; }
.matrix tbody tr { scroll-margin-top: 6rem; } .matrix tbody th { font-weight: 400; }
.matrix .section th { padding-top: 1.2rem; border-right: 0; } .matrix .section span { position: sticky; left: .6rem; font-weight: 600; }
.matrix .state { display: block; max-width: 26rem; white-space: normal; color: var(--soft); font-size: .85rem; }
.matrix .good { color: var(--good); } .matrix .bad { color: var(--card); background: var(--bad); print-color-adjust: exact; }
.matrix .warn { color: var(--warn); } .matrix .calm { color: var(--calm); font-weight: 400; }
#differs:checked ~ .scroll .same, .paper { display: none; }
#runs-title ~ .scroll { font-size: .9rem; } #runs-title ~ .scroll :is(th, td) { vertical-align: top; min-width: 8rem; max-width: 24rem; overflow-wrap: break-word; }
@media (max-width: 46rem) {
  .matrix th:first-child { white-space: normal; min-width: 8.5rem; max-width: 8.5rem; overflow-wrap: break-word; } .matrix th code { font-size: .75rem; }
  .matrix th, .matrix td { padding: .15rem .3rem; } .matrix th:first-child { padding-left: .3rem; }
  .matrix .section th { max-width: none; white-space: nowrap; }
}
@media print {
  .scroll, #matrix-title ~ .scroll { overflow: visible; max-height: none; border: 0; }
  .matrix thead th, .matrix th:first-child { position: static; background: none; }
  table { font-size: .7rem; } .matrix th, .matrix td { padding: .1rem .25rem; } .matrix th:first-child { white-space: normal; }
  #runs-title ~ .scroll :is(th, td) { padding-right: .5rem; min-width: 0 !important; overflow-wrap: anywhere; }
  .matrix .state { font-size: 1em; } .matrix thead span { max-width: 3rem; font-size: .7rem; }
  #differs, #differs + label, .matrix :is(th, td):nth-child(n + ${onPaper + 2}) { display: none; } .paper { display: block; }
}
`;

/** Renders a comparison as one HTML document that needs neither network nor script. */
export function comparisonPage(comparison: Comparison): string {
  const { columns, isHistory, news, notes } = comparison;
  const newest = isHistory ? columns[0]?.summary : undefined;
  const title =
    newest === undefined
      ? `${columns.length} runs against ${new Set(columns.map(({ summary }) => summary.target)).size} targets`
      : `Runs against ${newest.target}`;
  return htmlDocument(
    { title, style },
    <>
      <header class={newest === undefined ? '' : toneOf(newest.exitStatus)}>
        <p class="kit">petstore-conformance compare</p>
        <h1>{safe(title)}</h1>
        <ul class="news">
          {news.map((sentence) => (
            <li>{safe(sentence)}</li>
          ))}
        </ul>
        {notes.map((note) => (
          <p class="numbers">{note}</p>
        ))}
      </header>
      <main>
        <Matrix comparison={comparison} />
        <Runs columns={columns} isHistory={isHistory} />
      </main>
    </>,
  );
}

/** Renders content as a link to the report of a run, if that is there. */
function linked({ page }: RunColumn, content: ComponentChildren) {
  return page === undefined ? content : <a href={page}>{content}</a>;
}

/** Renders the facts that differ as a table, and those of all runs once. */
function Runs({
  columns,
  isHistory,
}: {
  readonly columns: readonly RunColumn[];
  readonly isHistory: boolean;
}) {
  const { shared, own } = factsOfRuns(columns);
  // The first column names the run.
  const facts = own.filter(({ name }) => !['Labels', ...(isHistory ? ['Started'] : [])].includes(name));
  return (
    <Section name="runs" title="Runs">
      {shared === undefined ? null : <p>{safe(shared)}</p>}
      <Scroll labelledBy="runs-title">
        <table>
          <thead>
            <tr>
              {['Run', ...facts.map(({ name }) => name)].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, index) => (
              <tr>
                <th scope="row">{linked(column, `${column.number}. ${safe(nameOf(column, isHistory))}`)}</th>
                {facts.map(({ values }) => (
                  <td>{safe(values[index] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

function nameOf({ summary }: RunColumn, isHistory: boolean): string {
  return isHistory ? dayAndLabels(summary, minuteOf) : targetName(summary);
}

function Matrix({ comparison }: { readonly comparison: Comparison }) {
  const { columns, sections, isHistory, legend } = comparison;
  const isFailed = ({ results }: MatrixRow) => results.includes('fails');
  return (
    <Section name="matrix" title="Requirements">
      <p class="legend">
        {legend}
        {columns.some(({ caveats }) => caveats.length > 0) ? '; * hard to compare' : ''}
      </p>
      {columns.length > onPaper ? (
        <p class="paper">{`The first ${onPaper} of ${columns.length} runs.`}</p>
      ) : null}
      <input type="checkbox" id="differs" checked={sections.some(({ rows }) => rows.some(isFailed))} />{' '}
      <label for="differs">Only requirements that failed in a run</label>
      <Scroll labelledBy="matrix-title">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {columns.map((column) => (
                <th scope="col" title={safe(nameOf(column, isHistory))}>
                  {linked(column, <Head column={column} isHistory={isHistory} />)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sections.map(({ title, rows }) => (
              <>
                <tr class={rows.some(isFailed) ? 'section' : 'section same'}>
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    <span>{title}</span>
                  </th>
                </tr>
                {rows.map((row) => (
                  <Requirement row={row} kind={isFailed(row) ? 'failed' : 'same'} />
                ))}
              </>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

function Requirement({ row, kind }: { readonly row: MatrixRow; readonly kind: 'failed' | 'same' }) {
  const [section = '', ...rest] = safe(row.id).split('.');
  return (
    <tr class={kind} id={`row-${safe(row.id)}`}>
      <th scope="row" title={safe(row.title)}>
        {/* An id may be broken after its section. */}
        <code>{rest.length === 0 ? section : [`${section}.`, <wbr />, rest.join('.')]}</code>{' '}
        {row.state === '' ? null : <span class="state">{safe(row.state)}</span>}
      </th>
      {row.verdicts.map((verdict) =>
        verdict === undefined ? (
          <td />
        ) : (
          <td class={verdicts[verdict].tone}>
            <abbr title={verdicts[verdict].word}>{verdicts[verdict].letter}</abbr>
          </td>
        ),
      )}
    </tr>
  );
}

/** Renders the number of a run, its day and build, or its target. */
function Head({ column, isHistory }: { readonly column: RunColumn; readonly isHistory: boolean }) {
  const { number, caveats, summary } = column;
  return (
    <>
      {number}
      {caveats.length === 0 ? null : <abbr title={`hard to compare: ${safe(caveats.join('; '))}`}>*</abbr>}
      {isHistory ? <span>{safe(summary.startedAt.slice(5, 10))}</span> : null}
      <span>{safe(isHistory ? Object.values(summary.labels).join(' ') : targetName(summary))}</span>
    </>
  );
}
