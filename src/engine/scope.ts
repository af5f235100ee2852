import { flagOf, settingOf } from '../config/option.ts';
import { budgetOptions, type OptionSettings } from '../config/options.ts';
import { defaultSettings, type Settings } from '../config/settings.ts';
import { nearMisses } from '../exchange/credentials.ts';
import { dependent } from '../exchange/finding.ts';
import type { RequirementResult, Scope } from '../report/model/report.ts';
import { countScope, type Gap } from '../report/scope.ts';
import { traitsOf } from '../spec/catalog.ts';
import type { Judge } from './judge.ts';
import { type NotSelected, readsOnly } from './select.ts';

/** The setting of a budget, which can leave requirements untested. */
export type Budget = keyof OptionSettings;

/** The flags of the budgets. */
export const budgets: ReadonlyMap<Budget, string> = new Map(
  Object.entries(budgetOptions).map(([name, row]) => [settingOf(name, row) as Budget, `--${flagOf(name)}`]),
);

interface ScopeFacts {
  readonly settings: Settings;
  readonly judge: Judge;
  readonly requirements: readonly RequirementResult[];
  readonly notSelected: (id: string) => NotSelected | undefined;
  /** Budgets that left something out of the run. */
  readonly spent: readonly Budget[];
}

/**
 * Returns the scope of a run. A budget below that of the standard profile leaves requirements out like an option; what the
 * standard budget does not reach is due to the target.
 */
export function scopeOf({ settings, judge, requirements, notSelected, spent }: ScopeFacts): Scope {
  const budgetGap = gapOfBudgets(settings, spent);
  const violated = new Set(
    requirements.filter(({ verdict }) => ['fail', 'warn', 'accepted'].includes(verdict)).map(({ id }) => id),
  );
  const dependsOnViolated = (id: string) =>
    judge.tally(id).reasons.has(dependent) && traitsOf(id).dependsOn?.some((one) => violated.has(one));
  const coversCase = !settings.nearMisses || nearMisses(settings.key).includes('key-other-case');
  return countScope(
    requirements,
    ({ id, verdict }) => {
      if (verdict === 'not tested') return dependsOnViolated(id) ? undefined : budgetGap;
      const gap = verdict === 'not selected' ? notSelected(id) : undefined;
      if (gap === undefined) return undefined;
      const { unlessTested: _, ...why } = gap;
      return why;
    },
    ({ id }) =>
      coversCase || !traitsOf(id).needs?.includes('near misses')
        ? undefined
        : 'the key has no letters from g to z, so its case cannot be changed',
  );
}

/** What the kit suggests if the standard profile has no such budget (`--max-time`), in seconds. */
const anHour = 3_600;

/** Returns how budgets below the standard ones left requirements out, or undefined if none did. */
function gapOfBudgets(settings: Settings, spent: readonly Budget[]): Gap | undefined {
  const [standard, gentle] = [defaultSettings(), defaultSettings('gentle')];
  const amountOf = (budget: unknown) => Number(budget ?? Number.POSITIVE_INFINITY);
  const isLowered = (one: Budget) =>
    one === 'profile' ? settings.profile === 'gentle' : amountOf(settings[one]) < amountOf(standard[one]);
  const gaps = spent.filter(isLowered).map((one) => {
    if (one === 'maxCreates' && settings.readOnly === true) return readsOnly;
    const isGentle = settings.profile === 'gentle' && settings[one] === gentle[one];
    return isGentle
      ? { reason: 'not within the budgets of --profile gentle', option: '--profile standard' }
      : {
          reason: `not within ${budgets.get(one)} ${settings[one]}`,
          option: `${budgets.get(one)} ${standard[one] ?? anHour}`,
        };
  });
  if (gaps.length === 0) return undefined;
  return {
    because: 'run',
    reason: [...new Set(gaps.map(({ reason }) => reason))].join(' and '),
    option: [...new Set(gaps.map(({ option }) => option))].join(' '),
  };
}
