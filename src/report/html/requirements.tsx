import type { Report, RequirementResult } from '../../model/report.ts';
import type { Verdict } from '../../model/verdict.ts';
import { grouped } from '../grouped.ts';
import { sectionTitleOf } from '../section-title.ts';
import { Finding } from './finding.tsx';
import { Text } from './text.tsx';

const words: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warning',
  observed: 'observed',
  'not exercised': 'not exercised',
  'not asked': 'not asked for',
  waived: 'waived',
  flaky: 'flaky',
  excluded: 'excluded',
};

/** What a reader looks for first, first. */
const order: readonly Verdict[] = [
  'fail',
  'warn',
  'waived',
  'flaky',
  'not exercised',
  'pass',
  'observed',
  'not asked',
  'excluded',
];

/** All requirements by section, what is broken first, each that is broken with its evidence. */
export function Requirements({ report }: { readonly report: Report }) {
  const sections = grouped(report.requirements, ({ id }) => sectionTitleOf(id));
  const present = order.filter((verdict) => report.verdict.counts[verdict] > 0);
  return (
    <section id="requirements" aria-labelledby="requirements-title">
      <h2 id="requirements-title">Requirements</h2>
      <form class="filter" hidden>
        <label>
          Search <input type="search" name="text" autocomplete="off" placeholder="id or words" />
        </label>
        <fieldset>
          <legend>Show</legend>
          {present.map((verdict) => (
            <label>
              <input type="checkbox" name="verdict" value={verdict} checked /> {words[verdict]} (
              {report.verdict.counts[verdict]})
            </label>
          ))}
        </fieldset>
        <output aria-live="polite" />
      </form>
      {[...sections].map(([title, rows]) => (
        <section class="rows">
          <h3>{title}</h3>
          <ul>
            {[...rows]
              .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
              .map((row) => (
                <Row row={row} report={report} />
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Row({ row, report }: { readonly row: RequirementResult; readonly report: Report }) {
  const { id, verdict, title, source, level, reason, exercised } = row;
  const findings = report.findings.filter(({ requirement }) => requirement === id);
  const [first] = findings;
  const head = (
    <>
      <span class={`badge ${classOf(verdict)}`}>{words[verdict]}</span> <code class="id">{id}</code>{' '}
      <span class="title">
        <Text>{title}</Text>
      </span>
    </>
  );
  const facts = (
    <p class="facts">
      <Text>{source}</Text> · {level} · {exercised === 0 ? 'no answer bore on it' : `${exercised} bore on it`}
    </p>
  );
  return (
    <li id={id} data-verdict={verdict}>
      {first === undefined ? (
        <>
          <div class="head">{head}</div>
          {reason === undefined ? null : (
            <p class="reason">
              <Text>{reason}</Text>
            </p>
          )}
        </>
      ) : (
        <details open={verdict === 'fail'}>
          <summary>{head}</summary>
          {facts}
          {reason === undefined ? null : (
            <p class="reason">
              <Text>{reason}</Text>
            </p>
          )}
          {findings.map((finding) => (
            <Finding finding={finding} />
          ))}
          <div class="advice">
            <h4>What it means for clients</h4>
            <p>
              <Text>{first.means}</Text>
            </p>
            <h4>How to mend it</h4>
            <p>
              <Text>{first.mend}</Text>
            </p>
          </div>
        </details>
      )}
    </li>
  );
}

/** A verdict as the name of a class. */
function classOf(verdict: Verdict): string {
  return verdict.replace(' ', '-');
}
