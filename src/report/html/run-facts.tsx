import { duration, number } from '../../text/layout.ts';
import type { Report } from '../model/report.ts';
import { Text } from './text.tsx';

/** What it takes to repeat the run and to trust it: versions, options, the plan and what was really sent. */
export function RunFacts({ report }: { readonly report: Report }) {
  const { kit, ledger, configuration, requests, waits, plan } = report;
  const waited = waits.reduce((sum, { seconds }) => sum + seconds, 0);
  const facts: readonly (readonly [string, string])[] = [
    ['Kit', `${kit.version}, Node.js ${kit.node}`],
    ['Ledger', `${ledger.version}, ${ledger.requirements} requirements`],
    ['Profile', configuration.profile],
    ['Plan of the service', configuration.plan ?? 'not given'],
    ['Seed', String(configuration.seed)],
    ['Mark of the run', report.runMark],
    [
      'Requests',
      `${number(requests.total)}: ${number(requests.withKey)} with the key, ${number(requests.withoutKey)} without, ` +
        `${number(requests.answered429)} answered 429, ${number(requests.repeated)} repeated; at most ${number(plan.atMost)} were planned`,
    ],
    ['Waited', waits.length === 0 ? 'not at all' : `${duration(waited)} in all`],
    ['At a time', number(configuration.concurrency)],
    ['Timeout', `${configuration.timeoutSeconds} s for a request`],
    ['Uses the limit up', configuration.exhaust ? 'yes' : 'no'],
    ['Near misses of the key', configuration.nearMisses ? 'yes' : 'no'],
    ['Extra headers', configuration.headerNames.length === 0 ? 'none' : configuration.headerNames.join(', ')],
  ];
  return (
    <section aria-labelledby="run-title">
      <h2 id="run-title">The run</h2>
      <dl class="facts-list">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <Text>{value}</Text>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
