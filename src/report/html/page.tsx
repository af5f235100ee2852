import { counted } from '../../text/layout.ts';
import { optionsWords } from '../configuration.ts';
import { entriesOf } from '../content.ts';
import type { Report } from '../model/report.ts';
import { runRows } from '../rows.ts';
import { headlineOf } from '../scope.ts';
import { htmlDocument } from './document.tsx';
import { Findings } from './findings.tsx';
import { FirstScreen } from './first-screen.tsx';
import { ClosedSection, Items, Rows } from './parts.tsx';
import { Requirements } from './requirements.tsx';
import { style } from './style.ts';

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
        {report.leftovers.length === 0 ? null : <Leftover leftovers={report.leftovers} />}
        <RunFacts report={report} />
      </main>
    </>,
  );
}

/** Renders the leftover data of this run. */
function Leftover({ leftovers }: Pick<Report, 'leftovers'>) {
  const kinds = counted(leftovers.length, 'category', 'categories');
  return (
    <ClosedSection title="Leftover data" gist={kinds}>
      <p>The API has no DELETE: these categories of this run are still on the target.</p>
      <Items
        texts={leftovers.map(({ id, name, cause, how = cause }) => `id ${id ?? 'unknown'}: ${name} (${how})`)}
      />
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
    <ClosedSection title="The run" gist="versions, options, requests">
      <Rows rows={[...runRows(report), ...rows]} />
    </ClosedSection>
  );
}
