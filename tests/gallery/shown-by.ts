import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Report } from '../../src/report/model/report.ts';
import type { Row } from './row.ts';
import type { RowTrial } from './run-row.ts';

/** Returns what a run shows: each requirement with each of its causes, the codes of reasons, and the verdict. */
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

/** Returns what records a run for `npm run gallery -- --earned`, in the folder that `PETSTORE_EARNED` names; undefined without it. */
export function recorderOf({ family, id }: Pick<Row, 'family' | 'id'>) {
  const folder = env['PETSTORE_EARNED'];
  if (folder === undefined) return undefined;
  return ({ report }: RowTrial): void => {
    const line = JSON.stringify({ family, id, shows: shownIn(report) });
    appendFileSync(join(folder, `${family}.jsonl`), `${line}\n`);
  };
}
