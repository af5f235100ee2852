import { counted } from '../../text/layout.ts';
import { optionsWords } from '../configuration.ts';
import { addedWords, entriesOf } from '../content.ts';
import type { Report } from '../model/report.ts';
import { isUntested, leftoverKinds, notTestedRows, observedRows, runRows } from '../rows.ts';
import { violationsOf } from '../violations.ts';
import { htmlDocument } from './document.tsx';
import { Header, headlineWithCount } from './header.tsx';
import { hasLimitLine, LimitLine } from './limit.tsx';
import { ClosedSection, Items, Rows, Section } from './parts.tsx';
import { Picture } from './picture.tsx';
import { Requirements } from './requirements.tsx';
import { script } from './script.ts';
import { style } from './style.ts';
import { Violations } from './violations.tsx';

/**
 * Renders the page of a report: it needs no network, and it works without its script, which only opens, copies and filters.
 */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const violations = violationsOf(entries);
  const leftOut = isUntested(report) ? [] : notTestedRows(report).filter(({ detail }) => detail === 'brief');
  const observed = observedRows(report);
  const isLimitShown = violations.some(({ first }) => first.timeline !== undefined);
  const props = { report, violations, entries };
  return htmlDocument(
    { title: `${headlineWithCount(report)}: ${report.target}`, style, script },
    <>
      <Header report={report} />
      <main>
        <Picture entries={entries} />
        <p class="tools" hidden>
          <button type="button" class="all">
            Expand all
          </button>{' '}
          <label>
            Show{' '}
            <select>
              <option value="">all verdicts</option>
              <option value="failure">failures</option>
              <option value="warning">warnings</option>
              <option value="accepted">accepted failures</option>
            </select>
          </label>
        </p>
        <Violations kind="failure" {...props} />
        <Violations kind="warning" {...props} />
        {leftOut.length === 0 ? null : (
          <Section name="left-out" title="Not tested, or not completely">
            <Rows rows={leftOut} />
          </Section>
        )}
        <Violations kind="accepted" {...props} />
        {isLimitShown || !hasLimitLine(report) ? null : (
          <Section name="limit" title="Rate limit">
            <LimitLine report={report} />
          </Section>
        )}
        <div class="folded">
          <Requirements entries={entries} violations={violations} />
          {observed.length === 0 ? null : (
            <ClosedSection name="observed" title="Observed" gist="what the specification leaves open">
              <Rows rows={observed} />
            </ClosedSection>
          )}
          {report.leftovers.length === 0 ? null : <Leftover leftovers={report.leftovers} />}
          <RunFacts report={report} />
        </div>
      </main>
    </>,
  );
}

/** Renders the leftover data of this run, with the ids that a user needs to remove the data. */
function Leftover({ leftovers }: Pick<Report, 'leftovers'>) {
  return (
    <ClosedSection name="leftovers" title="Leftover data" gist={leftoverKinds(leftovers)}>
      <p>This data of the run is still on the target. The API has no DELETE for categories.</p>
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
    ...addedWords(report).map((words) => ['Custom checks', words] as const),
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
