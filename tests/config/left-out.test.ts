import { expect, test } from 'vitest';
import { type Count, leftOutBy } from '../../src/config/left-out.ts';
import type { Settings } from '../../src/config/settings.ts';
import { settingsFor } from '../support/run-against.ts';

/** Only a count below that of the profile `standard` means that the user has chosen to leave something out. */
const cases: readonly (readonly [Count, Partial<Settings>, reason: string])[] = [
  ['maxRequests', {}, 'prevented: not within --max-requests 3500'],
  ['maxRequests', { maxRequests: 9_999 }, 'prevented: not within --max-requests 9999'],
  ['maxRequests', { maxRequests: 20 }, 'not selected: not within --max-requests 20'],
  ['maxCreates', { maxCreates: 3 }, 'not selected: not within --max-creates 3'],
  ['maxRequests', { profile: 'gentle' }, 'not selected: not within the budgets of --profile gentle'],
  ['profile', { profile: 'gentle' }, 'not selected: not within the budgets of --profile gentle'],
  ['profile', {}, 'prevented: not within the budgets of --profile standard'],
  ['maxRequests', { profile: 'gentle', maxRequests: 5 }, 'not selected: not within --max-requests 5'],
  [
    'maxCreates',
    { readOnly: true, maxCreates: 0 },
    'not selected: the run only reads this target (--read-only)',
  ],
  ['maxRequests', { readOnly: true, maxRequests: 2 }, 'not selected: not within --max-requests 2'],
];

test.each(cases)('leftOutBy gives the class and the reason: %s with %j: %s', (count, given, expected) => {
  const { class: reasonClass, text } = leftOutBy(settingsFor('http://shop.test/v1', given), count);
  expect(`${reasonClass}: ${text}`).toBe(expected);
});
