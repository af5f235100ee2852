import { expect, it } from 'vitest';
import authentication from '../../suites/authentication.ts';
import { responded } from '../support/responses.ts';
import { tallied } from './judged.ts';

/** More exchanges than any rule may keep. */
const many = 5_000;

it('auth.key-accepted keeps one response of each kind and counts all of them, however long the run is', () => {
  const exchanges = Array.from({ length: many }, (_one, at) =>
    responded({ at, status: at % 2 === 0 ? 401 : 200 }),
  );
  const { tested, causes, alsoCorrect } = tallied(authentication, 'auth.key-accepted', exchanges);
  expect(tested).toBe(many);
  expect([...alsoCorrect]).toEqual([['GET /categories returned 200', many / 2]]);
  expect([...causes.values()]).toMatchObject([{ count: many / 2, exchange: { sentAt: 0 } }]);
});
