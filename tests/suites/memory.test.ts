import { expect, it } from 'vitest';
import type { Facts } from '../../src/kit/facts.ts';
import authentication from '../../suites/authentication.ts';
import { answered } from '../support/answers.ts';

/** More exchanges than any fold may keep. */
const many = 5_000;

it('auth.key-accepted keeps one response of each place, however long a run is, and counts them all', () => {
  const rule = authentication.members.find(
    (member) => member.kind === 'wholeRun' && member.requirement === 'auth.key-accepted',
  );
  if (rule?.kind !== 'wholeRun') throw new Error('there is no such rule');
  const fold = rule.start({ ban: { shownBy: () => undefined } } as unknown as Facts);
  for (let at = 0; at < many; at++) fold.step(answered({ at, status: at % 2 === 0 ? 401 : 200 }));
  const { exercised, occurrences, kept = [] } = fold.end();
  expect([exercised, occurrences.length, kept.length]).toEqual([many, many / 2, many / 2]);
  expect(new Set(occurrences.map(({ exchange }) => exchange)).size).toBe(1);
  expect(occurrences[0]?.exchange?.sentAt).toBe(0);
});
