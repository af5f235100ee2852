import type { CheckOrRule, Suite } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { suites } from '../../suites/index.ts';
import { settingsFor as standard } from '../support/run-against.ts';
import { isShared, whileDisabled } from './disabled-check.ts';
import { complaintsOf } from './judge-row.ts';
import { defectRows } from './reference.ts';
import type { Row } from './row.ts';
import { tryRow } from './run-row.ts';

/** What the gallery reports when one check is removed. */
export type Necessity =
  /** The check only observes, so no defect can be missed without it. */
  | { readonly kind: 'observes' }
  /** The check needs an option that the gallery does not use, or a different seed. */
  | { readonly kind: 'not selected' }
  /**
   * `npm run gallery` exits with 1, because a run with these settings misses the defect or reports it under other
   * requirements.
   */
  | { readonly kind: 'noticed'; readonly defect: string; readonly settings: string }
  /** No defect is missed, because other checks find the same defects. */
  | { readonly kind: 'redundant' };

/** The settings with which each check is tried, beginning with the usual settings. */
const ways: readonly (readonly [words: string, settings: Partial<Settings>])[] = [
  ['', {}],
  ['--no-exhaust', { exhaust: false }],
];

/** How many servers are tested at a time. */
const atATime = 4;

/** Every check, rule and probe, with its suite. */
export const checks: readonly (readonly [Suite, CheckOrRule])[] = suites.flatMap((suite) =>
  suite.checks.map((check) => [suite, check] as const),
);

/**
 * Removes a check and runs the defects of its requirement until one is missed. For a probe that other requirements
 * share, runs all other defects next. `likely` is the id of a defect that was missed before; this defect runs first.
 */
export async function necessityOf(suite: Suite, check: CheckOrRule, likely = ''): Promise<Necessity> {
  const own = defectsOf(check.requirement);
  const shared = isShared(check);
  if (!isChosen(check)) return { kind: 'not selected' };
  if (own.length === 0 && !shared) return { kind: isObserved(check) ? 'observes' : 'not selected' };
  const others = shared ? defectRows.filter((one) => !own.includes(one)) : [];
  const isLikely = ({ id }: Row) => id === likely;
  const all = [...own, ...others].filter((row) => isSentIn(check, row));
  const tried = [...all.filter(isLikely), ...all.filter((row) => !isLikely(row))];
  for (const [words, settings] of ways) {
    const shown = words === '' ? tried : await shownWith(own, settings);
    const defect = await whileDisabled(suite, check, () => firstWrong(shown, settings));
    if (defect !== undefined) return { kind: 'noticed', defect: defect.id, settings: words };
  }
  return isObserved(check) ? { kind: 'observes' } : { kind: 'redundant' };
}

const inStandardRun = new Set<CheckOrRule>(select(catalogueOf(), standard('http://localhost/v1')).checks);

/**
 * Returns whether a check is tried. Of the checks that depend on the seed, only those that the default seed selects are
 * tried.
 */
function isChosen(check: CheckOrRule): boolean {
  const isChance = check.kind === 'check' && check.needs.chosen !== undefined;
  return !isChance || inStandardRun.has(check);
}

function defectsOf(requirement: string): Row[] {
  return defectRows.filter(({ expect }) => expect.reports.includes(requirement));
}

function isObserved({ requirement }: CheckOrRule): boolean {
  return catalog.find(({ id }) => id === requirement)?.level === 'observed';
}

/** Returns whether the run of a row sends a check. Some checks are sent only with certain profiles. */
function isSentIn(check: CheckOrRule, { settings }: Row): boolean {
  const profiles = 'needs' in check ? check.needs.profiles : undefined;
  return profiles === undefined || profiles.includes(settings?.profile ?? 'standard');
}

/** Returns the defects that a run with these settings reports while no check is removed. */
async function shownWith(tried: readonly Row[], settings: Partial<Settings>): Promise<Row[]> {
  const shown: Row[] = [];
  for (const row of tried) if (!(await isWrong(row, settings))) shown.push(row);
  return shown;
}

async function firstWrong(tried: readonly Row[], settings: Partial<Settings>): Promise<Row | undefined> {
  // The first defect runs alone. If it was missed before, it is probably missed again, so no other defect has to run.
  for (let from = 0; from < tried.length; from += from === 0 ? 1 : atATime) {
    const some = tried.slice(from, from === 0 ? 1 : from + atATime);
    const wrong = await Promise.all(some.map((row) => isWrong(row, settings)));
    const first = some[wrong.indexOf(true)];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Returns whether the gallery would complain about a row. Requests that were sent while rate-limited do not count here. */
async function isWrong(row: Row, settings: Partial<Settings>): Promise<boolean> {
  const trial = await tryRow(row, settings);
  return !('skipped' in trial) && complaintsOf(row.expect, trial, 0).length > 0;
}
