import { grouped } from '../../text/grouped.ts';
import type { RequirementEntry } from '../content.ts';
import { byVerdict, verdictCounts } from '../model/verdicts.ts';
import { sectionOf } from '../order.ts';
import type { Violation } from '../violations.ts';
import { Badge, ClosedSection, Items, safe } from './parts.tsx';

interface RequirementsProps {
  readonly entries: readonly RequirementEntry[];
  readonly violations: readonly Violation[];
}

/**
 * Renders all requirements in one folded table by section, with verdicts and reasons. Each violated requirement links to its
 * fault.
 */
export function Requirements({ entries, violations }: RequirementsProps) {
  const faultOf = (id: string) => violations.findIndex(({ ids }) => ids.includes(id)) + 1;
  return (
    <ClosedSection name="requirements" title="All requirements" gist={levelsWords(entries)}>
      {[...grouped(entries, sectionOf)].map(([title, some]) => (
        <>
          <h3>
            {safe(title)} <span class="soft">{verdictCounts((one) => countOf(some, one))}</span>
          </h3>
          <ul class="list">
            {some.sort(byVerdict).map((entry) => (
              <Requirement entry={entry} fault={faultOf(entry.id)} />
            ))}
          </ul>
        </>
      ))}
    </ClosedSection>
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

function Requirement({
  entry: { id, verdict, title, reason, note = reason?.text, observed },
  fault,
}: {
  readonly entry: RequirementEntry;
  /** The number of the fault that violates the requirement; 0 if none does. */
  readonly fault: number;
}) {
  return (
    <li id={id} class={verdict.replace(' ', '-')}>
      <Badge verdict={verdict} /> <code class="id">{safe(id)}</code> <span class="soft">{safe(title)}</span>
      {fault === 0 ? null : (
        <>
          {' '}
          <a href={`#fault-${fault}`}>Fault {fault}</a>
        </>
      )}
      {observed.length > 1 ? (
        <Items texts={observed} />
      ) : note === undefined ? null : (
        <p class="soft">{safe(note)}</p>
      )}
    </li>
  );
}
