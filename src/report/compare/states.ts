import { definedOnly } from '../../text/defined-only.ts';
import { counted, listed } from '../../text/layout.ts';
import type { Failure } from '../changes.ts';
import { whyImpossible } from '../conditions.ts';
import type { Verdict } from '../model/report.ts';
import { verdicts } from '../model/verdicts.ts';
import { dayAndLabels, dayOf, differences, type RunSummary } from './runs.ts';

type Result = 'passes' | 'fails';

/** A requirement in all runs. */
export interface MatrixRow {
  readonly id: string;
  readonly title: string;
  /** In the order of the columns. */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** What the runs that tested it say of the target. */
  readonly results: readonly Result[];
  /** What happened to it in a history: "failing since 2026-11-20 (build 1.4.2)". May be empty. */
  readonly state: string;
}

/** How many of the newest runs decide whether a requirement is unsteady. */
const recentRuns = 10;
/** A failure that was fixed changes twice, so more changes make a requirement unsteady. */
const unsteadyChanges = 3;

/** Returns the row of a requirement. `runs` of a history have the newest first. */
export function matrixRow(
  id: string,
  title: string,
  runs: readonly RunSummary[],
  isHistory: boolean,
): MatrixRow {
  const shown = runs.map((run) => (Object.hasOwn(run.verdicts, id) ? run.verdicts[id] : undefined));
  // What only depends on a waived requirement is waived, too, and was not tested.
  const own = shown.map((verdict, index) =>
    verdict === 'waived' && !runs[index]?.failures.some(({ requirement }) => requirement === id)
      ? 'not tested'
      : verdict,
  );
  const results = own.flatMap((verdict) => resultOf(verdict) ?? []);
  const row = { id, title, verdicts: shown, results };
  if (own.every((one) => one === undefined || one === 'not tested' || one === 'not selected'))
    return { ...row, state: 'never tested' };
  return { ...row, state: isHistory ? stateIn(id, own, runs) : '' };
}

function resultOf(verdict: Verdict | undefined): Result | undefined {
  return verdict && verdicts[verdict].says;
}

function stateIn(id: string, own: readonly (Verdict | undefined)[], runs: readonly RunSummary[]): string {
  const all = inHistory(id, own, runs);
  const [newest, before] = periodsOf(all);
  if (newest === undefined) return '';
  const { first, result } = newest;
  const recent = all.slice(0, recentRuns);
  const changes = Math.max(0, periodsOf(recent).length - 1);
  if (own.slice(0, recentRuns).includes('flaky') || changes >= unsteadyChanges) {
    const why = changes === 0 ? 'flaky' : counted(changes, 'change');
    return `unsteady (${why} in ${counted(recent.length, 'run')})${result === 'fails' ? ', failing now' : ''}`;
  }
  if (result === 'passes')
    return before === undefined
      ? ''
      : `failed ${dayOf(before.first.startedAt)}, fixed ${dayOf(first.startedAt)}`;
  const missing = all.find((one) => one.missing !== undefined || one.result !== undefined)?.missing;
  if (missing !== undefined) return `failed ${dayAndLabels(first)}, and passed since, but ${missing}`;
  const doubts = before === undefined ? [] : differences(before.last, first).map(({ fact }) => fact);
  const doubt = doubts.length === 0 ? '' : `; the run before differs in ${listed(doubts, 3)} (*)`;
  return `failing since ${dayAndLabels(first)}${doubt}`;
}

/** What a run says of a requirement. */
interface InRun {
  readonly run: RunSummary;
  readonly result?: Result;
  /** Why a pass after a failure says nothing: the failure could not occur again. */
  readonly missing?: string;
}

/** Returns what each run says of a requirement, by the rule of `diff`: a failure is fixed if it could occur again and did not. */
function inHistory(id: string, own: readonly (Verdict | undefined)[], runs: readonly RunSummary[]): InRun[] {
  let open: readonly Failure[] = [];
  return runs
    .map((run, index) => ({ run, result: resultOf(own[index]) }))
    .reverse()
    .map(({ run, result }): InRun => {
      if (result === 'fails') open = run.failures.filter(({ requirement }) => requirement === id);
      if (result !== 'passes') return { run, ...definedOnly({ result }) };
      const missing = open.flatMap(({ conditions }) => whyImpossible(conditions, run.occurred) ?? [])[0];
      if (missing !== undefined) return { run, missing };
      open = [];
      return { run, result };
    })
    .reverse();
}

/** Returns the first and last run of each series of equal results, the newest series first. */
function periodsOf(all: readonly InRun[]) {
  const periods: { result: Result; first: RunSummary; last: RunSummary }[] = [];
  for (const { run, result } of all) {
    if (result === undefined) continue;
    const period = periods.at(-1);
    if (period?.result === result) period.first = run;
    else periods.push({ result, first: run, last: run });
  }
  return periods;
}
