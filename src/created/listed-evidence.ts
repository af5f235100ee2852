import { rowsOfRun } from '../expect/rows-of-run.ts';
import type { JsonObject } from '../json/read.ts';
import type { Mismatch } from '../model/finding.ts';

/** So many rows of a list are shown as evidence. */
const mostRowsShown = 3;

/** What of these rows of a list is shown beside a finding: those of the run, by the letters that its names begin with. */
export function listedEvidence(rows: readonly JsonObject[], runMark: string): Pick<Mismatch, 'listed'> {
  const ours = rowsOfRun(rows.slice(0, mostRowsShown), runMark);
  return ours.length === 0 ? {} : { listed: ours.join(', ') };
}
