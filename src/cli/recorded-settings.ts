import { defaultSeed, profileDefaults, type Settings } from '../model/settings.ts';
import type { OptionValues } from '../options/given.ts';
import { oneOf } from '../options/one-of.ts';
import { readOnly } from '../options/only.ts';
import { plans } from '../spec/plans.ts';

/** The settings of a judgement that sends nothing: of the numbers only those that verdicts depend on matter. */
export function recordedSettings(
  values: OptionValues,
  baseUrl: string,
  key = '',
  added: readonly string[] = [],
): Settings {
  const plan = values.text('plan');
  const only = values.text('only');
  const failOn = values.text('fail-on');
  return {
    ...profileDefaults.standard,
    profile: 'standard',
    baseUrl,
    key,
    ...(plan === undefined ? {} : { plan: oneOf(plan, plans) }),
    ...(only === undefined ? {} : { only: readOnly(only, added) }),
    seed: defaultSeed,
    timeoutSeconds: 0,
    maxWaitSeconds: 0,
    shrinkRequests: 0,
    strict: values.on('strict'),
    failOnAdvisory: failOn !== undefined && oneOf(failOn, ['advisory']) === 'advisory',
    headers: [],
  };
}
