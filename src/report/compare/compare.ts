import { catalog, sections } from '../../spec/catalog.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted, number } from '../../text/layout.ts';
import { type Changed, changesBetween } from '../changes.ts';
import { minuteOf } from '../content.ts';
import { changeWords, nextSteps } from '../diff.ts';
import type { Outcome } from '../model/report.ts';
import { outcomes, verdictNames, verdicts } from '../model/verdicts.ts';
import { type Row, resultsOf, rowOf } from './rows.ts';
import type { RunSummary } from './run-summary.ts';
import { dayAndLabels, differences, labelWords } from './run-words.ts';

/** A run, and where it comes from. */
export interface NamedRun {
  /** The file of the run: its report, or a history. */
  readonly name: string;
  /** Its number among the runs of a history file. */
  readonly line?: number;
  /** The path of the HTML report, for links. */
  readonly page?: string;
  readonly summary: RunSummary;
}

/** A run with what makes it hard to compare with the newest one. */
export interface Column extends NamedRun {
  /** Its number in all formats: 1 is the oldest run of a history, or the first one given. */
  readonly number: number;
  readonly caveats: readonly string[];
  /** Whether its seed is not that of the run before: each then sent invalid bodies that the other did not. */
  readonly seedChanged: boolean;
}

export interface Comparison {
  /** The newest run of a history first; runs of several targets in the given order. */
  readonly columns: readonly Column[];
  /** Whether all runs have one target: only then they are a history. */
  readonly isHistory: boolean;
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  /** Requirements that were tested, by how many of the runs they passed. */
  readonly passed: { readonly byAll: number; readonly bySome: number; readonly byNone: number };
  /** What changed in the newest run of a history. */
  readonly news?: News;
}

/** Compares runs: one row for each requirement, one column for each run. Runs of one target are a history, newest first. */
export function compareRuns(given: readonly NamedRun[]): Comparison {
  const isHistory = new Set(given.map(({ summary }) => summary.target)).size === 1;
  const runs = isHistory
    ? [...given].sort((a, b) => Date.parse(b.summary.startedAt) - Date.parse(a.summary.startedAt))
    : given;
  const summaries = runs.map(({ summary }) => summary);
  const reference = isHistory ? summaries[0] : summaries.at(-1);
  const columns = runs.map((run, index) => {
    const before = isHistory ? summaries[index + 1] : summaries[index - 1];
    return {
      ...run,
      number: isHistory ? runs.length - index : index + 1,
      caveats:
        reference === undefined ? [] : caveatsOf(run.summary, reference, isHistory ? 'newest' : 'last'),
      seedChanged: before !== undefined && before.seed !== run.summary.seed,
    };
  });
  const known = new Set(catalog.map(({ id }) => id));
  const custom = new Set(
    summaries.flatMap(({ verdicts }) => Object.keys(verdicts).filter((id) => !known.has(id))),
  );
  const all = [
    ...sections.map(({ title, requirements }) => ({ title, requirements })),
    { title: 'Custom checks', requirements: [...custom].map((id) => ({ id, title: '' })) },
  ].map(({ title, requirements }) => ({
    title,
    rows: requirements
      .map((requirement) => rowOf(requirement, summaries, isHistory))
      .filter(({ verdicts }) => verdicts.some((one) => one !== undefined && one !== 'not testable')),
  }));
  return {
    columns,
    isHistory,
    sections: all.filter(({ rows }) => rows.length > 0),
    passed: countPassed(all.flatMap(({ rows }) => rows)),
    ...definedOnly({ news: isHistory ? newsOf(columns) : undefined }),
  };
}

/** Returns how a run differs in what was asked of it, and whether it was interrupted. */
function caveatsOf(run: RunSummary, other: RunSummary, name: 'newest' | 'last'): string[] {
  return [
    ...differences(run, other).map(({ fact, own, its }) => `${fact} ${own}, but ${its} in the ${name} run`),
    ...(run.complete ? [] : ['interrupted']),
  ];
}

