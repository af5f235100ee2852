import type { Finding, Waiver } from '../model/report.ts';

/** What a person must say of a fault to have it waived. */
export interface WaiverTerms {
  readonly reason: string;
  readonly owner: string;
  /** The last day, as YYYY-MM-DD in UTC. */
  readonly expires: string;
  readonly ticket?: string;
}

/**
 * The waivers of a file with entries for findings added: one for each signature, none for what is waived
 * already. An entry that is there keeps its terms.
 */
export function withWaiversFor(
  findings: readonly Finding[],
  existing: readonly Waiver[],
  terms: WaiverTerms,
): { readonly waivers: readonly Waiver[]; readonly added: readonly Waiver[] } {
  const waived = ({ requirement, signature }: Finding, waivers: readonly Waiver[]) =>
    waivers.some(
      (waiver) =>
        waiver.requirement === requirement &&
        (waiver.signature === undefined || waiver.signature === signature),
    );
  const added: Waiver[] = [];
  for (const finding of findings) {
    if (waived(finding, existing) || waived(finding, added)) continue;
    added.push({ requirement: finding.requirement, signature: finding.signature, ...terms });
  }
  return { waivers: [...existing, ...added], added };
}

/** The text of a waivers file; of the one that is replaced, all else stays as it is (`$schema`). */
export function waiversJson(waivers: readonly Waiver[], replaced?: string): string {
  const rest = replaced === undefined ? { formatVersion: 1 } : (JSON.parse(replaced) as object);
  return `${JSON.stringify({ ...rest, waivers }, null, 2)}\n`;
}
