import type { ComponentChildren } from 'preact';
import { counted, duration } from '../../text/layout.ts';
import { addedWords, causesFirst, faultGroups, minuteOf } from '../content.ts';
import type { Report } from '../model/report.ts';
import { type Tone, toneOf } from '../model/verdicts.ts';
import { leftOutRows, leftOutTitle } from '../rows.ts';
import { headlineOf, scopeCounts } from '../scope.ts';
import { Gist, type PageProps } from './findings.tsx';
import { code, Items, idLink, Rows, safe } from './parts.tsx';

const maxNamed = 5;
/** The longest words of a count, in code points: they may contain a reason from the report. */
const longestCount = 120;

/** Renders the verdict, the target, the time, and what to fix first. */
export function FirstScreen({ report, entries }: PageProps) {
  const { verdict, target, startedAt, durationMs, configuration, requests, labels = {} } = report;
  const { profile, plan, only } = configuration;
  const failed = causesFirst(entries).filter((entry) => entry.verdict === 'fail');
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
      <Counts report={report} />
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
            {failed.slice(0, maxNamed).map(({ id, title, findings, first }) => (
              <li>
                {idLink(id)} <span class="title">{safe(title)}</span>
                <Gist findings={findings} first={first} />
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
          <Items texts={faults} />
        </div>
      ))}
    </header>
  );
}

/** Renders the scope in one line, whose counts add up to the required requirements. */
function Counts({ report }: Pick<PageProps, 'report'>) {
  return (
    <>
      <ul class="counts">
        <li class="all">{`${report.verdict.scope.required} required:`}</li>
        {scopeCounts(report).map(({ word, count, tone }) => (
          <li class={tone}>
            <b>{count}</b> {linkedCount(word, tone, report)}
          </li>
        ))}
      </ul>
      {addedWords(report).map((words) => (
        <p class="numbers">Custom checks: {safe(words)}</p>
      ))}
    </>
  );
}

function linkedCount(word: string, tone: Tone, { findings }: Report): ComponentChildren {
  const words = safe(word, longestCount);
  if (tone === 'good' || (tone !== 'calm' && findings.length === 0)) return words;
  const isLeftOut = tone === 'calm' || word === 'prevented';
  return <a href={isLeftOut ? '#left-out' : '#findings'}>{words}</a>;
}

/** Renders what the counts leave open, folded: which requirements were not selected or not tested, and why. */
function Left({ report }: Pick<PageProps, 'report'>) {
  const rows = leftOutRows(report);
  if (rows.length === 0) return null;
  return (
    <details class="left" id="left-out">
      <summary>{leftOutTitle(rows)}</summary>
      <Rows rows={rows} />
    </details>
  );
}
