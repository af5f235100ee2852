import {
  defaultMaxWaitSeconds,
  defaultShrinkRequests,
  defaultTimeoutSeconds,
  type Profile,
  profileDefaults,
  type Settings,
} from '../model/settings.ts';
import { type OptionValues, read } from './given.ts';
import { seconds, whole } from './numbers.ts';
import { oneOf } from './one-of.ts';
import { UsageError } from './usage-error.ts';

type Budget = keyof (typeof profileDefaults)[Profile] | 'profile' | 'shrinkRequests';

const profiles: readonly Profile[] = ['gentle', 'standard', 'thorough'];

/** What a run may spend, with the defaults of its profile filled in. Throws a UsageError. */
export function readBudget(
  values: OptionValues,
): Pick<Settings, Budget | 'maxWaitSeconds' | 'timeoutSeconds'> {
  const profile = read(values.text('profile'), (given) => oneOf(given, profiles)) ?? 'standard';
  const standard = profileDefaults[profile];
  const maxRequests = read(values.text('max-requests'), (given) => whole(given, 1, 1_000_000));
  const maxCreates = read(values.text('max-creates'), (given) => whole(given, 0, 100_000));
  if (maxRequests !== undefined && maxCreates !== undefined && maxCreates > maxRequests) {
    const names = ['max-creates', 'max-requests'].map(values.named);
    throw new UsageError(`${names[0]} ${maxCreates} is more than ${names[1]} ${maxRequests}. Lower it.`);
  }
  return {
    profile,
    maxRequests: maxRequests ?? standard.maxRequests,
    maxCreates: maxCreates ?? standard.maxCreates,
    payloads: read(values.text('payloads'), (given) => whole(given, 0, 100_000)) ?? standard.payloads,
    shrinkRequests:
      read(values.text('shrink-requests'), (given) => whole(given, 0, 10_000)) ?? defaultShrinkRequests,
    concurrency: read(values.text('concurrency'), (given) => whole(given, 1, 32)) ?? standard.concurrency,
    exhaust: standard.exhaust && !values.on('no-exhaust'),
    nearMisses: standard.nearMisses && !values.on('no-near-misses'),
    maxWaitSeconds:
      read(values.text('max-wait'), (given) => seconds(given, 0, 90_000)) ?? defaultMaxWaitSeconds,
    timeoutSeconds:
      read(values.text('timeout'), (given) => seconds(given, 0.1, 600)) ?? defaultTimeoutSeconds,
  };
}
