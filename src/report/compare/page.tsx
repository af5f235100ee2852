import type { ComponentChildren } from 'preact';
import type { ChangeKind } from '../changes.ts';
import { minuteOf } from '../content.ts';
import { changeGroups } from '../diff.ts';
import { htmlDocument } from '../html/document.tsx';
import { code, prose, Scroll, Section, text } from '../html/parts.tsx';
import { style as shared } from '../html/style.ts';
import { toneOf, verdicts } from '../model/verdicts.ts';
import { Charts } from './charts.tsx';
import {
  type Column,
  type Comparison,
  caveatsName,
  endingWords,
  factsOfRuns,
  failingRows,
  failuresOf,
  legendOf,
  noteWords,
  passedWords,
  targetName,
} from './compare.ts';
import { type Row, stateWords } from './rows.ts';
import type { RunSummary } from './run-summary.ts';
import { dayAndLabels } from './run-words.ts';

const style = `${shared}
body { max-width: none; }
h1 { font-size: clamp(1.35rem, 3.6vw, 2.1rem); }
main > section { margin: 2rem 0; } .newest { max-width: none; }
.news h2 { font-size: 1.05rem; margin: .75rem 0 .25rem; } .news p { margin: 0; font-weight: 600; } .news ul { margin: .25rem 0; padding-left: 1.4rem; } .news .label { white-space: normal; }
.outcomes { list-style: none; padding: 0; margin: .75rem 0; display: flex; flex-wrap: wrap; gap: .25rem 2rem; }
.scroll { overflow-wrap: normal; }
#matrix-title ~ .scroll { width: fit-content; max-width: 100%; max-height: 92vh; overflow: auto; border: 1px solid var(--line); }
.matrix, .runs { width: auto; border-collapse: separate; border-spacing: 0; }
.matrix th, .matrix td { padding: .15rem .5rem; white-space: nowrap; }
.matrix td { text-align: center; font-weight: 600; } .matrix abbr { text-decoration: none; }
.matrix thead th { position: sticky; top: 0; z-index: 1; background: var(--ground); color: var(--ink); text-align: center; vertical-align: bottom; }
.matrix thead span { display: block; max-width: 7rem; overflow: hidden; text-overflow: ellipsis; font-weight: 400; color: var(--soft); font-size: .85rem; }
.matrix thead a span { color: inherit; }
.matrix th:first-child, .runs th:first-child { position: sticky; left: 0; background: var(--ground); text-align: left; }
.matrix th:first-child { padding-left: .6rem; border-right: 1px solid var(--line); } .matrix thead th:first-child { z-index: 2; }
.matrix tbody tr { scroll-margin-top: 6rem; } .matrix tbody th { font-weight: 400; }
.matrix .section th { padding-top: 1.2rem; border-right: 0; } .matrix .section span { position: sticky; left: .6rem; font-weight: 600; }
.matrix .state { display: block; max-width: 26rem; white-space: normal; color: var(--soft); font-size: .85rem; }
.matrix .good { color: var(--good); } .matrix .bad { color: var(--card); background: var(--bad); print-color-adjust: exact; }
.matrix .warn { color: var(--warn); } .matrix .calm { color: var(--calm); font-weight: 400; }
.matrix .paper { display: none; }
#differs:checked ~ .scroll .same { display: none; }
.runs th, .runs td { padding: .3rem 1rem .3rem 0; vertical-align: top; } .runs th { white-space: nowrap; }
.runs { font-size: .9rem; } .runs td { min-width: 6rem; max-width: 16rem; overflow-wrap: break-word; } .runs .verdict { min-width: 10.5rem; } .runs .caveats { min-width: 14rem; max-width: 24rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; }
.charts figure { margin: 0; align-self: end; } .charts figcaption b { color: var(--ink); }
.chart { width: 100%; height: 5rem; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
.chart rect { fill: var(--accent); print-color-adjust: exact; } .chart .bad { fill: var(--bad); }
.chart .untested { fill: var(--line); } .key.untested { background: var(--line); margin-left: 0; }
.span { display: flex; justify-content: space-between; color: var(--soft); font-size: .85rem; }
@media (max-width: 46rem) {
  .matrix th:first-child { white-space: normal; min-width: 8.5rem; max-width: 8.5rem; overflow-wrap: break-word; } .matrix th code { font-size: .75rem; }
  .matrix th, .matrix td { padding: .15rem .3rem; } .matrix th:first-child { padding-left: .3rem; }
  .matrix .section th { max-width: none; white-space: nowrap; }
  .runs th:first-child { white-space: normal; min-width: 7.5rem; max-width: 7.5rem; padding-right: .5rem; }
}
@media print {
  .scroll, #matrix-title ~ .scroll { overflow: visible; max-height: none; border: 0; }
  .matrix thead th, .matrix th:first-child, .runs th:first-child { position: static; background: none; }
  .runs, .matrix { font-size: .7rem; } .matrix th, .matrix td { padding: .1rem .25rem; } .matrix th:first-child { white-space: normal; }
  .runs th, .runs td, .runs .verdict, .runs .caveats { padding-right: .5rem; white-space: normal; min-width: 0; overflow-wrap: anywhere; }
  .runs th:first-child { min-width: 6.5rem; } .runs .verdict { min-width: 7rem; }
  .matrix .state { font-size: 1em; } .matrix .paper td { text-align: left; font-weight: 400; }
  .matrix thead span { max-width: 3rem; font-size: .7rem; }
  #differs, #differs + label, .matrix .beyond { display: none; } .matrix .paper { display: table-row; }
}
`;

