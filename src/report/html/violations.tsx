import { printableWhole } from '../../text/shown.ts';
import { checkCommand } from '../commands.ts';
import type { RequirementEntry } from '../content.ts';
import type { Finding, Report } from '../model/report.ts';
import { type FindingRow, receivedText, rowOf } from '../row.ts';
import { findingRows, isCommandRow, notesOf, occurredWords, type ReportRow, sourceRows } from '../rows.ts';
import type { Violation, ViolationKind } from '../violations.ts';
import { Exchanges } from './exchange.tsx';
import { hasLimitLine, LimitLine } from './limit.tsx';
import { code, idLink, lines, prose, Rows, Section, safe, TextFigure } from './parts.tsx';

interface ViolationsProps {
  readonly report: Report;
  readonly violations: readonly Violation[];
  readonly entries: readonly RequirementEntry[];
}

const titles: Readonly<Record<ViolationKind, string>> = {
  failure: 'Fix in this order',
  warning: 'Warnings',
  accepted: 'Accepted failures',
};

/** Renders the faults of one kind, in the order in which to fix them; the first failure is open. */
export function Violations({ kind, ...props }: ViolationsProps & { readonly kind: ViolationKind }) {
  const some = props.violations.filter((one) => one.kind === kind);
  if (some.length === 0) return null;
  const before = props.violations.findIndex((one) => one.kind === kind);
  // The picture of the limit is next to the first fault that it shows.
  const limited = props.violations.find(({ first }) => first.timeline !== undefined);
  return (
    <Section name={`${kind}s`} title={titles[kind]}>
      {some.map((violation, index) => (
        <Fault
          {...props}
          violation={violation}
          number={before + index + 1}
          open={kind === 'failure' && index === 0}
          withLimit={violation === limited}
        />
      ))}
    </Section>
  );
}

interface FaultProps extends ViolationsProps {
  readonly violation: Violation;
  readonly number: number;
  readonly open: boolean;
  readonly withLimit: boolean;
}

function Fault({ report, entries, violation, number, open, withLimit }: FaultProps) {
  const { row, first, findings, ids, software } = violation;
  const notes = entries.flatMap(({ id, note }) => (ids.includes(id) && note !== undefined ? [note] : []));
  return (
    <details class={`fault ${violation.kind}`} id={`fault-${number}`} open={open}>
      <summary>
        <span class="number">{number}</span>
        <h3 class="row">
          <RowLine row={row} />
        </h3>
        <span class="ids">
          {ids.map((id) => safe(id)).join(' · ')} <em>{occurredWords(violation)}</em>
        </span>
      </summary>
      <Exchanges finding={first} />
      {withLimit && hasLimitLine(report) ? <LimitLine report={report} /> : null}
      {[...new Set([...notes, ...notesOf(violation)])].map((note) => (
        <p class="advice">{safe(note)}</p>
      ))}
      <p class="advice">
        <b>Fix</b> {prose(first.fix)} {software?.isRecognized === true ? safe(software.words) : null}
      </p>
      <p class="advice soft">
        <b>Why it matters</b> {prose(first.impact)}
      </p>
      {software?.isRecognized === false ? (
        <p class="advice soft">
          <b>Common causes</b> {safe(software.words)}
        </p>
      ) : null}
      {first.curl === undefined ? null : <Command caption="Repeat it with" command={first.curl} />}
      <Command caption="Verify a fix with" command={checkCommand(ids, report)} />
      <details class="more">
        <summary>
          {findings.length > 1 ? `All ${findings.length} findings, with their evidence` : 'All evidence'}
        </summary>
        {findings.map((finding) => (
          <Evidence finding={finding} isFirst={finding === first} />
        ))}
      </details>
    </details>
  );
}

/** Renders the evidence of a finding other than its exchange and its advice. */
function Evidence({ finding, isFirst }: { readonly finding: Finding; readonly isFirst: boolean }) {
  const all = [...sourceRows(finding), ...findingRows(finding)];
  const rows = all.filter((row) => !isShownAbove(row));
  const timeline = all.filter(({ kind }) => kind === 'timeline');
  return (
    <div class="evidence">
      <p>
        {idLink(finding.requirement)} <span class="soft">{safe(finding.title)}</span>
      </p>
      {isFirst ? null : (
        <>
          <p class="row">
            <RowLine row={rowOf(finding)} />
          </p>
          <Exchanges finding={finding} />
        </>
      )}
      <Rows rows={rows} />
      {timeline.length === 0 ? null : (
        <TextFigure caption="Timeline">{lines(timeline.map((row) => row.text).join('\n'))}</TextFigure>
      )}
    </div>
  );
}

/** Checks whether the exchanges, the commands or the timeline show a row. */
function isShownAbove(row: ReportRow): boolean {
  return isCommandRow(row) || row.kind === 'response' || row.kind === 'timeline';
}

/** Renders the parts of a row, each in its own color; screen readers read the arrow as "returned". */
function RowLine({ row }: { readonly row: FindingRow }) {
  const { subject, form, context, relation, expected } = row;
  const hasSubject = subject !== undefined || context !== undefined;
  return (
    <>
      {subject === undefined ? null : <code class="subject">{safe(subject)}</code>}{' '}
      {form === undefined ? null : <>{code(form)} </>}
      {context === undefined ? null : <>{safe(context)} </>}
      {hasSubject ? (
        <span class="arrow" role="img" aria-label="returned">
          →
        </span>
      ) : null}{' '}
      <b class="received">{safe(receivedText(row))}</b>
      <span class="soft">, {relation}</span> <b class="expected">{prose(expected)}</b>
    </>
  );
}

/** Renders a command as text, with a button that copies it where scripts run. */
function Command({ caption, command }: { readonly caption: string; readonly command: string }) {
  return (
    <div class="command">
      <TextFigure caption={caption}>{printableWhole(command)}</TextFigure>
      <button type="button" class="copy" hidden>
        Copy
      </button>
    </div>
  );
}
