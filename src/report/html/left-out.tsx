import { grouped } from '../../text/grouped.ts';
import type { Report, RequirementResult } from '../model/report.ts';
import { Scroll } from './scroll.tsx';
import { Text } from './text.tsx';

const mostResidue = 200;

/** What was not looked at and why, and what the run left behind on the target. */
export function LeftOut({ report }: { readonly report: Report }) {
  const missed = report.requirements.filter(({ verdict }) => verdict === 'not exercised');
  return (
    <>
      {missed.length === 0 ? null : (
        <section id="not-exercised" aria-labelledby="not-exercised-title">
          <h2 id="not-exercised-title">Not exercised</h2>
          <dl class="reasons">
            {[...grouped(missed, ({ reason = 'no reason given' }) => reason)].map(([reason, rows]) => (
              <Reason reason={reason} rows={rows} />
            ))}
          </dl>
        </section>
      )}
      <Residue report={report} />
      <EarlierLeftovers report={report} />
    </>
  );
}

function Reason({ reason, rows }: { readonly reason: string; readonly rows: readonly RequirementResult[] }) {
  return (
    <>
      <dt>
        <Text>{reason}</Text>
      </dt>
      <dd>
        {rows.map(({ id }) => (
          <>
            <a href={`#${id}`}>
              <code>{id}</code>
            </a>{' '}
          </>
        ))}
      </dd>
    </>
  );
}

function EarlierLeftovers({ report }: { readonly report: Report }) {
  const { earlierLeftovers: left } = report;
  if (left === undefined) return null;
  return (
    <section aria-labelledby="earlier-title">
      <h2 id="earlier-title">Left by earlier runs</h2>
      <p>
        The list holds {left.count} with the mark of another run of this kit. They were not judged. Their ids:{' '}
        {left.ids.join(', ')}
      </p>
    </section>
  );
}

function Residue({ report }: { readonly report: Report }) {
  const { residue } = report;
  if (residue.length === 0) return null;
  return (
    <section aria-labelledby="residue-title">
      <h2 id="residue-title">Left on the target</h2>
      <p>The service has no operation that deletes: these categories of this run are still there.</p>
      <Scroll labelledBy="residue-title">
        <table>
          <thead>
            <tr>
              <th scope="col">id</th>
              <th scope="col">name</th>
              <th scope="col">why</th>
            </tr>
          </thead>
          <tbody>
            {residue.slice(0, mostResidue).map(({ id, name, cause, how = cause }) => (
              <tr>
                <td>
                  <Text>{id ?? 'unknown'}</Text>
                </td>
                <td>
                  <Text>{name}</Text>
                </td>
                <td>{how}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {residue.length > mostResidue ? <p>and {residue.length - mostResidue} more, in report.json</p> : null}
    </section>
  );
}