/** How many columns fit on paper. */
const onPaper = 12;

/** Renders a comparison as one HTML document that needs neither network nor script. */
export function comparisonPage(comparison: Comparison): string {
  const { columns, isHistory } = comparison;
  const [newest] = columns;
  const title = isHistory
    ? `Runs against ${newest?.summary.target ?? ''}`
    : `${columns.length} runs against ${new Set(columns.map(({ summary }) => summary.target)).size} targets`;
  const status = isHistory ? newest?.summary.exitStatus : undefined;
  const tone = status === undefined ? '' : toneOf(status);
  return htmlDocument(
    { title, style },
    <>
      <header class={tone}>
        <p class="kit">petstore-conformance compare</p>
        <h1>{text(title)}</h1>
        {newest === undefined || !isHistory ? (
          <Outcomes columns={columns} />
        ) : (
          <p class="sentence newest">
            {linked(newest, `Newest run, ${text(dayAndLabels(newest.summary))}`)}:{' '}
            <b>{text(endingWords(newest.summary))}</b>
          </p>
        )}
        <Changed comparison={comparison} />
        <Failing comparison={comparison} />
        <p class="numbers">{passedWords(comparison)}</p>
        {noteWords(comparison).map((note) => (
          <p class="numbers">{prose(note)}</p>
        ))}
      </header>
      <main>
        <Matrix comparison={comparison} />
        <Runs columns={columns} isHistory={isHistory} />
        {isHistory && columns.length > 1 ? <Charts columns={columns} /> : null}
      </main>
    </>,
  );
}

/** Renders the outcome of each target, in the given order. */
function Outcomes({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <ul class="outcomes">
      {columns.map((column) => (
        <li>
          {linked(column, `${column.number}. ${text(targetName(column.summary))}`)}:{' '}
          <b>{text(endingWords(column.summary))}</b>
        </li>
      ))}
    </ul>
  );
}

/** Renders content as a link to the report of a run, if that is there. */
function linked({ page }: Column, content: ComponentChildren) {
  return page === undefined ? content : <a href={page}>{content}</a>;
}

/** What did not change; the list of what fails has it. */
const asBefore: readonly ChangeKind[] = ['still', 'known warning', 'waived'];
/** Maximum number of changes of one kind on the first screen. */
const maxChanges = 5;

