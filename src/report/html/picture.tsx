import { grouped } from '../../text/grouped.ts';
import type { RequirementEntry } from '../content.ts';
import { verdictCounts, verdicts } from '../model/verdicts.ts';
import { sectionOf } from '../order.ts';
import { safe } from './parts.tsx';

/** The verdicts that the picture can show, in the order of its legend. */
const shown = ['pass', 'fail', 'warn', 'accepted', 'not tested', 'not selected'] as const;

/**
 * Renders the whole specification as a picture: a cell for each requirement that a run can violate, by section. The link
 * below the picture is the text alternative of the picture, and its only tab stop.
 */
export function Picture({ entries }: { readonly entries: readonly RequirementEntry[] }) {
  const all = entries.filter(({ level }) => level === 'required' || level === 'advisory');
  const there = shown.filter((one) => all.some(({ verdict }) => verdict === one));
  return (
    <section class="picture" aria-label="All requirements">
      <div class="strip" aria-hidden="true">
        {[...grouped(all, sectionOf)].map(([title, some]) => (
          <div class="sec">
            <span class="name">{safe(title)}</span> <Count entries={some} />
            <span class="cells">
              {some.map((entry) => (
                <Cell entry={entry} />
              ))}
            </span>
          </div>
        ))}
      </div>
      <p class="legend">
        <a href="#requirements">
          {all.length} requirements:{' '}
          {verdictCounts((one) => all.filter(({ verdict }) => verdict === one).length)}
        </a>{' '}
        <span aria-hidden="true">
          ■ required ● advisory ·{' '}
          {there.map((one) => `${verdicts[one].glyph} ${verdicts[one].word}`).join(' ')}
        </span>
      </p>
    </section>
  );
}

function Count({ entries }: { readonly entries: readonly RequirementEntry[] }) {
  const of = (wanted: RequirementEntry['verdict']) =>
    entries.filter(({ verdict }) => verdict === wanted).length;
  const failed = of('fail');
  return failed === 0 ? (
    <span class="count">
      {of('pass')}/{entries.length}
    </span>
  ) : (
    <b class="count bad">{failed} failed</b>
  );
}

function Cell({ entry: { id, level, verdict } }: { readonly entry: RequirementEntry }) {
  const { glyph, word } = verdicts[verdict];
  const kind = verdict.replace(' ', '-');
  return (
    <a
      class={`cell ${kind}${level === 'advisory' ? ' advisory' : ''}`}
      href={`#${id}`}
      tabIndex={-1}
      title={`${safe(id)}: ${word}`}
    >
      {glyph}
    </a>
  );
}
