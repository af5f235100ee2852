import { sections } from '../../spec/catalog.ts';
import { grouped, type RequirementEntry } from '../content.ts';
import type { Report } from '../model/report.ts';
import { byVerdict, verdictCounts, verdictNames, verdicts } from '../model/verdicts.ts';
import { Badge, idLink, Section, safe } from './parts.tsx';

const titles = new Map(
  sections.flatMap(({ title, requirements }) => requirements.map(({ id }) => [id, title] as const)),
);

/** Renders all requirements by section, with verdicts and reasons; findings are linked. */
export function Requirements({ entries }: { readonly entries: readonly RequirementEntry[] }) {
  // A report of another version may have other requirements.
  const bySection = grouped(entries, ({ id, section }) => section ?? titles.get(id) ?? 'Other');
  return (
    <Section id="requirements" name="requirements" title="Requirements">
      <p class="legend">{levelsWords(entries)}</p>
      {[...bySection].map(([title, some]) => (
        <details class="rows filtered">
          <summary>
            <h3>{safe(title)}</h3> <span class="gist">{verdictCounts((one) => countOf(some, one))}</span>
          </summary>
          <ul>
            {some.sort(byVerdict).map((entry) => (
              <Requirement entry={entry} />
            ))}
          </ul>
        </details>
      ))}
    </Section>
  );
}

/** Returns "80 in all: 46 required, 15 advisory, 8 observed, 11 not testable". */
function levelsWords(entries: readonly RequirementEntry[]): string {
  const levels = [...grouped(entries, ({ level }) => level)];
  const counts = levels.map(([level, some]) => `${some.length} ${level.replace('-', ' ')}`);
  return `${entries.length} in all: ${counts.join(', ')}`;
}

function countOf(entries: readonly RequirementEntry[], wanted: RequirementEntry['verdict']): number {
  return entries.filter(({ verdict }) => verdict === wanted).length;
}

/** Renders a requirement. If it has findings, these have its anchor. */
function Requirement({
  entry: { id, verdict, known, title, reason, first },
}: {
  readonly entry: RequirementEntry;
}) {
  return (
    <li data-verdict={verdict} {...(first === undefined ? { id } : {})}>
      <Badge verdict={verdict} known={known} />{' '}
      {first === undefined ? <code class="id">{id}</code> : idLink(id, 'id')}{' '}
      <span class="title">{safe(title)}</span>
      {reason === undefined ? null : <p class="reason">{safe(reason)}</p>}
    </li>
  );
}

/** Renders the filter, hidden until its script has run. */
export function Filter({ report }: { readonly report: Report }) {
  const { counts } = report.verdict;
  return (
    <form class="filter" aria-label="Filter" hidden>
      <label>
        Search <input type="search" name="text" autocomplete="off" placeholder="id or words" />
      </label>
      <button type="button">Open all</button>
      <fieldset>
        <legend>Show</legend>
        {verdictNames
          .filter((verdict) => counts[verdict] > 0)
          .map((verdict) => (
            <label>
              <input type="checkbox" name="verdict" value={verdict} checked /> {verdicts[verdict].word}
            </label>
          ))}
      </fieldset>
      <output aria-live="polite" />
    </form>
  );
}

/** Filters requirements and findings by verdict and words in the browser. It only sets `hidden` and `open`. */
export const filterScript = `'use strict';
(() => {
  const form = document.querySelector('form.filter');
  const output = form.querySelector('output');
  const items = [...document.querySelectorAll('[data-verdict]')].map((element) => ({
    element,
    verdict: element.dataset.verdict,
    text: element.textContent.toLowerCase(),
  }));
  const parts = [...document.querySelectorAll('details')];
  const openAll = () => parts.forEach((one) => (one.open = true));
  const isRow = ({ element }) => element.localName === 'li';
  const rows = items.filter(isRow).length;
  const apply = () => {
    const data = new FormData(form);
    const wanted = new Set(data.getAll('verdict'));
    const words = String(data.get('text') || '').toLowerCase().split(/\\s+/).filter(Boolean);
    const fits = ({ verdict, text }) => wanted.has(verdict) && words.every((word) => text.includes(word));
    for (const item of items) item.element.hidden = !fits(item);
    for (const group of document.querySelectorAll('.filtered'))
      group.hidden = !group.querySelector('[data-verdict]:not([hidden])');
    // Words may be found in a closed part.
    if (words.length > 0) for (const one of document.querySelectorAll('.rows.filtered')) one.open = true;
    const shown = items.filter((item) => isRow(item) && !item.element.hidden).length;
    output.textContent = shown === rows ? '' : shown + ' of ' + rows + ' requirements shown';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  // Browsers restore form fields on reload.
  apply();
  // A link also works if the filter hides its target, or its part is closed.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest('[hidden]')) {
      form.reset();
      apply();
    }
    const part = target.closest('details');
    if (part) part.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  if (location.hash) reveal();
  form.querySelector('button').addEventListener('click', openAll);
  // Browsers that cannot open them by style print what is open.
  addEventListener('beforeprint', openAll);
})();
`;
