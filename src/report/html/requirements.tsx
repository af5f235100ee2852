import { sections } from '../../spec/catalog.ts';
import { grouped } from '../../text/grouped.ts';
import type { RequirementEntry } from '../content.ts';
import { byVerdict, verdictCounts } from '../model/verdicts.ts';
import { Badge, Items, idLink, Section, safe } from './parts.tsx';

const titles = new Map(
  sections.flatMap(({ title, requirements }) => requirements.map(({ id }) => [id, title] as const)),
);

/** Renders all requirements by section, with verdicts and reasons; findings are linked. */
export function Requirements({ entries }: { readonly entries: readonly RequirementEntry[] }) {
  // A report of another version may have other requirements.
  const bySection = grouped(entries, ({ id, section }) => section ?? titles.get(id) ?? 'Other');
  return (
    <Section name="requirements" title="Requirements">
      <p class="legend">{levelsWords(entries)}</p>
      {[...bySection].map(([title, some]) => (
        <details class="rows">
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
  entry: { id, verdict, title, reason, note = reason?.text, first, observed },
}: {
  readonly entry: RequirementEntry;
}) {
  return (
    <li id={first === undefined ? id : undefined}>
      <Badge verdict={verdict} /> {first === undefined ? <code class="id">{id}</code> : idLink(id, 'id')}{' '}
      <span class="title">{safe(title)}</span>
      {observed.length > 1 ? (
        <Items texts={observed} />
      ) : note === undefined ? null : (
        <p class="reason">{safe(note)}</p>
      )}
    </li>
  );
}
