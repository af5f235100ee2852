import { sections } from '../../spec/ledger.ts';
import { type Entry, grouped } from '../content.ts';
import { Badge, byVerdict, idLink, Section, text } from './parts.tsx';

const titles = new Map(
  sections.flatMap(({ title, requirements }) => requirements.map(({ id }) => [id, title] as const)),
);

/** All requirements by section, each with its verdict and the reason for it; findings are linked. */
export function Requirements({ entries }: { readonly entries: readonly Entry[] }) {
  // A report of another ledger may name others.
  const bySection = grouped(entries, ({ id, section }) => section ?? titles.get(id) ?? 'Other');
  return (
    <Section id="requirements" name="requirements" title="Requirements">
      {[...bySection].map(([title, rows]) => (
        <div class="rows filtered">
          <h3>{text(title)}</h3>
          <ul>
            {rows.sort(byVerdict).map((entry) => (
              <Requirement entry={entry} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

/** The anchor of a requirement is its finding, where it has one. */
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
