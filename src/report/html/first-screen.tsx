import { counted, duration } from '../../text/layout.ts';
import { addedWords, causesFirst, faultGroups, inBaseline, minuteOf } from '../content.ts';
import { type Tone, toneOf, verdicts } from '../model/verdicts.ts';
import { inColumn, leftOutRows } from '../rows.ts';
import { countOf, headlineOf, notTestedIn } from '../scope.ts';
import { Gist, type PageProps } from './findings.tsx';
import { code, idLink, safe } from './parts.tsx';

const maxNamed = 5;

/** Renders the verdict, the target, the time, and what to fix first. */
export function FirstScreen({ report, entries }: PageProps) {
  const { verdict, target, startedAt, durationMs, configuration, requests, labels = {} } = report;
  const { profile, plan, only } = configuration;
  const failed = causesFirst(entries).filter((entry) => entry.verdict === 'fail' && !entry.known);
  const words = headlineOf(verdict);
  return (
    <header class={toneOf(verdict.exitStatus)}>
      <p class="kit">petstore-conformance</p>
      <h1>{words.charAt(0) + words.slice(1).toLowerCase()}</h1>
      <p class="sentence">{safe(verdict.sentence)}</p>
      <p class="target">
        {code(target)} <time dateTime={startedAt}>{minuteOf(startedAt)}</time>
        {Object.entries(labels).map(([name, value]) => (
          <span class="label">
            {safe(name)} <b>{safe(value)}</b>
          </span>
        ))}
      </p>
      <Counts report={report} entries={entries} />
      <Left report={report} />
      <p class="numbers">
        {counted(requests.total, 'request')} in {duration(durationMs / 1_000)}, profile {profile}
        {plan === undefined ? '' : `, plan ${plan}`}
        {only === undefined ? '' : `, only ${safe(only)}`}
      </p>
      {failed.length === 0 ? null : (
        <nav aria-label="What to fix first">
          <h2>Fix first</h2>
          <ol>
            {failed.slice(0, maxNamed).map(({ id, title, findings }) => (
              <li>
                {idLink(id)} <span class="title">{safe(title)}</span>
                <Gist findings={findings} />
              </li>
            ))}
          </ol>
          {failed.length > maxNamed ? (
            <p>
              and {failed.length - maxNamed} more <a href="#findings">below</a>
            </p>
          ) : null}
        </nav>
      )}
      {faultGroups(report).map(({ title, advice, faults }) => (
        <div class="note">
          <p>
            {title}: {safe(advice)}
          </p>
          <ul>
            {faults.map((fault) => (
              <li>{safe(fault)}</li>
            ))}
          </ul>
        </div>
      ))}
    </header>
  );
}

/** Renders the scope in one line, whose counts add up to the required requirements. */
function Counts({ report, entries }: PageProps) {
  const { counts, scope } = report.verdict;
  const known = entries.filter(
    ({ verdict, known: isKnown, section }) => verdict === 'fail' && isKnown && section === undefined,
  ).length;
  const findings = report.findings.length === 0 ? undefined : '#findings';
  const shown: readonly (readonly [string, number, Tone, (string | undefined)?])[] = [
    ['passed', scope.passed, 'good'],
    [report.baseline === undefined ? 'failed' : 'new failures', scope.failed - known, 'bad', findings],
    [`known ${inBaseline(report)}`, known, 'warn', findings],
    ['waived', scope.waived, 'warn', findings],
    ['not tested', notTestedIn(scope), 'calm', '#left-out'],
    ['not selected', countOf(scope.notSelected), 'calm', '#left-out'],
  ];
  const ofRequired = shown.filter(([, count]) => count > 0);
  const warnings: typeof shown = [
    [counts.warn === 1 ? verdicts.warn.word : (verdicts.warn.plural ?? ''), counts.warn, 'warn', findings],
  ];
  return (
    <>
      <ul class="counts">
        <li class="all">{`${scope.required} required:`}</li>
        {[...ofRequired, ...warnings.filter(([, count]) => count > 0)].map(([word, count, tone, leadsTo]) => (
          <li class={tone}>
            <b>{count}</b> {leadsTo === undefined ? word : <a href={leadsTo}>{word}</a>}
          </li>
        ))}
      </ul>
      {addedWords(report).map((words) => (
        <p class="numbers">Custom checks: {safe(words)}</p>
      ))}
    </>
  );
}

/** Renders what the counts leave open, folded: which requirements were not selected or not tested, and why. */
function Left({ report }: Pick<PageProps, 'report'>) {
  const rows = leftOutRows(report);
  if (rows.length === 0) return null;
  return (
    <details class="left" id="left-out">
      <summary>Not selected, not tested, waived or flaky</summary>
      <dl class="pair">
        {inColumn(rows).map(({ label, text: words }) => (
          <>
            <dt>{label}</dt>
            <dd>{safe(words)}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
