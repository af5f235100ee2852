import { sections } from '../../spec/catalog.ts';
import { type Entry, grouped } from '../content.ts';
import type { Report } from '../model/report.ts';
import { Badge, byVerdict, idLink, Section, text, verdictOrder, verdictTitles } from './parts.tsx';

const titles = new Map(
  sections.flatMap(({ title, requirements }) => requirements.map(({ id }) => [id, title] as const)),
);

/** Renders all requirements by section, with verdicts and reasons; findings are linked. */
export function Requirements({ entries }: { readonly entries: readonly Entry[] }) {
  // A report of another version may have other requirements.
  const bySection = grouped(entries, ({ id, section }) => section ?? titles.get(id) ?? 'Other');
  return (
    <Section id="requirements" name="requirements" title="Requirements">
      {[...bySection].map(([title, some]) => (
        <div class="rows filtered">
          <h3>{text(title)}</h3>
          <ul>
            {some.sort(byVerdict).map((entry) => (
              <Requirement entry={entry} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

/** Renders a requirement. If it has findings, these have its anchor. */
function Requirement({ entry: { id, verdict, known, title, reason, first } }: { readonly entry: Entry }) {
  return (
    <li data-verdict={verdict} {...(first === undefined ? { id } : {})}>
      <Badge verdict={verdict} known={known} />{' '}
      {first === undefined ? <code class="id">{id}</code> : idLink(id, 'id')}{' '}
      <span class="title">{text(title)}</span>
      {reason === undefined ? null : <p class="reason">{text(reason)}</p>}
    </li>
  );
}

/** Renders the filter, hidden until its script has run. */
export function Filter({ report }: { readonly report: Report }) {
  const { counts } = report.verdict;
  return (
    <form class="filter" aria-label="Filter" hidden>
      <label>
        Search <input type="search" name="text" autocomplete="off" placeholder="requirement id or words" />
      </label>
      <fieldset>
        <legend>Show</legend>
        {verdictOrder
          .filter((verdict) => counts[verdict] > 0)
          .map((verdict) => (
            <label>
              <input type="checkbox" name="verdict" value={verdict} checked /> {verdictTitles[verdict]} (
              {counts[verdict]})
            </label>
          ))}
      </fieldset>
      <output aria-live="polite" />
    </form>
  );
}

/** Filters requirements and findings by verdict and words in the browser. It only sets `hidden`. */
export const filterScript = `'use strict';
(() => {
  const form = document.querySelector('form.filter');
  const output = form.querySelector('output');
  const items = [...document.querySelectorAll('[data-verdict]')].map((element) => ({
    element,
    verdict: element.dataset.verdict,
    text: element.textContent.toLowerCase(),
  }));
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
    const shown = items.filter((item) => isRow(item) && !item.element.hidden).length;
    output.textContent = shown === rows ? '' : shown + ' of ' + rows + ' requirements shown';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  // Browsers restore form fields on reload.
  apply();
  // A link also works if the filter hides its target.
  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.closest('[hidden]')) return;
    form.reset();
    apply();
    target.scrollIntoView();
  });
})();
`;
