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
  passedWords,
  stateWords,
} from './compare.ts';

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
.runs { min-width: 75rem; } .runs th, .runs td { overflow-wrap: break-word; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; }
.chart { width: 100%; height: 5rem; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
.chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
@media print { #differs, #differs + label { display: none; } .matrix thead th { position: static; } }
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
      </header>
      <main>
        {isHistory && columns.length > 1 ? <Charts columns={columns} /> : null}
        <Runs columns={columns} />
        <Matrix comparison={comparison} />
      </main>
    </>,
  );
}

function Runs({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <Section name="runs" title="Runs">
      <Scroll labelledBy="runs-title">
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">Run</th>
              {columnFacts(columns[0] as Column).map(([name]) => (
                <th scope="col">{name}</th>
              ))}
              <th scope="col">Hard to compare</th>
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
                {columnFacts(column).map(([, value]) => (
                  <td>{text(value)}</td>
                ))}
                <td>{text(column.caveats.join('; '))}</td>
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
      <p class="legend">{legend}</p>
      <input type="checkbox" id="differs" />{' '}
      <label for="differs">Only requirements on which runs differ</label>
      <Scroll labelledBy="matrix-title">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {columns.map(({ summary: { startedAt, labels } }, index) => (
                <th scope="col">
                  {index + 1}
                  <span class="when">{text(startedAt.slice(5, 10))}</span>
                  <span class="when">{text(labelWords(labels))}</span>
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
                  <tr class={row.differs ? 'differs' : 'same'}>
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
  const series: readonly (readonly [string, readonly number[], string])[] = [
    ['Failures', failures, ''],
    ['Median latency', runs.map(({ latencyMs }) => Math.round(latencyMs?.median ?? 0)), ' ms'],
    ['Requests', runs.map(({ requests }) => requests), ''],
  ];
  return (
    <Section name="charts" title="Over time">
      <div class="charts">
        {series.map(([name, values, unit]) => (
          <Chart name={name} values={values} unit={unit} />
        ))}
      </div>
    </Section>
  );
}

/** Draws values over runs; the words hold the first, the largest and the last. */
function Chart({
  name,
  values,
  unit,
}: {
  readonly name: string;
  readonly values: readonly number[];
  readonly unit: string;
}) {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, index) => `${(index / Math.max(1, values.length - 1)) * 100},${38 - (value / most) * 36}`,
  );
  const words = `${name}: first ${values[0]}${unit}, largest ${most}${unit}, last ${values.at(-1)}${unit}`;
  return (
    <figure>
      <figcaption>{words}</figcaption>
      <svg class="chart" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={words}>
        <polyline points={points.join(' ')} />
      </svg>
    </figure>
  );
}
