import type { Report } from '../model/report.ts';
import { verdictOrder, verdictTitles } from './badge.tsx';

/** Which requirements and findings are shown; hidden until the script that it needs has run. */
export function Filter({ report }: { readonly report: Report }) {
  const { counts } = report.verdict;
  return (
    <form class="filter" aria-label="Filter" hidden>
      <label>
        Search <input type="search" name="text" autocomplete="off" placeholder="id or words" />
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
