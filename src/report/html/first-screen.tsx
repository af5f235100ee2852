import { counted, duration } from '../../text/layout.ts';
import { addedWords, causesFirst, faultGroups, inBaseline, minuteOf } from '../content.ts';
import type { Report } from '../model/report.ts';
import { countOf, headlineOf, notTestedIn, scopeDetails } from '../scope.ts';
import { Gist, type Parts } from './findings.tsx';
import { code, idLink, text } from './parts.tsx';

const maxNamed = 5;

/** Renders the verdict, the target, the time, and what to fix first. */
export function FirstScreen({ report, entries }: Parts) {
  const { verdict, target, startedAt, durationMs, configuration, requests, labels = {} } = report;
  const { profile, plan, only } = configuration;
  const failed = causesFirst(entries).filter((entry) => entry.verdict === 'fail' && !entry.known);
  const kind = verdict.exitStatus === 0 ? 'good' : verdict.exitStatus === 1 ? 'bad' : 'unsure';
  const words = headlineOf(verdict);
  return (
    <header class={kind}>
      <p class="kit">petstore-conformance</p>
      <h1>{words.charAt(0) + words.slice(1).toLowerCase()}</h1>
      <p class="sentence">{text(verdict.sentence)}</p>
      <p class="target">
        {code(target)} <time dateTime={startedAt}>{minuteOf(startedAt)}</time>
        {Object.entries(labels).map(([name, value]) => (
          <span class="label">
            {text(name)} <b>{text(value)}</b>
          </span>
        ))}
      </p>
      <Counts report={report} entries={entries} />
      <Left scope={verdict.scope} />
      <p class="numbers">
        {counted(requests.total, 'request')} in {duration(durationMs / 1_000)}, profile {profile}
        {plan === undefined ? '' : `, plan ${plan}`}
        {only === undefined ? '' : `, only ${text(only)}`}
      </p>
      {failed.length === 0 ? null : (
        <nav aria-label="What to fix first">
          <h2>Fix first</h2>
          <ol>
            {failed.slice(0, maxNamed).map(({ id, title, findings }) => (
              <li>
                {idLink(id)} <span class="title">{text(title)}</span>
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
            {title}: {text(advice)}
          </p>
          <ul>
            {faults.map((fault) => (
              <li>{text(fault)}</li>
            ))}
          </ul>
        </div>
      ))}
    </header>
  );
}

/** Renders the scope in one line, whose counts add up to the required requirements. */
function Counts({ report, entries }: Parts) {
  const { counts, scope } = report.verdict;
  const known = entries.filter(
    ({ verdict, known: isKnown, section }) => verdict === 'fail' && isKnown && section === undefined,
  ).length;
  const findings = report.findings.length === 0 ? undefined : '#findings';
  const shown: readonly (readonly [string, number, string, (string | undefined)?])[] = [
    ['passed', scope.passed, 'pass'],
    [report.baseline === undefined ? 'failed' : 'new failures', scope.failed - known, 'fail', findings],
    [`known ${inBaseline(report)}`, known, 'known', findings],
    ['waived', scope.waived, 'waived', findings],
    ['not tested', notTestedIn(scope), 'not-tested', '#not-tested'],
    ['not selected', countOf(scope.notSelected), 'not-selected'],
  ];
  const ofRequired = shown.filter(([, count]) => count > 0);
  const warnings: typeof shown = [
    [counts.warn === 1 ? 'warning' : 'warnings', counts.warn, 'warn', findings],
  ];
  return (
    <>
      <ul class="counts">
        <li class="all">{`${scope.required} required:`}</li>
        {[...ofRequired, ...warnings.filter(([, count]) => count > 0)].map(([word, count, kind, leadsTo]) => (
          <li class={kind}>
            <b>{count}</b> {leadsTo === undefined ? word : <a href={leadsTo}>{word}</a>}
          </li>
        ))}
      </ul>
      {addedWords(report).map((words) => (
        <p class="numbers">Custom checks: {text(words)}</p>
      ))}
    </>
  );
}

/** Renders what the counts leave open, folded: which requirements were not selected or not tested, and why. */
function Left({ scope }: { readonly scope: Report['verdict']['scope'] }) {
  const details = scopeDetails(scope);
  if (details.length === 0) return null;
  return (
    <details class="left">
      <summary>Not selected and not tested</summary>
      <ul>
        {details.map((words) => (
          <li>{text(words)}</li>
        ))}
      </ul>
    </details>
  );
}
