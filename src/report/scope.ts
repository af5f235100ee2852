import { catalog } from '../spec/catalog.ts';
import { grouped } from '../text/grouped.ts';
import { counted, firstSentence } from '../text/layout.ts';
import { listedIds } from './content.ts';
import type { NotSelectedGroup, Report, RequirementResult, RunOutcome, Scope } from './model/report.ts';
import { outcomes, type Tone } from './model/verdicts.ts';

/** Why a requirement is outside the scope. */
export type Gap = Omit<NotSelectedGroup, 'requirements'>;

/** Requirements that only `--profile thorough` tests: another run has a full scope without them. */
const beyondStandard = new Set(catalog.flatMap(({ id, asked }) => (asked === 'thorough' ? [id] : [])));

/**
 * Counts the scope of a run. `gapOf` returns why a requirement was not selected, or undefined if it was; `partly` returns why
 * only a part of it was tested.
 */
export function countScope(
  requirements: readonly RequirementResult[],
  gapOf: (result: RequirementResult) => Gap | undefined,
  partly: (result: RequirementResult) => string | undefined = () => undefined,
): Scope {
  const required = requirements.filter(
    ({ id, level, section, verdict }) =>
      level === 'required' &&
      section === undefined &&
      !(beyondStandard.has(id) && verdict === 'not selected'),
  );
  const gaps = required.flatMap((result) => {
    const gap = gapOf(result);
    return gap === undefined ? [] : [{ ...gap, id: result.id }];
  });
  const outside = new Set(gaps.map(({ id }) => id));
  const selected = required.filter(({ id }) => !outside.has(id));
  const count = (...verdicts: readonly RequirementResult['verdict'][]) =>
    selected.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const untested = selected.flatMap((result): Untested[] => {
    const { id, verdict, reason = 'no reason given' } = result;
    if (verdict === 'not tested') return [{ id, reason }];
    const missing = partly(result);
    return missing === undefined ? [] : [{ id, reason: missing, partly: true }];
  });
  return {
    required: required.length,
    selected: selected.length,
    passed: count('pass', 'flaky'),
    failed: count('fail'),
    accepted: count('accepted'),
    full: gaps.every(({ because }) => because !== 'run'),
    notSelected: withIds(gaps, ({ because, reason }) => `${because} ${reason}`),
    notTested: withIds(untested, ({ partly: isPart, reason }) => `${isPart} ${reason}`),
  };
}

interface Untested extends Omit<Scope['notTested'][number], 'requirements'> {
  readonly id: string;
}

/** Joins entries of one kind into one, with the ids of all. */
function withIds<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  kindOf: (entry: Entry) => string,
): (Omit<Entry, 'id'> & { readonly requirements: readonly string[] })[] {
  return [...grouped(entries, kindOf).values()].flatMap((some) =>
    some.slice(0, 1).map(({ id: _, ...kind }) => ({ ...kind, requirements: some.map(({ id }) => id) })),
  );
}

/** Returns the verdict in one line: "CONFORMS (4 more need --description)". */
export function headlineOf({ outcome, scope, counts }: Report['verdict']): string {
  const words = outcomes[outcome].words;
  if (outcome !== 'conforms' && outcome !== 'passed-selection') return words;
  const left = (because: NotSelectedGroup['because']) =>
    scope.notSelected.filter((group) => group.because === because);
  const part = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const parts = [
    ...(outcome === 'conforms' ? [] : part(counts.accepted, 'accepted')),
    ...part(notTestedIn(scope), 'could not be tested'),
    ...part(countOf(left('target')), 'not testable here'),
    ...(outcome === 'conforms' ? left('input') : []).map(({ option = '', requirements }, index) =>
      index === 0
        ? `${requirements.length} more ${requirements.length === 1 ? 'needs' : 'need'} ${option}`
        : `${requirements.length} ${option}`,
    ),
  ];
  const selected = outcome === 'conforms' || scope.full ? words : `${words}, ${selectedWords(scope)}`;
  return parts.length === 0 ? selected : `${selected} (${parts.join(', ')})`;
}

