import { duration, number } from '../../text/layout.ts';
import { faultGroups } from '../faults.ts';
import { baselineWords, isKnown, type Report, type RequirementResult } from '../model/report.ts';
import { verdictWords } from '../verdict-words.ts';
import { Prose, Text } from './text.tsx';

const mostNamed = 5;
/** How much of what was received stands there, in code points; all of it stands in the finding. */
const longestReceived = 160;

/** What everyone wants to know at once: the verdict, of what, when, and what to mend first. */
export function FirstScreen({ report }: { readonly report: Report }) {
  const { verdict, target, startedAt, durationMs, configuration, requests } = report;
  const broken = report.requirements.filter(
    ({ id, verdict: one }) => one === 'fail' && !isKnown(id, report.findings),
  );
  const kind = verdict.exitStatus === 0 ? 'good' : verdict.exitStatus === 1 ? 'bad' : 'unsure';
  return (
    <header class={kind}>
      <p class="kit">petstore-conformance</p>
      <h1>{sentenceCase(verdictWords[verdict.outcome])}</h1>
      <p class="sentence">
        <Text>{verdict.sentence}</Text>
      </p>
      <p class="target">
        <code>
          <Text>{target}</Text>
        </code>{' '}
        <time dateTime={startedAt}>{startedAt.slice(0, 16).replace('T', ' ')} UTC</time>
      </p>
      <Counts report={report} />
      <p class="numbers">
        {number(requests.total)} requests in {duration(durationMs / 1_000)}, profile {configuration.profile}
        {configuration.plan === undefined ? '' : `, plan ${configuration.plan}`}
        {configuration.only === undefined ? (
          ''
        ) : (
          <>
            , only <Text>{configuration.only}</Text>
          </>
        )}
      </p>
      {broken.length === 0 ? null : (
        <nav aria-label="What to mend first">
          <h2>Mend first</h2>
          <ol>
            {broken.slice(0, mostNamed).map((row) => (
              <MendFirst row={row} report={report} />
            ))}
          </ol>
          {broken.length > mostNamed ? (
            <p>
              and {broken.length - mostNamed} more <a href="#findings">below</a>
            </p>
          ) : null}
        </nav>
      )}
      {faultGroups(report).map(({ title, advice, faults }) => (
        <div class="note">
          <p>
            {title}: <Text>{advice}</Text>
          </p>
          <ul>
            {faults.map((fault) => (
              <li>
                <Text>{fault}</Text>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </header>
  );
}

/** A requirement that is broken, and in a line what came back in place of what it asks. */
function MendFirst({ row, report }: { readonly row: RequirementResult; readonly report: Report }) {
  const finding = report.findings.find(({ requirement }) => requirement === row.id);
  return (
    <li>
      <a href={`#${row.id}`}>
        <code>{row.id}</code>
      </a>{' '}
      <Text>{row.title}</Text>
      {finding === undefined ? null : (
        <p class="instead">
          expected <Prose>{finding.expected}</Prose>, received{' '}
          <Text most={longestReceived}>{finding.received}</Text>
        </p>
      )}
    </li>
  );
}

function Counts({ report }: { readonly report: Report }) {
  const { counts } = report.verdict;
  const known = report.requirements.filter(
    ({ id, verdict }) => verdict === 'fail' && isKnown(id, report.findings),
  ).length;
  const findings = report.findings.length === 0 ? undefined : '#findings';
  const shown: readonly (readonly [
    word: string,
    count: number,
    kind: string,
    leadsTo?: string | undefined,
  ])[] = [
    ['passed', counts.pass + counts.flaky, 'pass'],
    [report.baseline === undefined ? 'failed' : 'new failures', counts.fail - known, 'fail', findings],
    [`known in ${baselineWords(report) ?? 'the baseline'}`, known, 'known', findings],
    ['warnings', counts.warn, 'warn', findings],
    ['waived', counts.waived, 'waived', findings],
    ['not exercised', counts['not exercised'], 'not-exercised', '#not-exercised'],
    ['observed', counts.observed, 'observed'],
    ['not asked for', counts['not asked'], 'not-asked'],
  ];
  return (
    <ul class="counts">
      {shown
        .filter(([, count]) => count > 0)
        .map(([word, count, kind, leadsTo]) => (
          <li class={kind}>
            <b>{count}</b> {leadsTo === undefined ? word : <a href={leadsTo}>{word}</a>}
          </li>
        ))}
    </ul>
  );
}

function sentenceCase(words: string): string {
  return words.charAt(0) + words.slice(1).toLowerCase();
}
