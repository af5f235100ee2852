import { catalog, sections } from '../../spec/catalog.ts';
import type { Level } from '../../spec/requirement.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted } from '../../text/layout.ts';
import { minuteOf } from '../content.ts';
import type { Verdict } from '../model/report.ts';
import { selectedWords } from '../scope.ts';
import type { RunSummary } from './run-summary.ts';

/** A run with its name, and where its report is. */
export interface NamedRun {
  readonly name: string;
  /** The path of the HTML report, for links. */
  readonly page?: string;
  readonly summary: RunSummary;
}

/** A run with what makes it hard to compare with the newest one. */
export interface Column extends NamedRun {
  readonly caveats: readonly string[];
  /** Whether its seed is not that of the newest run: each then sent invalid bodies that the other did not. */
  readonly otherSeed: boolean;
}

export interface Row {
  readonly id: string;
  readonly title: string;
  /** Absent for a custom requirement, whose file is not read here. */
  readonly level?: Level;
  readonly verdicts: readonly (Verdict | undefined)[];
  /** Whether two runs that tested it disagree. */
  readonly differs: boolean;
  readonly state?:
    | {
        readonly kind: 'failing since';
        readonly startedAt: string;
        readonly labels: RunSummary['labels'];
        /** Whether that run, or the one before it, is hard to compare with the newest. */
        readonly unsure: boolean;
      }
    | { readonly kind: 'unsteady' }
    | { readonly kind: 'never tested' };
}

export interface Comparison {
  readonly columns: readonly Column[];
  /** Whether all runs have one target: only then they are a history. */
  readonly isHistory: boolean;
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  /** Requirements that were tested, by how many of the runs they passed. */
  readonly passed: { readonly byAll: number; readonly bySome: number; readonly byNone: number };
}

/** How many of the newest runs decide whether a requirement is unsteady. */
const recentRuns = 10;

/** Compares runs: one row for each requirement, one column for each run. Runs of one target are put into the order of time. */
export function compareRuns(given: readonly NamedRun[]): Comparison {
  const isHistory = new Set(given.map(({ summary }) => summary.target)).size === 1;
  const runs = isHistory
    ? [...given].sort((a, b) => Date.parse(a.summary.startedAt) - Date.parse(b.summary.startedAt))
    : given;
  const newest = runs.at(-1)?.summary;
  const columns = runs.map((run) => ({
    ...run,
    caveats: newest === undefined ? [] : caveatsOf(run.summary, newest),
    otherSeed: run.summary.seed !== newest?.seed,
  }));
  const summaries = runs.map(({ summary }) => summary);
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
      .map((requirement) => rowOf(requirement, columns, isHistory))
      .filter(({ verdicts }) => verdicts.some((one) => one !== undefined && one !== 'not testable')),
  }));
  return {
    columns,
    isHistory,
    sections: all.filter(({ rows }) => rows.length > 0),
    passed: countPassed(all.flatMap(({ rows }) => rows)),
  };
}

/** Returns how a run differs from the newest in what decides its verdicts. */
function caveatsOf(run: RunSummary, newest: RunSummary): string[] {
  const facts = [
    ['kit', run.kit, newest.kit],
    ['requirements', run.requirementsVersion, newest.requirementsVersion],
    ['profile', run.profile, newest.profile],
    ['plan', run.plan ?? 'none', newest.plan ?? 'none'],
    ['selection', run.only ?? 'all', newest.only ?? 'all'],
    ['scope', scopeOf(run), scopeOf(newest)],
  ] as const;
  return [
    ...facts.flatMap(([name, own, last]) => (own === last ? [] : [`${name} ${own}, newest ${last}`])),
    ...(run.complete ? [] : ['interrupted']),
  ];
}

/** Returns "41 of 45 required requirements selected"; lines of older kits have no scope. */
function scopeOf({ scope }: RunSummary): string {
  return scope === undefined ? 'unknown' : selectedWords(scope);
}

function rowOf(
  { id, title, level }: { readonly id: string; readonly title: string; readonly level?: Level },
  columns: readonly Column[],
  isHistory: boolean,
): Row {
  const verdicts = columns.map(({ summary: { verdicts: all } }) =>
    Object.hasOwn(all, id) ? all[id] : undefined,
  );
  const tested = resultsOf(verdicts);
  const row = {
    id,
    title,
    ...definedOnly({ level }),
    verdicts,
    differs: new Set(tested).size > 1,
  };
  if (verdicts.every((one) => one === undefined || one === 'not tested' || one === 'not selected'))
    return { ...row, state: { kind: 'never tested' } };
  if (!isHistory || tested.length === 0) return row;
  const recent = verdicts.slice(-recentRuns);
  const steps = resultsOf(recent);
  const changes = steps.filter((one, index) => index > 0 && one !== steps[index - 1]).length;
  if (recent.includes('flaky') || changes > 1) return { ...row, state: { kind: 'unsteady' } };
  const since = failingSince(verdicts);
  const first = since === undefined ? undefined : columns[since];
  if (since === undefined || first === undefined) return row;
  const { startedAt, labels } = first.summary;
  const unsure = columns.slice(Math.max(0, since - 1), since + 1).some(({ caveats }) => caveats.length > 0);
  return { ...row, state: { kind: 'failing since', startedAt, labels, unsure } };
}

