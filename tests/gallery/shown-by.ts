import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Report } from '../../src/report/model/report.ts';
import type { Row } from './row.ts';
import type { RowTrial } from './run-row.ts';

/** Lists what a run shows: each requirement with each of its causes, the codes of the reasons, and the verdict. */
export function shownIn({
  findings,
  requirements,
  verdict,
}: Pick<Report, 'findings' | 'requirements' | 'verdict'>): string[] {
  const reasons = requirements.flatMap(({ reason }) => (reason === undefined ? [] : [reason.code]));
  return [
    ...new Set([
      ...findings.map(({ requirement, cause }) => `${requirement}: ${cause}`),
      ...reasons.map((code) => `reason ${code}`),
      `verdict ${verdict.outcome}, status ${verdict.exitStatus}`,
    ]),
  ].sort();
}

/**
 * Returns a function that records a run for `npm run gallery -- --earned` in the folder that `PETSTORE_EARNED` names, or
 * undefined if that variable is not set.
 */
export function recorderOf({ family, id }: Pick<Row, 'family' | 'id'>) {
  const folder = env['PETSTORE_EARNED'];
  if (folder === undefined) return undefined;
  return ({ report }: RowTrial): void => {
    const line = JSON.stringify({ family, id, shows: shownIn(report) });
    appendFileSync(join(folder, `${family}.jsonl`), `${line}\n`);
  };
}