/** Outcomes whose reason belongs into the line of the verdict: their words alone do not say what to do. */
const needReason: readonly RunOutcome[] = ['could not be tested', 'incomplete'];
/** The longest reason, in characters. */
const longestReason = 200;

/** Returns the verdict in one line with its exit status: "COULD NOT BE TESTED (exit status 3) The key was refused." */
export function verdictLine(verdict: Report['verdict']): string {
  return [`${headlineOf(verdict)} (exit status ${verdict.exitStatus})`, ...verdictReason(verdict)].join(' ');
}

/** Returns the first sentence of a verdict whose outcome alone does not say what is wrong. */
export function verdictReason({ outcome, sentence }: Report['verdict']): string[] {
  if (!needReason.includes(outcome)) return [];
  const first = firstSentence(sentence);
  return [first.length > longestReason ? `${first.slice(0, longestReason)}…` : first];
}

/** Returns "41 of 45 required requirements selected". */
export function selectedWords({ required, selected }: Pick<Scope, 'required' | 'selected'>): string {
  return `${selected} of ${counted(required, 'required requirement')} selected`;
}

/** More groups than this are counted together in the line. */
const mostGroups = 3;

/** Returns the scope in one line, whose parts add up: "46 required: 39 passed, 1 failed, 2 not tested, 4 need --description". */
export function scopeLine(report: Report): string {
  const { scope, counts } = report.verdict;
  const parts = countsOfRequired(report).map(({ count, word }) => `${count} ${word}`);
  const warnings = counts.warn === 0 ? '' : `; ${counted(counts.warn, 'warning')}`;
  return `${scope.required} required: ${parts.join(', ')}${warnings}`;
}

interface ScopeCount {
  readonly word: string;
  readonly count: number;
  readonly tone: Tone;
}

/** Returns the counts of a run, without zeros unless nothing was required. All but the warnings add up to the required requirements. */
export function scopeCounts(report: Report): ScopeCount[] {
  const { warn } = report.verdict.counts;
  const warnings = { word: warn === 1 ? 'warning' : 'warnings', count: warn, tone: 'warn' } as const;
  return [...countsOfRequired(report), ...(warn === 0 ? [] : [warnings])];
}

function countsOfRequired(report: Report): ScopeCount[] {
  const { scope } = report.verdict;
  const left = scope.notSelected;
  const counts: readonly ScopeCount[] = [
    { word: 'passed', count: scope.passed, tone: 'good' },
    { word: 'failed', count: scope.failed, tone: 'bad' },
    { word: 'accepted', count: scope.accepted, tone: 'warn' },
    { word: 'not tested', count: notTestedIn(scope), tone: 'calm' },
    ...(left.length > mostGroups
      ? [{ word: 'not selected', count: countOf(left), tone: 'calm' } as const]
      : left.map(groupCount)),
  ];
  const shown = counts.filter(({ count }) => count > 0);
  return shown.length === 0 ? counts.slice(0, 1) : shown;
}

/** Returns how many required requirements were selected and not tested. */
function notTestedIn({ notTested }: Scope): number {
  return countOf(notTested.filter(({ partly }) => partly !== true));
}

/** Counts the requirements in groups. */
function countOf(groups: readonly { readonly requirements: readonly string[] }[]): number {
  return groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
}

/** Returns the scope with its details, where nothing can be unfolded. */
export function scopeWords(report: Report): string {
  return [scopeLine(report), ...report.verdict.scope.notTested.map(notTestedWords)].join('; ');
}

/** Returns "need --description" with its count for a missing input, or "not selected (excluded by --profile gentle)". */
function groupCount({ because, option, reason, requirements: { length } }: NotSelectedGroup): ScopeCount {
  const isInput = because === 'input' && option !== undefined;
  const word = isInput ? `${length === 1 ? 'needs' : 'need'} ${option}` : `not selected (${reason})`;
  return { word, count: length, tone: 'calm' };
}

/** Returns "not tested: limit.recovers (no 429 was received)". */
export function notTestedWords({ reason, requirements, partly }: Scope['notTested'][number]): string {
  return `${partly === true ? 'tested in part' : 'not tested'}: ${listedIds(requirements)} (${reason})`;
}
