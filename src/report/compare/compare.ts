import { type Change, isSame, openIn, partsBetween, type Side, sideOf, together } from '../changes.ts';
import { listedIds } from '../content.ts';
import { changeWords } from '../diff.ts';
import type { Report, Verdict } from '../model/report.ts';
import { type Tone, toneOf, verdicts } from '../model/verdicts.ts';
import { verdictLine } from '../scope.ts';
import { partsThatDiffer } from './targets.ts';

/** The parts of a report that a comparison keeps, because many whole reports would not fit into memory. */
export type Summary = ReturnType<typeof summaryOf>;

/** Returns what a comparison needs from a report. `page` is the path of its HTML page, for a link. */
export function summaryOf(report: Report, page?: string) {
  const { target, startedAt, labels = {}, verdict } = report;
  return {
    target,
    startedAt,
    labels: Object.entries(labels),
    line: verdictLine(verdict),
    tone: toneOf(verdict.exitStatus),
    titles: new Map(report.findings.map(({ requirement, title }) => [requirement, title])),
    side: sideOf(report),
    page,
  };
}

/** A report as a column. */
export interface Column extends Pick<Summary, 'line' | 'page' | 'startedAt' | 'tone'> {
  /** 1 is the oldest report of a history, or the first one given. */
  readonly number: number;
  /** In a history, the day and the labels of the report; otherwise, the part of its target that differs. */
  readonly name: string;
  /** The name in short lines, for the head of a column. */
  readonly head: readonly string[];
  /** "build 1.4.2". */
  readonly labels: string;
}

/** A requirement whose failures differ between the reports. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** The cells in the order of the columns. */
  readonly cells: readonly { readonly letter: string; readonly word: string; readonly tone: Tone }[];
  /** The day since which the requirement has been failing, or when it was fixed; without a history, only how it fails. */
  readonly state: string;
}

export type Comparison = ReturnType<typeof compareReports>;

/**
 * Compares reports. Reports about one target are a history, ordered by time, with the newest first. Reports about several
 * targets keep their order. Changes within a history follow the rule of `diff`.
 */
export function compareReports(given: readonly Summary[]) {
  const targets = given.map(({ target }) => target);
  const isHistory = new Set(targets).size === 1;
  const reports = isHistory
    ? given.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    : given;
  const parts = isHistory ? [] : partsThatDiffer(targets);
  const columns = reports.map((report, index): Column => {
    const { labels, line, page, startedAt, tone } = report;
    const { [index]: name = dayOf(report) } = parts;
    const head = isHistory ? [startedAt.slice(5, 10), ...labels.map(([, value]) => value)] : [name];
    return { number: index + 1, name, head, labels: wordsOf(labels), line, page, startedAt, tone };
  });
  const { states, last } = historyOf(isHistory ? reports : []);
  const ids = [
    ...new Set(reports.flatMap(({ side }) => side.failures.map(({ requirement }) => requirement))),
  ];
  const differing = ids.filter(
    (id) => new Set(reports.map(({ side }) => failuresOf(id, side).join('\n'))).size > 1,
  );
  const same = ids.filter((id) => !differing.includes(id));
  const newestFirst = <Item>(items: readonly Item[]) => (isHistory ? items.toReversed() : [...items]);
  const rows = inOrder(differing, reports).map(
    (id): Row => ({
      id,
      title: reports.flatMap(({ titles }) => titles.get(id) ?? [])[0] ?? '',
      cells: newestFirst(reports).map(({ side }) => cellOf(side.results.get(id)?.verdict)),
      state: states.get(id) ?? causesOf(id, reports),
    }),
  );
  const letters = new Set(rows.flatMap(({ cells }) => cells.map(({ letter }) => letter)));
  return {
    title: `Reports about ${isHistory ? targets[0] : `${new Set(targets).size} targets`}`,
    isHistory,
    columns: newestFirst(columns),
    rows,
    notes: [
      ...(last === undefined ? [] : [`Since ${dayOf(last.since)}: ${changeWords(last.changes)}`]),
      ...(same.length === 0 ? [] : [`Failing in the same way in every report: ${listedIds(same)}.`]),
      ...(differing.length === 0 ? ['No failure differs between the reports.'] : []),
    ],
    /** Explains the letters of the cells. */
    legend: Object.values(verdicts)
      .filter(({ letter }) => letters.has(letter))
      .map(({ letter, word }) => `${letter} ${word}`)
      .join(', '),
  };
}

