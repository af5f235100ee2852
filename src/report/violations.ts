import { definedOnly } from '../text/defined-only.ts';
import { grouped } from '../text/grouped.ts';
import { causesFirst, type RequirementEntry } from './content.ts';
import type { Finding } from './model/report.ts';
import { type FindingRow, rowOf } from './row.ts';
import type { LikelyCauses } from './software.ts';

/**
 * A fault of the target to fix: the findings that have the same cause and the same fix, even if they violate several
 * requirements.
 */
export interface Violation {
  readonly kind: ViolationKind;
  /** The row of the fault, which is the row of its first finding. */
  readonly row: FindingRow;
  readonly first: Finding;
  readonly findings: readonly Finding[];
  /** The violated requirements, each once. */
  readonly ids: readonly string[];
  /** How often the fault occurred, and among how many relevant responses. */
  readonly count: number;
  readonly tested: number;
  readonly software?: LikelyCauses;
}

/** A failure fails the run. A warning does not, because its requirement is advisory, and neither does an accepted failure. */
export type ViolationKind = 'failure' | 'warning' | 'accepted';

/** Returns the faults of a report in the order in which to fix them: failures, then warnings, then accepted failures. */
export function violationsOf(entries: readonly RequirementEntry[]): Violation[] {
  const found = causesFirst(entries).flatMap((entry) =>
    entry.findings.map((finding) => ({ finding, entry, kind: kindOf(entry) })),
  );
  const groups = grouped(found, ({ kind, finding: { cause, expected, received, fix, where = fix } }) =>
    // Several requirements may report the same fault of a header or a member, although each of them words the fix
    // differently.
    JSON.stringify([kind, cause, expected, received, where]),
  );
  const violations = [...groups.values()].flatMap((some): Violation[] => {
    const [one] = some;
    if (one === undefined) return [];
    const findings = some.map(({ finding }) => finding);
    const [software] = some.flatMap(({ entry }) => entry.software ?? []);
    return [
      {
        kind: one.kind,
        row: rowOf(one.finding),
        first: one.finding,
        findings,
        ids: [...new Set(findings.map(({ requirement }) => requirement))],
        count: findings.reduce((sum, { count }) => sum + count, 0),
        tested: findings.reduce((sum, { tested }) => sum + tested, 0),
        ...definedOnly({ software }),
      },
    ];
  });
  return (['failure', 'warning', 'accepted'] as const).flatMap((kind) =>
    violations.filter((one) => one.kind === kind),
  );
}

function kindOf({ verdict, fails }: RequirementEntry): ViolationKind {
  if (verdict === 'accepted') return 'accepted';
  return fails ? 'failure' : 'warning';
}