/** Returns "38 passed, 41 of 45 selected". */
function scopeOf({ scope }: RunSummary): string {
  return `${scope.passed} passed, ${scope.selected} of ${scope.required} selected`;
}

function countPassed(rows: readonly Row[]): Comparison['passed'] {
  const counts = { byAll: 0, bySome: 0, byNone: 0 };
  for (const { verdicts } of rows) {
    const tested = resultsOf(verdicts);
    if (tested.length === 0) continue;
    if (tested.every((one) => one === 'passes')) counts.byAll++;
    else if (tested.includes('passes')) counts.bySome++;
    else counts.byNone++;
  }
  return counts;
}

/** Explains the letters and the order of the columns. */
export function legendOf({ isHistory }: Comparison): string {
  const letters = verdictNames
    .filter((name) => name !== 'not testable')
    .map((name) => `${verdicts[name].letter} ${verdicts[name].word}`)
    .join(', ');
  return isHistory ? `${letters}; the newest run is on the left` : letters;
}

/** Returns the rows that failed when they were last tested, the newest failures first. */
export function failingRows({ sections }: Comparison): Row[] {
  const since = ({ state }: Row) => (state?.kind === 'failing since' ? Date.parse(state.startedAt) : 0);
  return sections
    .flatMap(({ rows }) => rows)
    .filter(
      ({ state }) =>
        (state?.kind === 'failing since' && state.missing === undefined) ||
        (state?.kind === 'unsteady' && state.failing),
    )
    .sort((a, b) => since(b) - since(a));
}