/** What each verdict says of the target; verdicts that say nothing are missing. */
const results: ReadonlyMap<Verdict, 'passes' | 'fails'> = new Map([
  ['pass', 'passes'],
  ['flaky', 'passes'],
  ['fail', 'fails'],
  ['warn', 'fails'],
  ['waived', 'fails'],
]);

/** Returns what verdicts say of the target, without those that say nothing. */
function resultsOf(verdicts: readonly (Verdict | undefined)[]) {
  return verdicts.flatMap((one) => (one === undefined ? [] : (results.get(one) ?? [])));
}

/** Returns the index of the first run of the failures that reach up to the newest run that tested it. */
function failingSince(verdicts: readonly (Verdict | undefined)[]): number | undefined {
  let since: number | undefined;
  for (const [index, verdict] of [...verdicts.entries()].reverse()) {
    const result = verdict === undefined ? undefined : results.get(verdict);
    if (result === 'passes') break;
    if (result === 'fails') since = index;
  }
  return since;
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

/** One character for each verdict, readable without color. */
export const letters: Readonly<Record<Verdict, string>> = {
  pass: 'P',
  fail: 'F',
  warn: 'W',
  flaky: 'L',
  waived: 'V',
  observed: 'o',
  'not tested': '-',
  'not selected': '·',
  'not testable': ' ',
};

/** Explains the letters. */
export const legend =
  'P passed, F failed, W warning, L flaky, V waived, o observed, - not tested, · not selected';

/** Returns "failing since 2026-11-20 (build=1.4.2)", or what else is known of a row. */
export function stateWords({ state }: Row): string {
  if (state === undefined) return '';
  if (state.kind !== 'failing since') return state.kind;
  const labels = labelWords(state.labels);
  const unsure = state.unsure ? ', but hard to compare *' : '';
  return `failing since ${state.startedAt.slice(0, 10)}${labels === '' ? '' : ` (${labels})`}${unsure}`;
}

/** Returns "build=1.4.2 branch=main". */
export function labelWords(labels: RunSummary['labels']): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** Returns "12 requirements passed in every run, 2 in some, and 1 in no run." */
export function passedWords({ passed: { byAll, bySome, byNone } }: Comparison): string {
  return `${byAll} requirements passed in every run, ${bySome} in some, and ${byNone} in no run.`;
}

/** Returns what to keep in mind about the runs: which are hard to compare, and that their seeds differ. */
export function noteWords({ columns, isHistory }: Comparison): string[] {
  const hard = columns.filter(({ caveats }) => caveats.length > 0).length;
  const newest = isHistory ? 'newest' : 'last';
  return [
    ...(hard === 0
      ? []
      : [`${hard} of ${columns.length} runs are hard to compare with the ${newest} one (*).`]),
    ...(columns.some(({ otherSeed }) => otherSeed)
      ? [
          'The seeds differ: a pass may not cover an invalid body that failed in another run. diff checks that.',
        ]
      : []),
  ];
}

/** The facts of a run that every format shows, as names and values. */
export function columnFacts({
  summary,
  otherSeed,
}: Column): readonly (readonly [name: string, value: string])[] {
  const { startedAt, target, labels, kit, requirementsVersion, profile, plan, seed, latencyMs } = summary;
  return [
    ['Started', minuteOf(startedAt)],
    ['Target', target],
    ['Labels', labelWords(labels)],
    ['Verdict', `${summary.outcome} (exit status ${summary.exitStatus})`],
    [
      'Scope',
      summary.scope === undefined ? 'unknown' : `${scopeOf(summary)}, ${summary.scope.passed} passed`,
    ],
    ['Kit', `${kit}, requirements ${requirementsVersion}`],
    ['Profile', `${profile}, ${plan === undefined ? 'no plan' : `plan ${plan}`}`],
    ['Seed', `${seed}${otherSeed ? ' (changed)' : ''}`],
    ['Requests', requestsWords(summary)],
    ['Latency', latencyWords(latencyMs)],
    ['Leftovers', leftoverWords(summary)],
  ];
}

/** Returns "62 requests, 1 rate-limited (429)". */
export function requestsWords({ requests, rateLimited }: RunSummary): string {
  return `${counted(requests, 'request')}${rateLimited === 0 ? '' : `, ${rateLimited} rate-limited (429)`}`;
}

/** Returns "median 3 ms, p95 12 ms"; empty if no request got a response. */
export function latencyWords(latency: RunSummary['latencyMs']): string {
  if (latency === undefined) return '';
  return `median ${Math.round(latency.median)} ms, p95 ${Math.round(latency.p95)} ms`;
}

/** Returns how many categories the run left, and how many all runs of the kit left. */
export function leftoverWords({ leftovers, earlierLeftovers }: RunSummary): string {
  return earlierLeftovers === 0
    ? String(leftovers)
    : `${leftovers}, in all ${leftovers + earlierLeftovers} by the kit`;
}
