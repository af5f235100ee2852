import { type LedgerSection, sections } from '../src/spec/ledger.ts';
import type { Requirement } from '../src/spec/requirement.ts';
import type { Outcome } from './outcome.ts';

/** One row of the kill matrix: a requirement, and the defects that a run found at it. */
export interface MatrixRow {
  readonly requirement: Requirement;
  readonly defects: readonly string[];
}

export interface MatrixSection {
  readonly title: string;
  readonly rows: readonly MatrixRow[];
}

/** The fewest defects that a row needs: what finds one may have been made for that one. */
const fewestDefects = 2;

/** The kill matrix: every row that can fail or warn, by section, against what was seen. */
export function matrixOf(outcomes: readonly Outcome[]): MatrixSection[] {
  const defects = outcomes.filter(({ entry }) => entry.kind === 'defect');
  return sections
    .map(({ title, requirements }: LedgerSection) => ({
      title,
      rows: requirements.filter(canBeFound).map((requirement) => ({
        requirement,
        defects: defects
          .filter(({ found }) => found.includes(requirement.id))
          .map(({ entry }) => entry.server.id),
      })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** What is wrong with the matrix of a whole gallery: rows that too few defects show, and rows that never fall alone. */
export function matrixComplaints(matrix: readonly MatrixSection[]): string[] {
  const rows = matrix.flatMap((section) => section.rows);
  return rows.flatMap(({ requirement: { id }, defects }) => {
    if (defects.length < fewestDefects)
      return [`${id} needs ${fewestDefects} defects that show it, and has ${defects.length}`];
    const shadow = rows.find(
      (other) => other.requirement.id !== id && defects.every((defect) => other.defects.includes(defect)),
    );
    return shadow === undefined ? [] : [`${id} only ever falls together with ${shadow.requirement.id}`];
  });
}

/** Rows that can fail or warn in a run of today. */
function canBeFound({ level, asked }: Requirement): boolean {
  return (level === 'required' || level === 'advisory') && asked !== 'description';
}
