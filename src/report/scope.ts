import { isBlocked, isOfThorough, reasonClasses } from '../spec/reasons.ts';
import { grouped } from '../text/grouped.ts';
import { counted, firstSentence } from '../text/layout.ts';
import { groupedByReason } from './content.ts';
import type { Report, RequirementResult, Scope } from './model/report.ts';
import { isOpen, outcomes, type Tone, toneOfClass } from './model/verdicts.ts';

type Results = readonly RequirementResult[];

/** Returns the required requirements of the specification, without those that only `--profile thorough` tests. */
function requiredOf(requirements: Results): Results {
  const required = requirements.filter(({ level, section }) => level === 'required' && section === undefined);
  return required.filter(({ reason }) => !isOfThorough(reason));
}

/** Counts the required requirements of a run. */
export function scopeOf(requirements: Results): Scope {
  const required = requiredOf(requirements);
  const count = (wanted: RequirementResult['verdict']) =>
    required.filter(({ verdict }) => verdict === wanted).length;
  return {
    required: required.length,
    selected: required.length - count('not selected'),
    passed: count('pass'),
    failed: count('fail'),
    accepted: count('accepted'),
  };
}

type ScopeCount = Readonly<{ word: string; count: number; tone: Tone }>;

/** The words for requirements that could not be tested because another requirement failed. */
const blocked = 'blocked by a failure';

/**
 * Returns the counts of the required requirements, which add up to the total. Zeros are omitted, except for the count of
 * passed requirements.
 */
function countsOf(requirements: Results): ScopeCount[] {
  const { passed, failed, accepted } = scopeOf(requirements);
  const open = requiredOf(requirements).filter(({ verdict }) => isOpen(verdict));
  const byWord = grouped(open, ({ reason }) => (isBlocked(reason) ? blocked : reason?.class));
  const counts: readonly ScopeCount[] = [
    { word: 'failed', count: failed, tone: 'bad' },
    { word: 'accepted', count: accepted, tone: 'warn' },
    ...reasonClasses.toReversed().flatMap((one): readonly ScopeCount[] => {
      const some = byWord.get(one) ?? [];
      if (one !== 'not asked') return [{ word: one, count: some.length, tone: toneOfClass(one) }];
      // "4 need --description"
      return groupedByReason(some).map(([text, { length: count }]) => {
        return { count, word: count === 1 ? text : text.replace('needs', 'need'), tone: toneOfClass(one) };
      });
    }),
    { word: blocked, count: byWord.get(blocked)?.length ?? 0, tone: 'warn' },
  ];
  return [{ word: 'passed', count: passed, tone: 'good' }, ...counts.filter(({ count }) => count > 0)];
}

/** Returns "39 passed", "1 failed", "4 need --description", with the passed requirements first. */
export function countsWords(requirements: Results): string[] {
  return countsOf(requirements).map(({ count, word }) => `${count} ${word}`);
}

/** Returns the counts of a run with its warnings. */
export function scopeCounts({ requirements, verdict: { counts } }: Report): ScopeCount[] {
  const { warn } = counts;
  const warnings = { word: warn === 1 ? 'warning' : 'warnings', count: warn, tone: 'warn' } as const;
  return [...countsOf(requirements), ...(warn === 0 ? [] : [warnings])];
}

/** Returns the counts in one line: "46 required: 39 passed, 1 failed, 2 undecided, 4 need --description". */
export function scopeLine({ requirements, verdict: { counts } }: Report): string {
  const warnings = counts.warn === 0 ? '' : `; ${counted(counts.warn, 'warning')}`;
  return `${requiredOf(requirements).length} required: ${countsWords(requirements).join(', ')}${warnings}`;
}

/**
 * Returns the number of passed requirements, followed by the other counts: "42 of 46 required requirements passed (4 need
 * --description; 2 warnings)".
 */
export function countsLine(report: Report): string {
  const [passed, ...rest] = scopeCounts(report);
  const words = rest.map(({ count, word }) => `${count} ${word}`);
  const more = words.length === 0 ? '' : ` (${words.join(', ')})`;
  return `${passed?.count ?? 0} of ${report.verdict.scope.required} required requirements passed${more}`;
}

/** Returns the verdict in capitals. */
export function headlineOf({ outcome }: Report['verdict']): string {
  return outcomes[outcome].words;
}

/** Returns the verdict in one line: "NO VERDICT (exit status 3) The key was refused." */
export function verdictLine(verdict: Report['verdict']): string {
  return [`${headlineOf(verdict)} (exit status ${verdict.exitStatus})`, ...verdictReason(verdict)].join(' ');
}

/** Maximum length of a reason, in characters. */
const longestReason = 200;

/** Returns the first sentence of the verdict if the word alone, such as "passed", does not say what is missing. */
export function verdictReason({ outcome, sentence }: Report['verdict']): string[] {
  if (outcome !== 'passed' && outcome !== 'no verdict') return [];
  const first = firstSentence(sentence);
  return [first.length > longestReason ? `${first.slice(0, longestReason)}…` : first];
}
