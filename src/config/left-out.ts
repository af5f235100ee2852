import { type Reason, reason } from '../spec/reasons.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** The counts that limit a run, with their options. */
const counts = { maxRequests: '--max-requests', maxCreates: '--max-creates' } as const;

/** A count that limits a run; `profile` is the profile's limit on invalid bodies. */
export type Count = keyof typeof counts | 'profile';

/**
 * Returns why a count left a request out. A count below that of the standard profile is the user's choice. If even the standard
 * count is too small, the reason prevents a verdict.
 */
export function leftOutBy(
  settings: Pick<Settings, 'maxRequests' | 'maxCreates' | 'profile' | 'readOnly'>,
  count: Count,
): Reason {
  const { profile, readOnly } = settings;
  const [standard, gentle] = [defaultSettings(), defaultSettings('gentle')];
  if (count === 'maxCreates' && readOnly === true) return reason('only-reads');
  const isOfProfile = count === 'profile' || settings[count] === gentle[count];
  if (profile === 'gentle' && isOfProfile)
    return reason('own-count', 'not within the budgets of --profile gentle');
  if (count === 'profile') return reason('max-count', `not within the budgets of --profile ${profile}`);
  const isOwn = settings[count] < standard[count];
  return reason(isOwn ? 'own-count' : 'max-count', `not within ${counts[count]} ${settings[count]}`);
}
