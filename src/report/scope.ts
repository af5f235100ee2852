import { catalog } from '../spec/catalog.ts';
import { counted } from '../text/layout.ts';
import { grouped, listedIds, verdictWords } from './content.ts';
import type { NotSelectedGroup, Report, RequirementResult, Scope } from './model/report.ts';

/** Why a requirement is outside the scope. */
export type Gap = Omit<NotSelectedGroup, 'requirements'>;

/** Requirements that only `--profile thorough` tests: a standard run has a full scope without them. */
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
    ({ id, level, section }) => level === 'required' && section === undefined && !beyondStandard.has(id),
  );
  const gaps = required.flatMap((result) => {
    const gap = gapOf(result);
    return gap === undefined ? [] : [{ id: result.id, gap }];
  });
  const outside = new Set(gaps.map(({ id }) => id));
  const selected = required.filter(({ id }) => !outside.has(id));
  const count = (...verdicts: readonly RequirementResult['verdict'][]) =>
    selected.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const groupOf = (all: readonly { readonly id: string; readonly reason: string }[]) =>
    [...grouped(all, ({ reason }) => reason)].map(([reason, some]) => ({
      reason,
      requirements: some.map(({ id }) => id),
    }));
  const missed = selected.flatMap(({ id, verdict, reason = 'no reason given' }) =>
    verdict === 'not tested' ? [{ id, reason }] : [],
  );
  const inPart = selected.flatMap((result) => {
    const reason = result.verdict === 'not tested' ? undefined : partly(result);
    return reason === undefined ? [] : [{ id: result.id, reason }];
  });
  return {
    required: required.length,
    selected: selected.length,
    passed: count('pass', 'flaky'),
    failed: count('fail'),
    waived: count('waived'),
    full: gaps.every(({ gap }) => gap.because !== 'run'),
    notSelected: [...grouped(gaps, ({ gap }) => `${gap.because} ${gap.reason}`).values()].flatMap((some) =>
      some.slice(0, 1).map(({ gap }) => ({ ...gap, requirements: some.map(({ id }) => id) })),
    ),
    notTested: [...groupOf(missed), ...groupOf(inPart).map((group) => ({ ...group, partly: true as const }))],
  };
}

/** Adds the scope to a report that was written without one, as far as its configuration shows it. */
export function withScope(report: Report): Report {
  const { requirements, configuration, verdict } = report;
  if ((verdict.scope as Scope | undefined) !== undefined) return report;
  const asked = new Map(catalog.map((one) => [one.id, one.asked]));
  const scope = countScope(requirements, ({ id, verdict: own, reason = 'no reason given' }) => {
    if (own !== 'not selected') return undefined;
    const input = asked.get(id);
    const isMissing = (input === 'description' || input === 'plan') && configuration[input] === undefined;
    if (isMissing) return { because: 'input', reason: `needs --${input}`, option: `--${input}` };
    const isEnterprise = input === 'plan' && configuration.plan === 'enterprise';
    return { because: isEnterprise ? 'target' : 'run', reason };
  });
  const passed = scope.full ? 'conforms' : 'passed-selection';
  const outcome =
    verdict.outcome !== 'conforms' ? verdict.outcome : scope.waived > 0 ? 'nothing new' : passed;
  return { ...report, verdict: { ...verdict, outcome, scope } };
}

/** Returns the verdict in one line: "CONFORMS (4 more need --description)". */
export function headlineOf({ outcome, scope, counts }: Report['verdict']): string {
  const words = verdictWords[outcome];
  if (!['conforms', 'passed-selection', 'nothing new'].includes(outcome)) return words;
  const number = (groups: readonly { readonly requirements: readonly string[] }[]) =>
    groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  const left = (because: NotSelectedGroup['because']) =>
    scope.notSelected.filter((group) => group.because === because);
  const part = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const accepted = part(counts.waived, 'waived');
  // Without a failure or a waiver, only warnings of --fail-on advisory can be known.
  const known = part(counts.fail || (counts.waived === 0 ? counts.warn : 0), 'known');
  const parts = [
    ...(outcome === 'nothing new' ? [...accepted, ...known] : []),
    ...part(number(scope.notTested.filter(({ partly }) => partly !== true)), 'could not be tested'),
    ...part(number(left('target')), 'not testable here'),
    ...(outcome === 'conforms' ? left('input') : []).map(({ option = '', requirements }, index) =>
      index === 0
        ? `${requirements.length} more ${requirements.length === 1 ? 'needs' : 'need'} ${option}`
        : `${requirements.length} ${option}`,
    ),
  ];
  const selected = outcome === 'conforms' || scope.full ? words : `${words}, ${selectedWords(scope)}`;
  return parts.length === 0 ? selected : `${selected} (${parts.join(', ')})`;
}

/** Returns "41 of 45 required requirements selected". */
export function selectedWords({ required, selected }: Pick<Scope, 'required' | 'selected'>): string {
  return `${selected} of ${counted(required, 'required requirement')} selected`;
}

/** Returns the scope in one line: how many were selected and passed, and why the others were not. */
export function scopeWords(scope: Scope): string {
  const { passed, failed, waived, notSelected, notTested } = scope;
  const counts = [
    `${passed} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(waived === 0 ? [] : [`${waived} waived`]),
  ];
  return [
    `${selectedWords(scope)}: ${counts.join(', ')}`,
    ...(notSelected.length === 0 ? [] : [`not selected: ${notSelected.map(groupWords).join(', ')}`]),
    ...notTested.map(notTestedWords),
  ].join('; ');
}

/** Returns "5 excluded by --profile gentle". */
export function groupWords({ reason, requirements }: Pick<NotSelectedGroup, 'reason' | 'requirements'>) {
  const verb = requirements.length === 1 ? reason : reason.replace(/^needs /, 'need ');
  return `${requirements.length} ${verb}`;
}

/** Returns "not tested: limit.recovers (no 429 was received)". */
export function notTestedWords({ reason, requirements, partly }: Scope['notTested'][number]): string {
  return `${partly === true ? 'tested in part' : 'not tested'}: ${listedIds(requirements)} (${reason})`;
}
