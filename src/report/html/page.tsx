import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import { duration, number } from '../../text/layout.ts';
import { entriesOf, grouped, verdictWords } from '../content.ts';
import type { Report } from '../model/report.ts';
import { Findings } from './findings.tsx';
import { FirstScreen } from './first-screen.tsx';
import { Latencies } from './latencies.tsx';
import { idLink, Section, Table, text } from './parts.tsx';
import { Filter, filterScript, Requirements } from './requirements.tsx';
import { style } from './style.ts';
import { Timeline } from './timeline.tsx';

/**
 * Renders one HTML document: no network, readable without script, light and dark, on paper and on a phone. Its content
 * security policy allows only our own style and script, by their digests, should a text ever get past the escaping.
 */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{text(`${verdictWords[report.verdict.outcome].toLowerCase()}: ${report.target}`)}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
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
        <script dangerouslySetInnerHTML={{ __html: filterScript }} />
      </body>
    </html>
  );
  return `<!DOCTYPE html>\n${renderToString(document)}\n`;
}

const policy = [
  "default-src 'none'",
  `style-src '${digest(style)}'`,
  `script-src '${digest(filterScript)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

const mostLeftovers = 200;

/** Renders what was not tested and why, and what the run left behind on the target. */
function LeftOut({ report }: { readonly report: Report }) {
  const { requirements, leftovers, earlierLeftovers: earlier } = report;
  const missed = requirements.filter(({ verdict }) => verdict === 'not tested');
  return (
    <>
      {missed.length === 0 ? null : (
        <Section id="not-exercised" name="not-exercised" title="Not exercised">
          <dl class="reasons">
            {[...grouped(missed, ({ reason = 'no reason given' }) => reason)].map(([reason, rows]) => (
              <>
                <dt>{text(reason)}</dt>
                <dd>{rows.map(({ id }) => [idLink(id), ' '])}</dd>
              </>
            ))}
          </dl>
        </Section>
      )}
      {leftovers.length === 0 ? null : <Leftover leftovers={leftovers} />}
      {earlier === undefined ? null : (
        <Section name="earlier" title="Left by earlier runs">
          <p>
            The list holds {earlier.count} with the mark of another run of this kit. They were not judged.
            Their ids: {earlier.ids.join(', ')}
          </p>
        </Section>
      )}
    </>
  );
}

function Leftover({ leftovers }: Pick<Report, 'leftovers'>) {
  return (
    <Section name="leftovers" title="Left on the target">
      <p>The service has no operation that deletes: these categories of this run are still there.</p>
      <Table labelledBy="residue-title" columns={['id', 'name', 'why']}>
        {leftovers.slice(0, mostLeftovers).map(({ id, name, cause, how = cause }) => (
          <tr>
            <td>{text(id ?? 'unknown')}</td>
            <td>{text(name)}</td>
            <td>{how}</td>
          </tr>
        ))}
      </Table>
      {leftovers.length > mostLeftovers ? (
        <p>and {leftovers.length - mostLeftovers} more, in report.json</p>
      ) : null}
    </Section>
  );
}

/** Renders what it takes to repeat the run and to trust it: versions, options, the plan and what was sent. */
function RunFacts({ report }: { readonly report: Report }) {
  const { kit, requirementsVersion, configuration, requests, waits, plan } = report;
  const waited = waits.reduce((sum, { seconds }) => sum + seconds, 0);
  const facts: readonly (readonly [string, string])[] = [
    ['Kit', `${kit.version}, Node.js ${kit.node}`],
    ['Requirements', requirementsVersion],
    ['Profile', configuration.profile],
    ['Plan of the service', configuration.plan ?? 'not given'],
    ['Seed', String(configuration.seed)],
    ['Mark of the run', report.runMark],
    [
      'Requests',
      `${number(requests.total)}: ${number(requests.withKey)} with the key, ${number(requests.withoutKey)} without, ` +
        `${number(requests.rateLimited)} answered 429, ${number(requests.retried)} repeated; at most ${number(plan.atMost)} were planned`,
    ],
    ['Waited', waits.length === 0 ? 'not at all' : `${duration(waited)} in all`],
    ['At a time', number(configuration.concurrency)],
    ['Timeout', `${configuration.timeoutSeconds} s for a request`],
    ['Uses the limit up', configuration.exhaust ? 'yes' : 'no'],
    ['Near misses of the key', configuration.nearMisses ? 'yes' : 'no'],
    ['Extra headers', configuration.headerNames.length === 0 ? 'none' : configuration.headerNames.join(', ')],
  ];
  return (
    <Section name="run" title="The run">
      <dl class="facts-list">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{text(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
