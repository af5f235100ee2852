import { counted } from '../../text/layout.ts';
import { adviceOf } from '../advice-words.ts';
import { checkCommand } from '../check-command.ts';
import { softwareSeen } from '../known-software.ts';
import { baselineWords, isKnown, type Report, type RequirementResult } from '../model/report.ts';
import { Badge, verdictOrder } from './badge.tsx';
import { Command, Finding } from './finding.tsx';
import { Prose, Text } from './text.tsx';

/** Every requirement that has findings, what is broken first, with its evidence and how to mend it. */
export function Findings({ report }: { readonly report: Report }) {
  const broken = report.requirements
    .filter(({ id }) => report.findings.some(({ requirement }) => requirement === id))
    .sort((a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict))
    .sort((a, b) => Number(isKnown(a.id, report.findings)) - Number(isKnown(b.id, report.findings)));
  if (broken.length === 0) return null;
  return (
    <section id="findings" class="filtered" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      {broken.map((row) => (
        <Broken row={row} report={report} />
      ))}
    </section>
  );
}

function Broken({ row, report }: { readonly row: RequirementResult; readonly report: Report }) {
  const { id, verdict, title, source, section, level, reason, exercised } = row;
  const findings = report.findings.filter(({ requirement }) => requirement === id);
  const [first] = findings;
  const known = isKnown(id, findings);
  const { means, mend } = adviceOf(findings);
  const software = softwareSeen(report.findings)(id);
  return (
    <article class="broken" id={id} data-verdict={verdict} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <Badge verdict={verdict} known={known} /> <code>{id}</code>{' '}
        <span class="title">
          <Text>{title}</Text>
        </span>
      </h3>
      <p class="facts">
        <Text>{source}</Text>
        {first?.sentence === undefined ? null : (
          <>
            :{' '}
            <q>
              <Text>{first.sentence}</Text>
            </q>
          </>
        )}{' '}
        · {level}
        {section === undefined ? '' : <Text>{`, added: ${section}`}</Text>} · {counted(exercised, 'answer')}{' '}
        bore on it
        {known ? ` · known in ${baselineWords(report) ?? 'the baseline'}` : ''}
        {findings.length > 1 ? ` · ${findings.length} different faults` : ''}
      </p>
      {reason === undefined ? null : (
        <p class="reason">
          <Text>{reason}</Text>
        </p>
      )}
      {findings.map((finding) => (
        <Finding finding={finding} />
      ))}
      {first === undefined ? null : (
        <div class="advice">
          <h4>What it means for clients</h4>
          <p>
            <Prose>{means}</Prose>
          </p>
          <h4>How to mend it</h4>
          <p>
            <Prose>{mend}</Prose>
          </p>
          {software === undefined ? null : (
            <>
              <h4>Software that is known for it</h4>
              <p>
                <Prose>{software}</Prose>
              </p>
            </>
          )}
          <Command title="See whether it is mended" command={checkCommand(id, report)} />
        </div>
      )}
    </article>
  );
}
