import type { Change, Defect, Need, Variant } from '../../reference-server/changes/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { type Statistics, startReferenceServer } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { RunOutcome } from '../../src/report/model/report.ts';
import type { Counted, Row, Started } from './row.ts';
import { createSharedClock } from './shared-clock.ts';
import { trialKeys } from './trial.ts';

/** A row whose server is the reference server with a change. */
export interface ReferenceRow extends Row {
  readonly change: Change;
}

/** Legal servers that prevent a verdict even with `--profile gentle`, because they request long waits. */
const neverWithVerdict: readonly string[] = [
  ...['limit-of-five', 'limit-of-one', 'day-nearly-spent', 'day-all-but-spent'],
];

/** Legal servers that prevent a verdict with the default options, because a standard run exceeds a budget. */
const withoutVerdict: readonly string[] = [
  ...neverWithVerdict,
  ...['limit-of-a-million', 'failed-keys-limited', 'firewall-after-wrong-keys'],
];

/** Legal servers that leave something undecided, which `--strict` does not allow. */
const undecided: readonly string[] = [
  ...['token-bucket', 'gcra', 'limit-per-second', 'two-pass-late'],
  ...['remaining-in-threes', 'burst-limit-of-lists', 'locked-by-writer'],
  ...['busy-once', 'state-before-request'],
  ...['headers-of-a-gateway', 'created-504-in-passing', 'lists-cached-for-a-second', 'lists-revalidated'],
  ...[
    'leaky-bucket-in-front',
    'quota-of-64-bits',
    'orders-503',
    'orders-503-for-an-hour',
    'creations-503-for-20-s',
  ],
];

/** Legal servers that leave something undecided if they receive requests at the same time, which depends on the machine. */
const undecidedByChance: readonly string[] = ['one-at-a-time', 'two-at-a-time'];

/** Defects that only a run with an interface description detects. */
export const descriptionDefects: readonly Defect[] = defects.filter((defect) => needs(defect, 'description'));

export const defectRows: readonly ReferenceRow[] = defects
  .filter((defect) => !descriptionDefects.includes(defect))
  .map(defectRow);

export const variantRows: readonly ReferenceRow[] = variants.map(variantRow);

/** Every server that `npm run gallery` tests: the defects, then the legal variants. */
export const referenceRows: readonly ReferenceRow[] = [...defectRows, ...variantRows];

/** Describes a defect of the reference server as a row. */
function defectRow(defect: Defect): ReferenceRow {
  const { id, title, story, requirements, change } = defect;
  return {
    id,
    family: 'defects',
    title,
    origin: story,
    settings: settingsFor(defect),
    expect: { reports: requirements },
    ...served(change),
  };
}

/**
 * Returns the outcome of a gentle run against a legal variant. Such a run does not select everything, so its outcome is
 * never `conforms`.
 */
export function gentleOutcomeOf(id: string): RunOutcome {
  return neverWithVerdict.includes(id) ? 'no verdict' : 'passed';
}

function outcomeOf(id: string): RunOutcome {
  if (withoutVerdict.includes(id)) return 'no verdict';
  return undecided.includes(id) ? 'passed' : 'conforms';
}

/** Describes a legal variant of the reference server as a row. */
export function variantRow({ id, title, legal, warnings, change }: Variant): ReferenceRow {
  const outcome = outcomeOf(id);
  return {
    id,
    family: 'variants',
    title,
    origin: legal,
    expect: {
      reports: warnings,
      ...(undecidedByChance.includes(id) ? {} : { outcome }),
      status: outcome === 'no verdict' ? 3 : 0,
    },
    ...served(change),
  };
}

/** Returns what starts the changed server on loopback, in virtual time that the kit shares. */
function served(change: Change): Pick<ReferenceRow, 'change' | 'clock' | 'start'> {
  return {
    change,
    clock: createSharedClock,
    start: async (clock): Promise<Started> => {
      const { url, close, stats } = await startReferenceServer({
        keys: trialKeys,
        change,
        ...(clock === undefined ? {} : { clock }),
      });
      return { url, close, counted: () => countedBy(stats()) };
    },
  };
}

/** Returns the counts that the gallery compares, from the statistics of a reference server. */
export function countedBy({ whileAnyLimited, ...counts }: Statistics): Counted {
  return { ...counts, whileLimited: whileAnyLimited };
}

/** Returns the settings that a run needs to detect a defect. */
function settingsFor(defect: Defect): Partial<Settings> {
  return {
    ...(needs(defect, 'plan') ? { plan: 'free' as const } : {}),
    ...(needs(defect, 'thorough') ? { profile: 'thorough' as const } : {}),
  };
}

function needs(defect: Defect, need: Need): boolean {
  return defect.needs?.includes(need) === true;
}
