import { grouped } from '../../text/grouped.ts';
import { isKnown, type Report, type RequirementResult } from '../model/report.ts';
import { sectionTitleOf } from '../section-title.ts';
import { Badge, verdictOrder } from './badge.tsx';
import { Text } from './text.tsx';

/** All requirements by section, each with its verdict and the reason for it; findings are linked. */
export function Requirements({ report }: { readonly report: Report }) {
  const sections = grouped(report.requirements, sectionTitleOf);
  const withFindings = new Set(report.findings.map(({ requirement }) => requirement));
  return (
    <section id="requirements" aria-labelledby="requirements-title">
      <h2 id="requirements-title">Requirements</h2>
      {[...sections].map(([title, rows]) => (
        <div class="rows filtered">
          <h3>
            <Text>{title}</Text>
          </h3>
          <ul>
            {[...rows]
              .sort((a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict))
              .map((row) => (
                <Row
                  row={row}
                  hasFindings={withFindings.has(row.id)}
                  known={isKnown(row.id, report.findings)}
                />
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The anchor of a requirement is its finding, where it has one. */
function Row({
  row,
  hasFindings,
  known,
}: {
  readonly row: RequirementResult;
  readonly hasFindings: boolean;
  readonly known: boolean;
}) {
  const { id, verdict, title, reason } = row;
  return (
    <li data-verdict={verdict} {...(hasFindings ? {} : { id })}>
      <Badge verdict={verdict} known={known} />{' '}
      {hasFindings ? (
        <a href={`#${id}`}>
          <code class="id">{id}</code>
        </a>
      ) : (
        <code class="id">{id}</code>
      )}{' '}
      <span class="title">
        <Text>{title}</Text>
      </span>
      {reason === undefined ? null : (
        <p class="reason">
          <Text>{reason}</Text>
        </p>
      )}
    </li>
  );
}
