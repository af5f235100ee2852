import type { Settings } from '../model/settings.ts';
import { plans } from '../spec/plans.ts';
import { readBudget } from './budget.ts';
import { readCaps } from './caps.ts';
import { type OptionValues, read } from './given.ts';
import { readHeaders } from './header.ts';
import { oneOf } from './one-of.ts';
import { readOnly } from './only.ts';
import { readSeed } from './seed.ts';

/** What options alone say of a run; where it goes, and what files hold, is read elsewhere. */
export type RunSettings = Omit<Settings, 'baseUrl' | 'key'>;

/**
 * Reads the options that need no file. The key is refused in extra headers; `added` are ids of requirements beside those
 * of the ledger. Throws a UsageError.
 */
export function readRunSettings(
  values: OptionValues,
  key: string | undefined,
  drawSeed: () => number,
  added: readonly string[] = [],
): RunSettings {
  const plan = read(values.text('plan'), (given) => oneOf(given, plans));
  const only = read(values.text('only'), (given) => readOnly(given, added));
  return {
    ...readBudget(values),
    ...(plan === undefined ? {} : { plan }),
    ...(only === undefined ? {} : { only }),
    ...readCaps(values),
    seed: readSeed(values.text('seed'), drawSeed),
    strict: values.on('strict'),
    failOnAdvisory: read(values.text('fail-on'), (given) => oneOf(given, ['advisory'])) !== undefined,
    headers: readHeaders(values.list('header'), key),
  };
}

/** What a run against a target does on which others rely: a faulty service would store what it should refuse. */
export const readingOnly = { maxCreates: 0, exhaust: false, readOnly: true } as const;
