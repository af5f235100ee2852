import type { Report } from '../../model/report.ts';
import { duration, number } from '../layout.ts';
import { verdictWords } from '../verdict-words.ts';
import { Text } from './text.tsx';

const mostNamed = 5;

/** What everyone wants to know at once: the verdict, of what, when, and what to mend first. */
export function FirstScreen({ report }: { readonly report: Report }) {
  const { verdict, target, startedAt, durationMs, configuration, requests } = report;
  const broken = report.requirements.filter(({ verdict: one }) => one === 'fail');
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
      {report.complete ? null : (
        <p class="note">The run was cut short: what follows is what was seen until then.</p>
      )}
      {broken.length === 0 ? null : (
        <nav aria-label="What to mend first">
          <h2>Mend first</h2>
          <ol>
            {broken.slice(0, mostNamed).map(({ id, title }) => (
              <li>
                <a href={`#${id}`}>
                  <code>{id}</code>
                </a>{' '}
                <Text>{title}</Text>
              </li>
            ))}
          </ol>
          {broken.length > mostNamed ? (
            <p>
              and {broken.length - mostNamed} more <a href="#requirements">below</a>
            </p>
          ) : null}
        </nav>
      )}
      {report.kitFaults.length === 0 ? null : (
        <div class="note">
          <p>The kit itself failed. This is not the fault of the target:</p>
          <ul>
            {report.kitFaults.map((fault) => (
              <li>
                <Text>{fault}</Text>
              </li>
            ))}
          </ul>
        </div>
      )}
    </header>
  );
}

function Counts({ report }: { readonly report: Report }) {
  const { counts } = report.verdict;
  const shown = [
    ['passed', counts.pass + counts.flaky, 'pass'],
    ['failed', counts.fail, 'fail'],
    ['warnings', counts.warn, 'warn'],
    ['waived', counts.waived, 'waived'],
    ['not exercised', counts['not exercised'], 'not-exercised'],
    ['observed', counts.observed, 'observed'],
    ['not asked for', counts['not asked'], 'not-asked'],
  ] as const;
  return (
    <ul class="counts">
      {shown
        .filter(([, count]) => count > 0)
        .map(([word, count, kind]) => (
          <li class={kind}>
            <b>{count}</b> {word}
          </li>
        ))}
    </ul>
  );
}

function sentenceCase(words: string): string {
  return words.charAt(0) + words.slice(1).toLowerCase();
}