/** Returns "2026-11-20 (build 1.4.2)". */
function dayOf({ startedAt, labels }: Pick<Summary, 'startedAt' | 'labels'>): string {
  const day = startedAt.slice(0, 10);
  return labels.length === 0 ? day : `${day} (${wordsOf(labels)})`;
}

function wordsOf(labels: Summary['labels']): string {
  return labels.map((label) => label.join(' ')).join(', ');
}

function failuresOf(id: string, { failures }: Side): string[] {
  const own = failures.filter(({ requirement }) => requirement === id);
  return own.map(({ signature, operation = '' }) => `${signature} ${operation}`).sort();
}

/** Sorts ids as reports list their requirements. */
function inOrder(ids: readonly string[], reports: readonly Summary[]): string[] {
  const all = [...new Set(reports.flatMap(({ side }) => [...side.results.keys()]))];
  return ids.toSorted((a, b) => all.indexOf(a) - all.indexOf(b));
}

/** Returns the cell of a verdict, or an empty cell if the run did not know the requirement. */
function cellOf(verdict: Verdict | undefined): Row['cells'][number] {
  if (verdict === undefined) return { letter: '', word: '', tone: 'calm' };
  const { letter, word, tone } = verdicts[verdict];
  return { letter, word, tone };
}

function causesOf(id: string, reports: readonly Summary[]): string {
  const causes = reports.flatMap(({ side }) =>
    side.failures.flatMap(({ requirement, cause }) => (requirement === id ? cause : [])),
  );
  return [...new Set(causes)].join('; ');
}

/** A failure that is not fixed yet, and the first report that had it. */
interface Open {
  readonly failure: Side['failures'][number];
  readonly since: Summary;
}

/**
 * Follows each failure through a history, from the oldest report to the newest. As in `diff`, a failure stays open until it
 * is fixed.
 */
function historyOf([oldest, ...later]: readonly Summary[]) {
  const states = new Map<string, string>();
  let open = (oldest === undefined ? [] : openIn(oldest.side)).map(
    (failure): Open => ({ failure, since: oldest as Summary }),
  );
  let last: { readonly since: Summary; readonly changes: readonly Change[] } | undefined;
  let before = oldest;
  for (const report of later) {
    if (before === undefined) break;
    const failures = open.map(({ failure }) => failure);
    const parts = partsBetween({ ...before.side, failures }, report.side);
    const isOpen = (failure: Open['failure']) =>
      parts.some((one) => one.kind === 'not tested again' && isSame(one, failure));
    for (const { kind, requirement } of parts)
      if (kind === 'fixed') states.set(requirement, `fixed ${dayOf(report)}`);
    open = [
      ...report.side.failures.map((failure): Open => {
        const known = open.find((one) => isSame(one.failure, failure));
        return { failure, since: known?.since ?? report };
      }),
      ...open.filter(({ failure }) => isOpen(failure)),
    ];
    last = { since: before, changes: together(parts) };
    before = report;
  }
  for (const { failure, since } of open.toReversed()) {
    const fails = before?.side.failures.some((one) => isSame(one, failure));
    // What failed in the oldest report may have failed before.
    const day = `${dayOf(since)}${since === oldest ? ' or earlier' : ''}`;
    states.set(
      failure.requirement,
      `${fails ? `failing since ${day}` : `failed ${day}, not tested again`}: ${failure.cause}`,
    );
  }
  return { states, last };
}