/** Renders what changed in the newest run, and what to do. */
function Changed({ comparison: { news } }: { readonly comparison: Comparison }) {
  if (news === undefined) return null;
  const { since, sentence, changes, nextSteps } = news;
  return (
    <section class="news" aria-labelledby="news-title">
      <h2 id="news-title">{since === undefined ? 'What happened' : 'What changed'}</h2>
      <p>{prose(text(sentence))}</p>
      <ul>
        {changeGroups(changes.filter(({ kind }) => !asBefore.includes(kind))).flatMap(
          ({ heading, changes: some }) =>
            some.slice(0, maxChanges).map(({ requirement, failure, note }) => (
              <li>
                {heading}: <a href={`#row-${encodeURIComponent(text(requirement))}`}>{code(requirement)}</a>
                <span class="label">{text(note ?? failure?.cause ?? '')}</span>
              </li>
            )),
        )}
      </ul>
      {nextSteps.length === 0 ? null : (
        <>
          <h2>What to do</h2>
          <ul>
            {nextSteps.map((step) => (
              <li>{prose(text(step))}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The maximum number of failing requirements on the first screen. */
const maxFailing = 8;

/** Renders what failed when it was last tested, and since when. */
function Failing({ comparison }: { readonly comparison: Comparison }) {
  const failing = failingRows(comparison);
  if (failing.length === 0) return null;
  const more = failing.length - maxFailing;
  const newest = comparison.columns[0]?.summary;
  const isNow = newest !== undefined && failuresOf(newest) !== undefined;
  return (
    <nav aria-labelledby="failing-title">
      <h2 id="failing-title">{isNow ? 'Failing now' : 'Failing when last tested'}</h2>
      <ol>
        {failing.slice(0, maxFailing).map((row) => (
          <li>
            <a href={`#row-${encodeURIComponent(text(row.id))}`}>{code(row.id)}</a> {text(stateWords(row))}
          </li>
        ))}
      </ol>
      {more > 0 ? <p class="numbers">and {more} more</p> : null}
    </nav>
  );
}

/** Facts that need more room than the others. */
const wideFacts: Readonly<Record<string, string>> = { Verdict: 'verdict', [caveatsName]: 'caveats' };

/** Renders the facts that differ as a table, and those of all runs once. */
function Runs({ columns, isHistory }: { readonly columns: readonly Column[]; readonly isHistory: boolean }) {
  const { shared, own } = factsOfRuns(columns);
  // The first column has these.
  const named = isHistory ? ['Started', 'Labels'] : ['Labels'];
  const facts = own.filter(({ name }) => !named.includes(name));
  const nameOf = (summary: RunSummary) => (isHistory ? dayAndLabels(summary, minuteOf) : targetName(summary));
  return (
    <Section name="runs" title="Runs">
      {shared === undefined ? null : <p>{text(shared)}</p>}
      <Scroll labelledBy="runs-title">
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">Run</th>
              {facts.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, index) => (
              <tr>
                <th scope="row">{linked(column, `${column.number}. ${text(nameOf(column.summary))}`)}</th>
                {facts.map(({ name, values }) => (
                  <td class={wideFacts[name]}>{text(values[index] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

function Matrix({ comparison }: { readonly comparison: Comparison }) {
  const { columns, sections, isHistory } = comparison;
  const classes = (...names: readonly (string | false)[]) => names.filter(Boolean).join(' ') || undefined;
  return (
    <Section name="matrix" title="Requirements">
      <p class="legend">
        {legendOf(comparison)}
        {columns.some(({ caveats }) => caveats.length > 0) ? '; * hard to compare' : ''}
      </p>
      <input type="checkbox" id="differs" checked={sections.some(({ rows }) => rows.some(isOfInterest))} />{' '}
      <label for="differs">Only requirements that fail, or on which runs differ</label>
      <Scroll labelledBy="matrix-title">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {columns.map((column, index) => (
                <th
                  scope="col"
                  class={classes(index >= onPaper && 'beyond')}
                  title={text(dayAndLabels(column.summary, minuteOf))}
                >
                  {linked(column, <Head column={column} isHistory={isHistory} />)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.length > onPaper ? (
              <tr class="paper">
                <td colSpan={onPaper + 1}>{`The first ${onPaper} of ${columns.length} runs.`}</td>
              </tr>
            ) : null}
            {sections.map(({ title, rows }) => (
              <>
                <tr class={rows.some(isOfInterest) ? 'section' : 'section same'}>
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    <span>{text(title)}</span>
                  </th>
                </tr>
                {rows.map((row) => {
                  const state = stateWords(row);
                  return (
                    <tr class={isOfInterest(row) ? 'differs' : 'same'} id={`row-${text(row.id)}`}>
                      <th scope="row" title={text(row.title)}>
                        {brokenId(row.id)} {state === '' ? null : <span class="state">{text(state)}</span>}
                      </th>
                      {row.verdicts.map((verdict, index) => (
                        <td
                          class={classes(
                            verdict === undefined ? 'calm' : verdicts[verdict].tone,
                            index >= onPaper && 'beyond',
                          )}
                        >
                          {verdict === undefined ? (
                            ''
                          ) : (
                            <abbr title={verdict}>{verdicts[verdict].letter}</abbr>
                          )}
                        </td>
                      ))}
                    </tr>
                  );
                })}
              </>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

/** Checks whether a row is shown by default: runs differ on it, or it fails in all of them. */
function isOfInterest({ differs, state }: Row): boolean {
  return differs || state?.kind === 'failing since';
}

/** Renders an id that may be broken after its section. */
function brokenId(id: string): ComponentChildren {
  const [section = '', ...rest] = text(id).split('.');
  return <code>{rest.length === 0 ? section : [`${section}.`, <wbr />, rest.join('.')]}</code>;
}

/** Renders the number of a run, its day and build, or its target. */
function Head({ column, isHistory }: { readonly column: Column; readonly isHistory: boolean }) {
  const { number, caveats, summary } = column;
  return (
    <>
      {number}
      {caveats.length === 0 ? null : <abbr title={`hard to compare: ${text(caveats.join('; '))}`}>*</abbr>}
      {isHistory ? <span>{text(summary.startedAt.slice(5, 10))}</span> : null}
      <span>{text(isHistory ? Object.values(summary.labels).join(' ') : targetName(summary))}</span>
    </>
  );
}
