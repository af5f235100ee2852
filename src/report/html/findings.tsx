import type { ComponentChildren } from 'preact';
import { counted } from '../../text/layout.ts';
import { checkCommand } from '../commands.ts';
import { causesFirst, causeWords, type Entry, inBaseline } from '../content.ts';
import {
  alsoCorrectWords,
  bodyPlacesWords,
  bodyWords,
  casesWords,
  knownWords,
  moreWords,
  occurrencesWords,
  payloadWords,
  rowWords,
  seedWords,
  timesWords,
  wasShrunk,
  whereWords,
} from '../evidence.ts';
import type { Finding as FindingData, Report } from '../model/report.ts';
import { Compared, Exchange } from './exchange.tsx';
import { Badge, byVerdict, code, lines, prose, Section, TextFigure, text } from './parts.tsx';

/** The longest cause in a line, in code points. */
const longestCause = 160;

/** What each part of the page renders. */
export interface Parts {
  readonly report: Report;
  readonly entries: readonly Entry[];
}

/** Renders each requirement with findings, new failures first, then by cause. Only the first is open. */
export function Findings({ report, entries }: Parts) {
  const found = causesFirst(entries)
    .filter(({ findings }) => findings.length > 0)
    .sort((a, b) => Number(a.known) - Number(b.known) || byVerdict(a, b));
  if (found.length === 0) return null;
  return (
    <Section id="findings" kind="filtered" name="findings" title="Findings">
      {found.map((entry, index) => (
        <Found entry={entry} report={report} open={index === 0} />
      ))}
    </Section>
  );
}

function Found({
  entry,
  report,
  open,
}: {
  readonly entry: Entry;
  readonly report: Report;
  readonly open: boolean;
}) {
  const { id, verdict, title, source, section, level, reason, tested } = entry;
  const { findings, first, known, impact, fix, software } = entry;
  const advice = [
    ['Impact', impact],
    ['How to fix', fix],
    ['Software', software],
  ] as const;
  return (
    <details class="broken" id={id} data-verdict={verdict} open={open}>
      <summary>
        <h3>
          <Badge verdict={verdict} known={known} /> <code>{id}</code> <span class="title">{text(title)}</span>
        </h3>
        <Gist findings={findings} />
      </summary>
      <p class="facts">
        {text(source)}
        {first?.sentence === undefined ? null : [': ', <q>{text(first.sentence)}</q>]} · {level}
        {section === undefined ? '' : text(`, added: ${section}`)} · {counted(tested, 'relevant response')}
        {known ? ` · known ${inBaseline(report)}` : ''}
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
        <Command title="Verify with" command={checkCommand(id, report)} />
      </div>
    </details>
  );
}

/** Renders the first cause of a requirement in one line, and how often it occurred. */
export function Gist({ findings }: Pick<Entry, 'findings'>) {
  const [first] = findings;
  if (first === undefined) return null;
  return (
    <span class="gist">
      <b>{text(causeWords(first), longestCause)}</b>
      {[first.payload === undefined ? whereWords(first) : '', timesWords(first), moreWords(findings)]
        .filter((words) => words !== '')
        .map((words) => [' · ', text(words)])}
    </span>
  );
}

/** Renders one cause: expected and received, the exchange, the smallest body, and commands to reproduce it. */
function Finding({ finding }: { readonly finding: FindingData }) {
  const { expected, received, payload, timeline = [], curl, instances, known, waiverExpired } = finding;
  const where = bodyPlacesWords(finding);
  const cases = casesWords(instances);
  return (
    <div class="finding">
      <dl class="pair">
        {fact('Expected', prose(expected), 'expected')}
        {fact('Received', text(received), 'received')}
        {where === undefined ? null : fact('In the body', text(where))}
        {known === true ? fact('Known', knownWords) : null}
        {waiverExpired === undefined ? null : fact('Waiver', text(waiverExpired))}
        {payload === undefined
          ? null
          : [
              fact('Payload', prose(payloadWords(payload))),
              fact(wasShrunk(payload) ? 'Smallest body' : 'Invalid body', code(bodyWords(payload.smallest))),
              payload.found === payload.smallest ? null : fact('First found', code(bodyWords(payload.found))),
            ]}
        {finding.seed === undefined ? null : fact('Seed', seedWords(finding))}
        {fact('Occurrences', text(occurrencesWords(finding)))}
        {cases === undefined ? null : fact('Cases', text(cases))}
        {alsoCorrectWords(finding).map((words) => fact('Also correct', text(words)))}
      </dl>
      <Exchange finding={finding} />
      <Compared finding={finding} />
      {timeline.length === 0 ? null : (
        <TextFigure caption="Timeline">{lines(timeline.map(rowWords).join('\n'))}</TextFigure>
      )}
      <Command title="Reproduce with" command={curl} />
      <Command title="Reproduce the compared request with" command={finding.comparedWith?.curl} />
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

/** Renders a command to copy. Part of a command is useless, so a longer one is only in report.json. */
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
      <p>The command is too long to show here. It is in report.json.</p>
    </figure>
  );
}
