import type { ComponentChildren } from 'preact';
import { counted, listed } from '../../text/layout.ts';
import { checkCommand } from '../commands.ts';
import { type Entry, inBaseline } from '../content.ts';
import {
  alsoCorrectWords,
  bodyWords,
  listedInstances,
  occurrencesWords,
  rowWords,
  wasShrunk,
} from '../evidence.ts';
import type { Finding as FindingData, Report } from '../model/report.ts';
import { Compared, Exchange } from './exchange.tsx';
import { Badge, byVerdict, code, lines, prose, Section, TextFigure, text } from './parts.tsx';

/** What the parts of the page render. */
export interface Parts {
  readonly report: Report;
  readonly entries: readonly Entry[];
}

/** Renders every requirement that has findings, violated ones first, with its evidence and how to fix it. */
export function Findings({ report, entries }: Parts) {
  const found = entries
    .filter(({ findings }) => findings.length > 0)
    .sort((a, b) => Number(a.known) - Number(b.known) || byVerdict(a, b));
  if (found.length === 0) return null;
  return (
    <Section id="findings" kind="filtered" name="findings" title="Findings">
      {found.map((entry) => (
        <Found entry={entry} report={report} />
      ))}
    </Section>
  );
}

function Found({ entry, report }: { readonly entry: Entry; readonly report: Report }) {
  const { id, verdict, title, source, section, level, reason, tested } = entry;
  const { findings, first, known, impact, fix, software } = entry;
  const advice = [
    ['What it means for clients', impact],
    ['How to mend it', fix],
    ['Software that is known for it', software],
  ] as const;
  return (
    <article class="broken" id={id} data-verdict={verdict} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <Badge verdict={verdict} known={known} /> <code>{id}</code> <span class="title">{text(title)}</span>
      </h3>
      <p class="facts">
        {text(source)}
        {first?.sentence === undefined ? null : [': ', <q>{text(first.sentence)}</q>]} · {level}
        {section === undefined ? '' : text(`, added: ${section}`)} · {counted(tested, 'response')} bore on it
        {known ? ` · known ${inBaseline(report)}` : ''}
        {findings.length > 1 ? ` · ${findings.length} different faults` : ''}
      </p>
      {reason === undefined ? null : <p class="reason">{text(reason)}</p>}
      {findings.map((finding) => (
        <Finding finding={finding} />
      ))}
      <div class="advice">
        {advice.map(([title, words]) =>
          words === undefined ? null : (
            <>
              <h4>{title}</h4>
              <p>{prose(words)}</p>
            </>
          ),
        )}
        <Command title="See whether it is mended" command={checkCommand(id, report)} />
      </div>
    </article>
  );
}

/** Renders one cause: expected and received, the exchange, the smallest body, and the commands that show it again. */
function Finding({ finding }: { readonly finding: FindingData }) {
  const { expected, received, payload, timeline = [], curl, instances, known } = finding;
  return (
    <div class="finding">
      <dl class="pair">
        {fact('Expected', prose(expected), 'expected')}
        {fact('Received', text(received), 'received')}
        {known === true ? fact('Known', 'the baseline holds it, too') : null}
        {fact('Seen', text(occurrencesWords(finding)))}
        {instances.length === 0 ? null : fact('Cases', text(listed(instances, listedInstances)))}
        {alsoCorrectWords(finding).map((alsoCorrect) => fact('Kept', text(alsoCorrect)))}
        {payload === undefined
          ? null
          : [
              fact('Fault', [prose(payload.fault), '; valid would be: ', prose(payload.control)]),
              fact(wasShrunk(payload) ? 'Smallest body' : 'Body as sent', code(bodyWords(payload.smallest))),
              payload.found === payload.smallest
                ? null
                : fact('As first found', code(bodyWords(payload.found))),
            ]}
      </dl>
      <Exchange finding={finding} />
      <Compared finding={finding} />
      {timeline.length === 0 ? null : (
        <TextFigure caption="The answers that prove it">
          {lines(timeline.map(rowWords).join('\n'))}
        </TextFigure>
      )}
      <Command title="Send it again" command={curl} />
      <Command title="Send the other request again" command={finding.comparedWith?.curl} />
    </div>
  );
}

function fact(name: string, value: ComponentChildren, kind?: 'expected' | 'received'): ComponentChildren {
  return (
    <>
      <dt>{name}</dt>
      <dd class={kind}>{value}</dd>
    </>
  );
}

/** Renders a whole command to copy; half of one is useless, so a longer one is left to report.json. */
function Command({ title, command }: { readonly title: string; readonly command: string | undefined }) {
  if (command === undefined) return null;
  if (command.length <= 4_000)
    return (
      <TextFigure caption={title} kind="command">
        {text(command)}
      </TextFigure>
    );
  return (
    <figure class="command">
      <figcaption>{title}</figcaption>
      <p>The command is too long to copy from here: it stands in report.json.</p>
    </figure>
  );
}
