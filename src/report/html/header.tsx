import { afterFirstSentence, counted, duration } from '../../text/layout.ts';
import { faultGroups, minuteOf } from '../content.ts';
import type { Report } from '../model/report.ts';
import { toneOf } from '../model/verdicts.ts';
import { leftoverKinds, secondsOf } from '../rows.ts';
import { headlineOf, scopeCounts } from '../scope.ts';
import { code, Items, safe } from './parts.tsx';

const marks = { good: '✓', bad: '✕', warn: '!' } as const;
/** Maximum length of the words after a count, in code points. The words may contain a reason from the report. */
const longestCount = 120;

/** Renders the verdict and its count, the target, the time, and what the run cost. */
export function Header({ report }: { readonly report: Report }) {
  const { verdict, target, startedAt, labels = {} } = report;
  const tone = toneOf(verdict.exitStatus);
  const counts = scopeCounts(report)
    .filter(({ word }) => word !== 'failed')
    .map(({ word, count }) => `${count} ${safe(word, longestCount)}`);
  const more = sentencesToShow(verdict);
  return (
    <header class={tone}>
      <h1>
        <span aria-hidden="true">{marks[tone]}</span> {headlineWithCount(report)}
      </h1>
      <p class="cost">{costWords(report)}</p>
      <p class="target">
        {code(target)} · <time dateTime={startedAt}>{minuteOf(startedAt)}</time> · {counts.join(', ')}
        {Object.entries(labels).map(([name, value]) => [
          ' · ',
          <span class="label">
            {safe(name)} <b>{safe(value)}</b>
          </span>,
        ])}
      </p>
      {more === '' ? null : <p class="sentence">{safe(more)}</p>}
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

/** Returns "Does not conform: 12 of 46 failed", which a link in a chat or a tab of a browser shows, too. */
export function headlineWithCount({ verdict }: Pick<Report, 'verdict'>): string {
  const words = headlineOf(verdict);
  const sentence = words.charAt(0) + words.slice(1).toLowerCase();
  const { failed, passed, required } = verdict.scope;
  switch (verdict.outcome) {
    case 'does not conform':
      return `${sentence}: ${failed === 0 ? `${verdict.counts.fail + verdict.counts.warn} failed` : `${failed} of ${required} failed`}`;
    case 'passed':
      return `${sentence}: ${passed} of ${required}`;
    default:
      return sentence;
  }
}

/** Returns "118 requests · 13 s (9 s waiting) · plan free · 10 categories left". */
function costWords({ requests, durationMs, waits, configuration, leftovers }: Report): string {
  const { profile, plan, only } = configuration;
  const waited = secondsOf(waits);
  return [
    counted(requests.total, 'request'),
    `${duration(durationMs / 1_000)}${waited < 1 ? '' : ` (${duration(waited)} waiting)`}`,
    ...(plan === undefined ? [] : [`plan ${plan}`]),
    ...(profile === 'standard' ? [] : [`profile ${profile}`]),
    ...(only === undefined ? [] : [`only ${safe(only)}`]),
    `${leftoverKinds(leftovers)} left`,
  ].join(' · ');
}

/** Returns the sentences of the verdict, without the first one if the headline and the counts already say it. */
function sentencesToShow({ outcome, sentence }: Report['verdict']): string {
  const isRepeated = outcome === 'conforms' || outcome === 'does not conform';
  return isRepeated ? afterFirstSentence(sentence) : sentence;
}
