import { catalog, sections } from '../../spec/catalog.ts';
import { counted, number } from '../../text/layout.ts';
import { changesBetween } from '../changes.ts';
import { minuteOf } from '../content.ts';
import { changeWords, nextSteps } from '../diff.ts';
import type { RunOutcome } from '../model/report.ts';
import { outcomes, verdictNames, verdicts } from '../model/verdicts.ts';
import { dayAndLabels, differences, labelWords, type RunSummary } from './runs.ts';
import { type MatrixRow, matrixRow } from './states.ts';

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

/** A run as a column of the matrix. */
export interface RunColumn extends NamedRun {
  /** Its number in all formats: 1 is the oldest run of a history, or the first one given. */
  readonly number: number;
  /** Why its results may differ from the newest run for another reason than the server. */
  readonly caveats: readonly string[];
  /** What output says of the run: a name and a value, which may be empty. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export type Comparison = ReturnType<typeof compareRuns>;

/**
 * Compares runs: one row for each requirement, one column for each run. Runs of one target are a history, newest first. All
 * formats print the same rows, facts and sentences.
 */
export function compareRuns(given: readonly NamedRun[]) {
  const isHistory = new Set(given.map(({ summary }) => summary.target)).size === 1;
  const runs = isHistory
    ? [...given].sort((a, b) => Date.parse(b.summary.startedAt) - Date.parse(a.summary.startedAt))
    : given;
  const columns = runs.map((_, index) => columnOf(runs, index, isHistory));
  const matrix = sectionsOf(
    runs.map(({ summary }) => summary),
    isHistory,
  );
  const rows = matrix.flatMap((section) => section.rows);
  return {
    isHistory,
    /** The newest run of a history first; runs of several targets in the given order. */
    columns,
    /** The requirements that a run could test, by section. */
    sections: matrix,
    /** How the newest run of a history ended, what changed in it, and what to do; or how each target did. */
    news: isHistory ? newsOf(columns) : columns.map(outcomeOfTarget),
    legend: legendOf(isHistory),
    notes: [passedWords(rows), ...caveatWords(columns, isHistory)],
  };
}

function columnOf(runs: readonly NamedRun[], index: number, isHistory: boolean): RunColumn {
  const run = runs[index] as NamedRun;
  const reference = (isHistory ? runs[0] : runs.at(-1)) ?? run;
  const before = runs[isHistory ? index + 1 : index - 1] ?? run;
  const name = isHistory ? 'newest' : 'last';
  const caveats = [
    ...differences(run.summary, reference.summary).map(
      ({ fact, own, its }) => `${fact} ${own}, but ${its} in the ${name} run`,
    ),
    ...(run.summary.complete ? [] : ['interrupted']),
  ];
  return {
    ...run,
    number: isHistory ? runs.length - index : index + 1,
    caveats,
    facts: factsOf(run, before.summary.seed !== run.summary.seed, caveats),
  };
}

function sectionsOf(runs: readonly RunSummary[], isHistory: boolean) {
  const known = new Set(catalog.map(({ id }) => id));
  const custom = new Set(runs.flatMap((run) => Object.keys(run.verdicts).filter((id) => !known.has(id))));
  const all = [
    ...sections.map(({ title, requirements }) => ({ title, requirements })),
    { title: 'Custom checks', requirements: [...custom].map((id) => ({ id, title: '' })) },
  ].map(({ title, requirements }) => ({
    title,
    rows: requirements
      .map(({ id, title: sentence }) => matrixRow(id, sentence, runs, isHistory))
      .filter((row) => row.verdicts.some((one) => one !== undefined && one !== 'not testable')),
  }));
  return all.filter(({ rows }) => rows.length > 0);
}

/** Returns the name of one of several targets: the values of a run's labels, or else its target. */
export function targetName({ labels, target }: RunSummary): string {
  return Object.values(labels).join(' ') || target.replace(/^https?:\/\//, '');
}

/** Returns "DOES NOT CONFORM (exit status 1), 2 failed". */
function endingWords(run: RunSummary): string {
  const { outcome, exitStatus } = run;
  const hasTested = Object.values(run.verdicts).some((one) => verdicts[one].says !== undefined);
  const words = Object.hasOwn(outcomes, outcome) ? outcomes[outcome as RunOutcome].words : outcome;
  const failed = Object.values(run.verdicts).filter((one) => one === 'fail').length;
  const rest = failed > 0 ? `, ${failed} failed` : hasTested ? '' : ', nothing was tested';
  return `${words} (exit status ${exitStatus})${rest}`;
}

function factsOf({ name, summary }: NamedRun, seedChanged: boolean, caveats: readonly string[]) {
  const { startedAt, target, labels, scope, requests, rateLimited, seed, kit, asked } = summary;
  const { leftovers, earlierLeftovers, requirementsVersion } = summary;
  const limited = rateLimited === 0 ? '' : `, ${rateLimited} rate-limited (429)`;
  const inAll = earlierLeftovers === 0 ? '' : `, in all ${leftovers + earlierLeftovers} by the kit`;
  return [
    ['Started', minuteOf(startedAt)],
    ['Target', target],
    ['Labels', labelWords(labels)],
    ['Verdict', endingWords(summary)],
    ['Required', `${scope.passed} passed, ${scope.selected} of ${scope.required} selected`],
    ['Requests', `${number(requests)}${limited}`],
    ['Leftovers', `${leftovers}${inAll}`],
    ['Seed', `${seed}${seedChanged ? ' (changed)' : ''}`],
    ['Kit', `${kit}, requirements ${requirementsVersion}`],
    ['Profile', String(asked['profile'])],
    ['Plan', String(asked['plan'] ?? 'none')],
    ['Selection', String(asked['only'] ?? 'all')],
    ['File', name],
    ['Hard to compare (*)', caveats.join('; ')],
  ] as const;
}

/** Splits the facts of runs into those that are the same for all, in one line, and those with a value for each column. */
export function factsOfRuns(columns: readonly RunColumn[]) {
  const names = columns[0]?.facts.map(([name]) => name) ?? [];
  const facts = names
    .map((name, at) => ({ name, values: columns.map(({ facts: all }) => all[at]?.[1] ?? '') }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const isShared = ({ name, values }: (typeof facts)[number]) =>
    columns.length > 1 && name !== 'Started' && new Set(values).size === 1;
  const shared = facts.filter(isShared).map(({ name, values }) => `${name.toLowerCase()} ${values[0]}`);
  return {
    shared: shared.length === 0 ? undefined : `Same for all: ${shared.join(' · ')}`,
    own: facts.filter((fact) => !isShared(fact)),
  };
}

/** Returns "2. go: DOES NOT CONFORM (exit status 1), 2 failed." */
function outcomeOfTarget({ number: place, summary }: RunColumn): string {
  return `${place}. ${targetName(summary)}: ${endingWords(summary)}.`;
}

/** Explains the letters and the order of the columns. */
function legendOf(isHistory: boolean): string {
  const letters = verdictNames
    .filter((name) => name !== 'not testable')
    .map((name) => `${verdicts[name].letter} ${verdicts[name].word}`)
    .join(', ');
  return isHistory ? `${letters}; the newest run is on the left` : letters;
}

/** Returns "12 requirements passed in every run that tested them; 3 failed at least once; 1 failed throughout." */
function passedWords(rows: readonly MatrixRow[]): string {
  const tested = rows.filter(({ results }) => results.length > 0);
  const always = tested.filter(({ results }) => !results.includes('fails')).length;
  const never = tested.filter(({ results }) => !results.includes('passes')).length;
  const passed = `${counted(always, 'requirement')} passed in every run that tested ${always === 1 ? 'it' : 'them'}`;
  if (always === tested.length) return `${passed}; none failed.`;
  return `${passed}; ${tested.length - always} failed at least once; ${never || 'none'} failed throughout.`;
}

/** Returns how many runs are hard to compare, if any. */
function caveatWords(columns: readonly RunColumn[], isHistory: boolean): string[] {
  const hard = columns.filter(({ caveats }) => caveats.length > 0).length;
  if (hard === 0) return [];
  const verb = hard === 1 ? 'is' : 'are';
  return [
    `${hard} of ${columns.length} runs ${verb} hard to compare with the ${isHistory ? 'newest' : 'last'} one (*).`,
  ];
}

/**
 * Returns how the newest run ended, what changed since the last comparable run with a verdict, and what to do: the same as
 * `diff` says of the two runs. A run that could not be tested only has its reason.
 */
function newsOf([newest, ...earlier]: readonly RunColumn[]): string[] {
  if (newest === undefined) return [];
  const { summary } = newest;
  const hasVerdict = ({ exitStatus }: RunSummary) => exitStatus === 0 || exitStatus === 1;
  const since = earlier
    .map((one) => one.summary)
    .find((one) => hasVerdict(one) && one.asked['profile'] === summary.asked['profile']);
  const ending = `Newest run, ${dayAndLabels(summary)}: ${endingWords(summary)}.`;
  if (since === undefined || !hasVerdict(summary)) return [ending, summary.sentence];
  const changes = changesBetween(since, summary);
  return [ending, `Since ${dayAndLabels(since)}: ${changeWords(changes)}`, ...nextSteps(changes)];
}
