import { counted } from '../../text/layout.ts';
import { optionsWords } from '../configuration.ts';
import { entriesOf } from '../content.ts';
import type { Report } from '../model/report.ts';
import { runRows } from '../rows.ts';
import { headlineOf } from '../scope.ts';
import { htmlDocument } from './document.tsx';
import { Findings } from './findings.tsx';
import { FirstScreen } from './first-screen.tsx';
import { ClosedSection, Rows, safe, Table } from './parts.tsx';
import { Requirements } from './requirements.tsx';
import { style } from './style.ts';
import { Timeline } from './timeline.tsx';

/** A link also works if the section of its target is closed. Without scripts, the style shows what is in it. */
const script = `'use strict';
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = target && target.closest('details');
  if (!section) return;
  section.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();
`;

/** Renders the page of a report: it needs no network and no script, which only opens what a link names. */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const title = `${headlineOf(report.verdict).toLowerCase()}: ${report.target}`;
  return htmlDocument(
    { title, style, script },
    <>
      <a class="skip" href="#requirements">
        Skip to the requirements
      </a>
      <FirstScreen report={report} entries={entries} />
      <main>
        <Findings report={report} entries={entries} />
        <Requirements entries={entries} />
        <Timeline report={report} />
        {report.leftovers.length === 0 ? null : <Leftover leftovers={report.leftovers} />}
        <RunFacts report={report} />
      </main>
    </>,
  );
}

const maxLeftovers = 200;

/** Renders the leftover data of this run. */
function Leftover({ leftovers }: Pick<Report, 'leftovers'>) {
  return (
    <ClosedSection
      name="leftovers"
      title="Leftover data"
      gist={counted(leftovers.length, 'category', 'categories')}
    >
      <p>The API has no DELETE: these categories of this run are still on the target.</p>
      <Table labelledBy="leftovers-title" columns={['id', 'name', 'cause']}>
        {leftovers.slice(0, maxLeftovers).map(({ id, name, cause, how = cause }) => (
          <tr>
            <td>{safe(id ?? 'unknown')}</td>
            <td>{safe(name)}</td>
            <td>{safe(how)}</td>
          </tr>
        ))}
      </Table>
      {leftovers.length > maxLeftovers ? (
        <p>and {leftovers.length - maxLeftovers} more, in report.json</p>
      ) : null}
    </ClosedSection>
  );
}

/** Renders what is needed to repeat the run: numbers, versions and options. */
function RunFacts({ report }: { readonly report: Report }) {
  const { kit, configuration, plan } = report;
  const facts = [
    ['Node.js', kit.node],
    ['Options', optionsWords(configuration).join(' ')],
    ['Run mark', report.runMark],
    ['Planned', `at most ${counted(plan.atMost, 'request')}`],
    ['Extra headers', configuration.headerNames.length === 0 ? 'none' : configuration.headerNames.join(', ')],
  ] as const;
  const rows = facts.map(([label, text]) => ({ label, text, detail: 'full' as const }));
  return (
    <ClosedSection name="run" title="The run" gist="versions, options, requests">
      <Rows rows={[...runRows(report), ...rows]} />
    </ClosedSection>
  );
}
