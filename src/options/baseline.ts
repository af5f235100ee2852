import type { Report } from '../model/report.ts';
import type { Baseline } from '../model/settings.ts';

/** What an earlier report found: it is known. */
export function baselineOf({ target, startedAt, findings }: Report): Baseline {
  return { target, startedAt, signatures: findings.map(({ signature }) => signature) };
}
