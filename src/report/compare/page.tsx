import { htmlDocument } from '../html/document.tsx';
import { code, Scroll, Section, text } from '../html/parts.tsx';
import { style as shared } from '../html/style.ts';
import type { Verdict } from '../model/report.ts';
import {
  type Column,
  type Comparison,
  columnFacts,
  labelWords,
  legend,
  letters,
  noteWords,
  passedWords,
  stateWords,
} from './compare.ts';
import type { RunSummary } from './run-summary.ts';

const style = `${shared}
body { max-width: none; }
.matrix { width: auto; }
.matrix th, .matrix td { padding: .15rem .5rem; }
.matrix thead th { position: sticky; top: 0; background: var(--ground); z-index: 1; vertical-align: bottom; color: var(--ink); }
.matrix thead .when { display: block; font-weight: 400; color: var(--soft); font-size: .85rem; }
.matrix tbody th { font-weight: 400; } .matrix tbody .section th { padding-top: 1.2rem; font-weight: 600; }
.matrix td { text-align: center; font-weight: 600; } .matrix td.state { text-align: left; font-weight: 400; color: var(--soft); }
.matrix .pass { color: var(--good); } .matrix .fail { color: var(--card); background: var(--bad); print-color-adjust: exact; }
.matrix .warn, .matrix .flaky, .matrix .waived { color: var(--warn); } .matrix .calm { color: var(--calm); font-weight: 400; }
#differs:checked ~ .scroll .same { display: none; }
.runs { width: auto; } .runs th, .runs td { padding-right: 1.5rem; vertical-align: top; white-space: nowrap; }
.runs .caveats { white-space: normal; min-width: 16rem; } .matrix th code, .matrix .state { white-space: nowrap; }
.facts-list { margin-bottom: 1rem; }
h1 { font-size: clamp(1.35rem, 3.6vw, 2.1rem); }
main > section { margin: 2rem 0; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; }
.charts figure { margin: 0; align-self: end; } .charts figcaption b { color: var(--ink); }
.chart { width: 100%; height: 5rem; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
.chart rect { fill: var(--accent); print-color-adjust: exact; } .chart .bad { fill: var(--bad); }
.span { display: flex; justify-content: space-between; color: var(--soft); font-size: .85rem; }
@media (max-width: 46rem) { .matrix th code { white-space: normal; font-size: .75rem; } .matrix .state { white-space: normal; min-width: 9rem; } }
@media print { .matrix thead th { background: none; } .runs, .matrix { font-size: .75rem; } .runs th, .runs td { padding-right: .75rem; white-space: normal; } .scroll { overflow: visible; } #differs, #differs + label { display: none; } .matrix thead th { position: static; } }
`;

const tones: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  flaky: 'flaky',
  waived: 'waived',
  observed: 'calm',
  'not tested': 'calm',
  'not selected': 'calm',
  'not testable': 'calm',
};

/** Renders a comparison as one HTML document that needs neither network nor script. */
export function comparisonPage(comparison: Comparison): string {
  const { columns, isHistory } = comparison;
  const title = isHistory
    ? `Runs against ${columns[0]?.summary.target ?? ''}`
    : `${columns.length} runs against ${new Set(columns.map(({ summary }) => summary.target)).size} targets`;
  return htmlDocument(
    { title, style },
    <>
      <header>
        <p class="kit">petstore-conformance compare</p>
        <h1>{text(title)}</h1>
        <p class="sentence">{passedWords(comparison)}</p>
        {noteWords(comparison).map((note) => (
          <p class="numbers">{note}</p>
        ))}
        <Failing comparison={comparison} />
      </header>
      <main>
        {isHistory && columns.length > 1 ? <Charts columns={columns} /> : null}
        <Matrix comparison={comparison} />
        <Runs columns={columns} />
      </main>
    </>,
  );
}

/** The maximum number of failing requirements on the first screen. */
const maxFailing = 8;

/** Renders what fails in the newest run of a history, and since when, those that fail longest first. */
function Failing({ comparison: { sections } }: { readonly comparison: Comparison }) {
  const failing = sections
    .flatMap(({ rows }) => rows)
    .flatMap((row) => (row.state?.kind === 'failing since' ? [{ row, since: row.state.startedAt }] : []))
    .sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
  if (failing.length === 0) return null;
  const more = failing.length - maxFailing;
  return (
    <nav aria-labelledby="failing-title">
      <h2 id="failing-title">Failing now</h2>
      <ol>
        {failing.slice(0, maxFailing).map(({ row }) => (
          <li>
            <a href={`#row-${encodeURIComponent(text(row.id))}`}>{code(row.id)}</a> {text(stateWords(row))}
          </li>
        ))}
      </ol>
      {more > 0 ? <p class="numbers">and {more} more</p> : null}
    </nav>
  );
}

