import { counted, duration, number } from '../../text/layout.ts';
import { optionsWords } from '../configuration.ts';
import { entriesOf, grouped, leftInAll } from '../content.ts';
import type { Report } from '../model/report.ts';
import { headlineOf } from '../scope.ts';
import { htmlDocument } from './document.tsx';
import { Findings } from './findings.tsx';
import { FirstScreen } from './first-screen.tsx';
import { Latencies } from './latencies.tsx';
import { ClosedSection, idLink, Table, text } from './parts.tsx';
import { Filter, filterScript, Requirements } from './requirements.tsx';
import { style } from './style.ts';
import { Timeline } from './timeline.tsx';

/** Renders the page of a report: it needs no network and no script, which only filters. */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const title = `${headlineOf(report.verdict).toLowerCase()}: ${report.target}`;
  return htmlDocument(
    { title, style, script: filterScript },
    <>
      <a class="skip" href="#requirements">
        Skip to the requirements
      </a>
      <FirstScreen report={report} entries={entries} />
      <main>
        <Filter report={report} />
        <Findings report={report} entries={entries} />
        <Requirements entries={entries} />
        <Timeline report={report} />
        <Latencies report={report} />
        <LeftOut report={report} />
        <RunFacts report={report} />
      </main>
    </>,
  );
}

const maxLeftovers = 200;

/** Renders what was not tested and why, and the leftover data. */
function LeftOut({ report }: { readonly report: Report }) {
  const { requirements, leftovers, earlierLeftovers: earlier } = report;
  const missed = requirements.filter(({ verdict }) => verdict === 'not tested');
  return (
    <>
      {missed.length === 0 ? null : (
        <ClosedSection
          id="not-tested"
          name="not-tested"
          title="Not tested"
          gist={counted(missed.length, 'requirement')}
        >
          <dl class="reasons">
            {[...grouped(missed, ({ reason = 'no reason given' }) => reason)].map(([reason, some]) => (
              <>
                <dt>{text(reason)}</dt>
                <dd>{some.map(({ id }) => [idLink(id), ' '])}</dd>
              </>
            ))}
          </dl>
        </ClosedSection>
      )}
      {leftovers.length === 0 ? null : <Leftover leftovers={leftovers} />}
      {earlier === undefined ? null : (
        <ClosedSection
          name="earlier"
          title="Leftover data of earlier runs"
          gist={counted(earlier.count, 'category', 'categories')}
        >
          <p>
            The list contains {counted(earlier.count, 'category', 'categories')} with the mark of another run;{' '}
            {leftInAll(report)}. They were not judged. Ids: {earlier.ids.join(', ')}
          </p>
        </ClosedSection>
      )}
    </>
  );
}

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
            <td>{text(id ?? 'unknown')}</td>
            <td>{text(name)}</td>
            <td>{how}</td>
          </tr>
        ))}
      </Table>
      {leftovers.length > maxLeftovers ? (
        <p>and {leftovers.length - maxLeftovers} more, in report.json</p>
      ) : null}
    </ClosedSection>
  );
}

/** Renders what is needed to repeat the run: versions, options, the plan, and what was sent. */
function RunFacts({ report }: { readonly report: Report }) {
  const { kit, requirementsVersion, configuration, requests, waits, plan } = report;
  const waited = waits.reduce((sum, { seconds }) => sum + seconds, 0);
  const facts: readonly (readonly [string, string])[] = [
    ['Kit', `${kit.version}, Node.js ${kit.node}`],
    ['Requirements', requirementsVersion],
    ['Options', optionsWords(configuration).join(' ')],
    ['Run mark', report.runMark],
    [
      'Requests',
      `${number(requests.total)}: ${number(requests.withKey)} with the key, ${number(requests.withoutKey)} without, ` +
        `${number(requests.rateLimited)} rate-limited (429), ${number(requests.retried)} retried; planned: at most ${number(plan.atMost)}`,
    ],
    ['Waited', waits.length === 0 ? 'no waits' : duration(waited)],
    ['Extra headers', configuration.headerNames.length === 0 ? 'none' : configuration.headerNames.join(', ')],
  ];
  return (
    <ClosedSection name="run" title="The run" gist="versions, options, requests">
      <dl class="facts-list">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{text(value)}</dd>
          </div>
        ))}
      </dl>
    </ClosedSection>
  );
}