/** Returns the name of one of several targets: the values of a run's labels, or else its target. */
export function targetName({ labels, target }: RunSummary): string {
  return Object.values(labels).join(' ') || target.replace(/^https?:\/\//, '');
}

/** Returns how many requirements failed; undefined if the run tested none. */
export function failuresOf({ verdicts }: RunSummary): number | undefined {
  const all = Object.values(verdicts);
  return resultsOf(all).length === 0 ? undefined : all.filter((one) => one === 'fail').length;
}

/** Returns "DOES NOT CONFORM (exit status 1), 2 failed". */
export function endingWords(run: RunSummary): string {
  const { outcome, exitStatus } = run;
  const words = Object.hasOwn(outcomes, outcome) ? outcomes[outcome as Outcome].words : outcome;
  const failures = failuresOf(run) ?? 'nothing';
  const rest = failures === 0 ? '' : failures === 'nothing' ? ', nothing was tested' : `, ${failures} failed`;
  return `${words} (exit status ${exitStatus})${rest}`;
}

/** Returns how the newest run of a history ended; undefined for several targets. */
export function newestWords({ columns: [newest], isHistory }: Comparison): string | undefined {
  if (newest === undefined || !isHistory) return undefined;
  const { summary } = newest;
  return `Newest run, ${dayAndLabels(summary)}: ${endingWords(summary)}.`;
}

/** Returns "12 requirements passed in every run that tested them; 3 failed at least once; 1 failed throughout." */
export function passedWords({ passed: { byAll, bySome, byNone } }: Comparison): string {
  const passed = `${counted(byAll, 'requirement')} passed in every run that tested ${byAll === 1 ? 'it' : 'them'}`;
  const failed = bySome + byNone;
  if (failed === 0) return `${passed}; none failed.`;
  return `${passed}; ${failed} failed at least once; ${byNone || 'none'} failed throughout.`;
}

/** Returns which runs are hard to compare. */
export function noteWords({ columns, isHistory }: Comparison): string[] {
  const hard = columns.filter(({ caveats }) => caveats.length > 0).length;
  const newest = isHistory ? 'newest' : 'last';
  return [
    ...(hard === 0
      ? []
      : [
          `${hard} of ${columns.length} runs ${hard === 1 ? 'is' : 'are'} hard to compare with the ${newest} one (*).`,
        ]),
  ];
}

/** The name of the fact that explains the stars. */
export const caveatsName = 'Hard to compare (*)';

/** Returns the facts of runs: one line for the facts that all runs share, and a row with a value per run for the rest. */
export function factsOfRuns(columns: readonly Column[]) {
  const all = columns.map(columnFacts);
  const facts = (all[0] ?? [])
    .map(([name], at) => ({ name, values: all.map((one) => one[at]?.[1] ?? '') }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const isShared = ({ name, values }: (typeof facts)[number]) =>
    columns.length > 1 && name !== 'Started' && new Set(values).size === 1;
  const shared = facts
    .filter(isShared)
    .map(({ name, values: [value = ''] }) => `${name.toLowerCase()} ${value}`);
  return {
    shared: shared.length === 0 ? undefined : `Same for all: ${shared.join(' · ')}`,
    own: facts.filter((fact) => !isShared(fact)),
  };
}

function columnFacts({ name, summary, seedChanged, caveats }: Column) {
  const { startedAt, target, labels, kit, requirementsVersion, asked, seed } = summary;
  return [
    ['Started', minuteOf(startedAt)],
    ['Target', target],
    ['Labels', labelWords(labels)],
    ['Verdict', endingWords(summary)],
    ['Required', scopeOf(summary)],
    ['Requests', requestsWords(summary)],
    ['Latency', latencyWords(summary.latencyMs)],
    ['Leftovers', leftoverWords(summary)],
    ['Seed', `${seed}${seedChanged ? ' (changed)' : ''}`],
    ['Kit', `${kit}, requirements ${requirementsVersion}`],
    ['Profile', String(asked['profile'])],
    ['Plan', String(asked['plan'] ?? 'none')],
    ['Selection', String(asked['only'] ?? 'all')],
    ['File', name],
    [caveatsName, caveats.join('; ')],
  ] as const;
}

/** Returns "62, 1 rate-limited (429)". */
function requestsWords({ requests, rateLimited }: RunSummary): string {
  return `${number(requests)}${rateLimited === 0 ? '' : `, ${rateLimited} rate-limited (429)`}`;
}

/** Returns "median 3 ms, p95 12 ms"; empty if no request got a response. */
function latencyWords(latency: RunSummary['latencyMs']): string {
  if (latency === undefined) return '';
  return `median ${Math.round(latency.median)} ms, p95 ${Math.round(latency.p95)} ms`;
}

/** Returns how many categories the run left, and how many all runs of the kit left. */
function leftoverWords({ leftovers, earlierLeftovers }: RunSummary): string {
  return earlierLeftovers === 0
    ? String(leftovers)
    : `${leftovers}, in all ${leftovers + earlierLeftovers} by the kit`;
}

/** What changed in the newest run of a history, and what to do: the same as `diff` says of the two runs. */
interface News {
  /** The run that it is compared with: the newest earlier one that tested the same and has a verdict. */
  readonly since?: Column;
  readonly changes: readonly Changed[];
  /** "Since 2026-11-21: 1 new failure: invalid.name-type." */
  readonly sentence: string;
  readonly nextSteps: readonly string[];
}

/** Returns the news of the newest run. A run that could not be tested has none but the reason. */
function newsOf([newest, ...earlier]: readonly Column[]): News | undefined {
  if (newest === undefined) return undefined;
  const { summary } = newest;
  const hasVerdict = ({ summary: { exitStatus } }: Column) => exitStatus === 0 || exitStatus === 1;
  if (!hasVerdict(newest)) return { changes: [], sentence: summary.sentence, nextSteps: [] };
  const since = earlier.find(
    (one) => hasVerdict(one) && one.summary.asked['profile'] === summary.asked['profile'],
  );
  if (since === undefined) return { changes: [], sentence: summary.sentence, nextSteps: [] };
  const changes = changesBetween(since.summary, summary);
  return {
    since,
    changes,
    sentence: `Since ${dayAndLabels(since.summary)}: ${changeWords(changes)}`,
    nextSteps: nextSteps(changes),
  };
}
