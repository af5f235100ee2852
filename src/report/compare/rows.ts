import type { Level } from '../../spec/requirement.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted, listed } from '../../text/layout.ts';
import type { Failure } from '../changes.ts';
import { unmet } from '../conditions.ts';
import type { Verdict } from '../model/report.ts';
import { verdicts } from '../model/verdicts.ts';
import type { RunSummary } from './run-summary.ts';
import { dayAndLabels, dayOf, differences } from './run-words.ts';

/** A requirement in all runs. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** Absent for a custom requirement, whose file is not read here. */
  readonly level?: Level;
  /** In the order of the columns. */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** Whether two runs that tested it disagree. */
  readonly differs: boolean;
  readonly state?:
    | {
        readonly kind: 'failing since';
        readonly startedAt: string;
        readonly labels: RunSummary['labels'];
        /** Why a later run that passed does not show it to be fixed. */
        readonly missing?: string;
        /** How the last run that passed differs from the one that failed first, other than in the target. */
        readonly doubts: readonly string[];
      }
    | { readonly kind: 'fixed'; readonly failedAt: string; readonly fixedAt: string }
    | {
        readonly kind: 'unsteady';
        readonly changes: number;
        /** How many of the newest runs were examined. */
        readonly among: number;
        /** Whether it failed when it was last tested. */
        readonly failing: boolean;
      }
    | { readonly kind: 'never tested' };
}

/** How many of the newest runs decide whether a requirement is unsteady. */
const recentRuns = 10;
/** A failure that was fixed changes twice, so more changes make a requirement unsteady. */
const unsteadyChanges = 3;

/** Returns the row of a requirement. `runs` of a history have the newest first. */
export function rowOf(
  { id, title, level }: { readonly id: string; readonly title: string; readonly level?: Level },
  runs: readonly RunSummary[],
  isHistory: boolean,
): Row {
  const verdicts = runs.map(({ verdicts: all }) => (Object.hasOwn(all, id) ? all[id] : undefined));
  // What only depends on a waived requirement is waived, too, and was not tested.
  const own = verdicts.map((verdict, index) =>
    verdict === 'waived' && !runs[index]?.failures.some(({ requirement }) => requirement === id)
      ? 'not tested'
      : verdict,
  );
  const tested = resultsOf(own);
  const row = { id, title, ...definedOnly({ level }), verdicts, differs: new Set(tested).size > 1 };
  if (own.every((one) => one === undefined || one === 'not tested' || one === 'not selected'))
    return { ...row, state: { kind: 'never tested' } };
  if (!isHistory || tested.length === 0) return row;
  return { ...row, ...definedOnly({ state: stateIn(id, own, runs) }) };
}

function stateIn(
  id: string,
  verdicts: readonly (Verdict | undefined)[],
  runs: readonly RunSummary[],
): Row['state'] {
  const all = inHistory(id, verdicts, runs);
  const recent = all.slice(0, recentRuns);
  const steps = recent.flatMap(({ result }) => result ?? []);
  const changes = steps.filter((one, index) => index > 0 && one !== steps[index - 1]).length;
  const failing = all.find(({ result }) => result !== undefined)?.result === 'fails';
  if (verdicts.slice(0, recentRuns).includes('flaky') || changes >= unsteadyChanges)
    return { kind: 'unsteady', changes, among: recent.length, failing };
  const [newest, before] = periodsOf(all);
  if (newest === undefined) return undefined;
  if (!failing)
    return before && { kind: 'fixed', failedAt: before.first.startedAt, fixedAt: newest.first.startedAt };
  const { startedAt, labels } = newest.first;
  const doubts = before === undefined ? [] : differences(before.last, newest.first).map(({ fact }) => fact);
  const missing = all.find((one) => one.missing !== undefined || one.result !== undefined)?.missing;
  return { kind: 'failing since', startedAt, labels, doubts, ...definedOnly({ missing }) };
}

/** What a run says of a requirement. */
interface InRun {
  readonly run: RunSummary;
  readonly result?: 'passes' | 'fails';
  /** Why a pass after a failure says nothing: the failure could not occur again. */
  readonly missing?: string;
}

/** Returns what each run says of a requirement, by the rule of `diff`: a failure is fixed if it could occur again and did not. */
function inHistory(
  id: string,
  verdicts: readonly (Verdict | undefined)[],
  runs: readonly RunSummary[],
): InRun[] {
  let open: readonly Failure[] = [];
  return runs
    .map((run, index) => ({ run, result: resultsOf([verdicts[index]])[0] }))
    .reverse()
    .map(({ run, result }): InRun => {
      if (result === undefined) return { run };
      if (result === 'fails') {
        open = run.failures.filter(({ requirement }) => requirement === id);
        return { run, result };
      }
      const missing = open.flatMap(({ conditions }) => unmet(conditions, run.occurred) ?? [])[0];
      if (missing !== undefined) return { run, missing };
      open = [];
      return { run, result };
    })
    .reverse();
}

/** Returns the first and last run of each series of equal results, the newest series first. */
function periodsOf(all: readonly InRun[]) {
  const periods: { result: 'passes' | 'fails'; first: RunSummary; last: RunSummary }[] = [];
  for (const { run, result } of all) {
    if (result === undefined) continue;
    const period = periods.at(-1);
    if (period?.result === result) period.first = run;
    else periods.push({ result, first: run, last: run });
  }
  return periods;
}

/** Returns the verdicts that say something about the target, as words. */
export function resultsOf(all: readonly (Verdict | undefined)[]) {
  return all.flatMap((one) => (one === undefined ? [] : (verdicts[one].says ?? [])));
}

/** Returns "failing since 2026-11-20 (build 1.4.2)", or what else is known of a row. */
export function stateWords({ state }: Row): string {
  switch (state?.kind) {
    case undefined:
      return '';
    case 'never tested':
      return state.kind;
    case 'fixed':
      return `failed ${dayOf(state.failedAt)}, fixed ${dayOf(state.fixedAt)}`;
    case 'unsteady': {
      const why = state.changes === 0 ? 'flaky' : counted(state.changes, 'change');
      return `unsteady (${why} in ${counted(state.among, 'run')})${state.failing ? ', failing now' : ''}`;
    }
    case 'failing since': {
      const doubts =
        state.doubts.length === 0 ? '' : `; the run before differs in ${listed(state.doubts, 3)} (*)`;
      if (state.missing !== undefined)
        return `failed ${dayAndLabels(state)}, and passed since, but ${state.missing}`;
      return `failing since ${dayAndLabels(state)}${doubts}`;
    }
  }
}