/** Renders the facts that differ as a table, and those of all runs once. */
function Runs({ columns }: { readonly columns: readonly Column[] }) {
  const facts = columns.map(columnFacts);
  const isShared = (at: number) =>
    facts.length > 1 && facts.every((all) => all[at]?.[1] === facts[0]?.[at]?.[1]);
  const names = (facts[0] ?? []).map(([name], at) => ({ name, at }));
  const own = names.filter(({ at }) => !isShared(at));
  const hasCaveats = columns.some(({ caveats }) => caveats.length > 0);
  return (
    <Section name="runs" title="Runs">
      <dl class="facts-list">
        {names
          .filter(({ at }) => isShared(at) && facts[0]?.[at]?.[1] !== '')
          .map(({ name, at }) => (
            <div>
              <dt>{`${name} (all runs)`}</dt>
              <dd>{text(facts[0]?.[at]?.[1] ?? '')}</dd>
            </div>
          ))}
      </dl>
      <Scroll labelledBy="runs-title">
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">Run</th>
              {own.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
              {hasCaveats ? <th scope="col">Hard to compare (*)</th> : null}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, index) => (
              <tr>
                <th scope="row">
                  {column.page === undefined ? (
                    runName(column, index)
                  ) : (
                    <a href={column.page}>{runName(column, index)}</a>
                  )}
                </th>
                {own.map(({ at }) => (
                  <td>{text(facts[index]?.[at]?.[1] ?? '')}</td>
                ))}
                {hasCaveats ? <td class="caveats">{text(column.caveats.join('; '))}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

const runName = (column: Column, index: number) => `${index + 1}. ${text(column.name)}`;

function Matrix({ comparison: { columns, sections } }: { readonly comparison: Comparison }) {
  return (
    <Section name="matrix" title="Requirements">
      <p class="legend">
        {legend}
        {columns.some(({ caveats }) => caveats.length > 0) ? ', * hard to compare with the newest run' : ''}
      </p>
      <input type="checkbox" id="differs" />{' '}
      <label for="differs">Only requirements on which runs differ</label>
      <Scroll labelledBy="matrix-title">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {columns.map(({ summary: { startedAt, labels }, caveats }, index) => (
                <th scope="col">
                  {index + 1}
                  {caveats.length === 0 ? null : (
                    <abbr title={`hard to compare: ${text(caveats.join('; '))}`}>*</abbr>
                  )}
                  <span class="when">{text(startedAt.slice(5, 10))}</span>
                  <span class="when" title={text(labelWords(labels))}>
                    {text(Object.values(labels).join(' '))}
                  </span>
                </th>
              ))}
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {sections.map(({ title, rows }) => (
              <>
                <tr class="section">
                  <th scope="rowgroup" colSpan={columns.length + 2}>
                    {text(title)}
                  </th>
                </tr>
                {rows.map((row) => (
                  <tr class={row.differs ? 'differs' : 'same'} id={`row-${text(row.id)}`}>
                    <th scope="row" title={text(row.title)}>
                      {code(row.id)}
                    </th>
                    {row.verdicts.map((verdict) => (
                      <td class={verdict === undefined ? 'calm' : tones[verdict]}>
                        {verdict === undefined ? '' : <abbr title={verdict}>{letters[verdict]}</abbr>}
                      </td>
                    ))}
                    <td class="state">{text(stateWords(row))}</td>
                  </tr>
                ))}
              </>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}

function Charts({ columns }: { readonly columns: readonly Column[] }) {
  const runs = columns.map(({ summary }) => summary);
  const failures = runs.map(({ verdicts }) => Object.values(verdicts).filter((one) => one === 'fail').length);
  const latencies = runs.map(({ latencyMs }) => latencyMs && Math.round(latencyMs.median));
  return (
    <Section name="charts" title="Over time">
      <div class="charts">
        <Chart name="Failures" values={failures} unit="" kind="bad" runs={runs} />
        <Chart name="Median latency" values={latencies} unit=" ms" runs={runs} />
        <Chart name="Requests" values={runs.map(({ requests }) => requests)} unit="" runs={runs} />
      </div>
    </Section>
  );
}

/** Draws a bar for each run; the words hold the range and the newest value. */
function Chart(props: {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  readonly unit: string;
  readonly kind?: 'bad';
  readonly runs: readonly RunSummary[];
}) {
  const { name, values, unit, kind, runs } = props;
  const known = values.filter((value) => value !== undefined);
  const most = Math.max(1, ...known);
  const newest = known.at(-1) ?? 0;
  const range = `${Math.min(...known, most)} to ${Math.max(0, ...known)}${unit}`;
  const width = 100 / values.length;
  const dayOf = (run: RunSummary | undefined) => text(run?.startedAt.slice(0, 10) ?? '');
  return (
    <figure>
      <figcaption>
        {name}: <b>{`${newest}${unit}`}</b>
        {` (${range})`}
      </figcaption>
      <svg
        class="chart"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name} of each run: ${values.map((value) => value ?? 'none').join(', ')}${unit}`}
      >
        {values.map((value = 0, index) => (
          <rect
            class={kind}
            x={index * width + width * 0.1}
            width={width * 0.8}
            y={40 - (value / most) * 37}
            height={(value / most) * 37}
          />
        ))}
      </svg>
      <div class="span">
        <span>{dayOf(runs[0])}</span>
        <span>{dayOf(runs.at(-1))}</span>
      </div>
    </figure>
  );
}
