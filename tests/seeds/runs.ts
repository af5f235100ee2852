import { env } from 'node:process';
import type { Settings } from '../../src/config/settings.ts';
import type { Report, RunOutcome } from '../../src/report/model/report.ts';
import { definedOnly } from '../../src/text/defined-only.ts';
import { inMemory, showsInMemory } from '../gallery/in-memory.ts';
import { complaintsOf } from '../gallery/judge-row.ts';
import { defectRows, gentleOutcomeOf, type ReferenceRow, variantRows } from '../gallery/reference.ts';
import type { Expect } from '../gallery/row.ts';
import { type RowTrial, runRow } from '../gallery/run-row.ts';
import { verdictOf } from '../repeatability/repeat.ts';

/** What varies between runs: the seed and, for legal servers, the profile. */
export type Varied = Pick<Settings, 'seed'> & Partial<Pick<Settings, 'profile'>>;

/** The result of one run. */
export interface Result {
  /** The verdict in one line, for comparison with other seeds. */
  readonly verdict: string;
  /** What is wrong with the run, one sentence for each fault. */
  readonly troubles: readonly string[];
}

/** The legal variants, in memory, where the same seed gives the same run on every machine. */
export const legalRows: readonly ReferenceRow[] = variantRows.map(inMemory);

/** The defects, in memory if they can be shown there. */
export const seededDefects: readonly ReferenceRow[] = defectRows.map((row) =>
  showsInMemory(row) ? inMemory(row) : row,
);

/** The seeds of the runs against each legal server. `SEEDS=20 npm run prove -- seeds` uses fewer. */
export const seedsForLegal: readonly number[] = Array.from(
  { length: Number(env['SEEDS'] ?? 200) },
  (_, index) => index + 1,
);

/** The seeds of the runs against each server with a defect, in addition to the default seed. */
export const seedsForDefects = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/**
 * Runs the kit against a legal server. No requirement may fail, and only the warnings that the server names may appear.
 * Whether these warnings appear may depend on the seed, but the outcome must not.
 */
export function runLegal(row: ReferenceRow, varied: Varied): Promise<Result> {
  return runSeeded(row, varied, ({ verdict }) => {
    const legal = { reports: [], may: row.expect.reports };
    const ending = (outcome: RunOutcome | undefined): Expect => ({
      ...legal,
      ...definedOnly({ outcome }),
      status: outcome === 'no verdict' ? 3 : 0,
    });
    if (varied.profile === 'gentle') return ending(gentleOutcomeOf(row.id));
    if (varied.profile === undefined) return ending(row.expect.outcome);
    // A thorough run may end early after too many stray 429s.
    return verdict.exitStatus === 3 ? { ...legal, status: 3 } : legal;
  });
}

/** Runs the kit against a server with a defect. Exactly the requirements of the defect must be reported. */
export function runDefect(row: ReferenceRow, seed: number): Promise<Result> {
  return runSeeded(row, { seed }, () => row.expect);
}

async function runSeeded(
  row: ReferenceRow,
  settings: Varied,
  expecting: (report: Report) => Expect,
): Promise<Result> {
  let first: RowTrial | undefined;
  const { whileLimited } = await runRow(row, {
    settings,
    tried: (tried) => {
      first = tried;
    },
  });
  if (first === undefined) throw new Error('the run did not end');
  const { report } = first;
  const complaints = complaintsOf(expecting(report), first, whileLimited);
  return {
    verdict: verdictOf(report),
    troubles: complaints.map(({ expected, saw }) => `expected ${expected}, saw ${saw}`),
  };
}
