import { counted } from '../../text/layout.ts';
import { printableWhole } from '../../text/shown.ts';
import { causesFirst, type RequirementEntry } from '../content.ts';
import type { Finding as FindingData, Report } from '../model/report.ts';
import { byVerdict } from '../model/verdicts.ts';
import {
  type CommandKind,
  findingRows,
  gistWords,
  isCommandRow,
  type ReportRow,
  requirementRows,
  timesWords,
} from '../rows.ts';
import { Exchanges } from './exchange.tsx';
import { Badge, lines, Rows, RowText, Section, safe, TextFigure } from './parts.tsx';

/** The longest gist of a finding, in code points. */
const longestGist = 160;
/** What each part of the page renders. */
export interface PageProps {
  readonly report: Report;
  readonly entries: readonly RequirementEntry[];
}

/** Renders each requirement with findings, new failures first, then by cause. Only the first is open. */
export function Findings({ report, entries }: PageProps) {
  const found = causesFirst(entries)
    .filter(({ findings }) => findings.length > 0)
    .sort(byVerdict);
  if (found.length === 0) return null;
  return (
    <Section name="findings" title="Findings">
      {found.map((entry, index) => (
        <Found entry={entry} report={report} open={index === 0} />
      ))}
    </Section>
  );
}

function Found(props: { readonly entry: RequirementEntry; readonly report: Report; readonly open: boolean }) {
  const { entry, report, open } = props;
  const { id, verdict, title, note, tested, findings, first } = entry;
  const { source, advice } = requirementRows(entry, report);
  return (
    <details class="broken" id={id} open={open}>
      <summary>
        <h3>
          <Badge verdict={verdict} /> <code>{id}</code> <span class="title">{safe(title)}</span>
        </h3>
        <Gist findings={findings} first={first} />
      </summary>
      <p class="facts">
        {source.map(({ text }) => safe(text))} · {counted(tested, 'relevant response')}
      </p>
      {note === undefined ? null : <p class="reason">{safe(note)}</p>}
      {findings.map((finding) => (
        <Finding finding={finding} />
      ))}
      <div class="advice">
        {advice.map((row) =>
          isCommandRow(row) ? (
            <Command row={row} />
          ) : (
            <>
              <h4>{row.label}</h4>
              <RowText row={row} />
            </>
          ),
        )}
      </div>
    </details>
  );
}

/** Renders what happened first in one line, and how often. */
export function Gist({ findings, first }: Pick<RequirementEntry, 'findings' | 'first'>) {
  if (first === undefined) return null;
  return (
    <span class="gist">
      <b>{safe(gistWords(findings, first), longestGist)}</b> · {timesWords(first)}
    </span>
  );
}

/** Renders one cause: its rows, with the responses, the timeline and the commands as figures. */
function Finding({ finding }: { readonly finding: FindingData }) {
  const rows = findingRows(finding);
  const timeline = rows.filter(({ kind }) => kind === 'timeline');
  return (
    <div class="finding">
      <Rows rows={rows.filter((row) => !isFigure(row))} />
      <Exchanges finding={finding} />
      {timeline.length === 0 ? null : (
        <TextFigure caption="Timeline">{lines(timeline.map((row) => row.text).join('\n'))}</TextFigure>
      )}
      {rows.filter(isCommandRow).map((row) => (
        <Command row={row} />
      ))}
    </div>
  );
}

/** Checks whether the page shows a row as a figure. */
function isFigure(row: ReportRow): boolean {
  return isCommandRow(row) || row.kind === 'response' || row.kind === 'timeline';
}

/** What the commands are for: the figures of the exchanges have the other labels. */
const captions: Readonly<Record<CommandKind, string>> = {
  request: 'Reproduce with',
  compared: 'Reproduce the compared request with',
  verify: 'Verify with',
};

/** Renders a command to copy. */
function Command({
  row: { kind, text: command },
}: {
  readonly row: ReportRow & { readonly kind: CommandKind };
}) {
  return (
    <TextFigure caption={captions[kind]} kind="command">
      {printableWhole(command)}
    </TextFigure>
  );
}
