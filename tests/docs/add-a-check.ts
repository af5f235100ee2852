import { statusOf } from '../../src/exchange/exchange.ts';
import { expectStatus } from '../../src/expect/answer.ts';
import { notExercised } from '../../src/expect/unmet.ts';
import { get, plainList } from '../../src/kit/requests.ts';
import { check } from '../../src/kit/suite.ts';
import { listCategories } from '../../src/spec/operations.ts';

/** The example of CONTRIBUTING.md, so that it compiles and does what it says. */
export const afterTheKey = check(
  'auth.key-missing',
  'GET /categories without a key, right after one with it',
  { worth: 650, withKey: 1, withoutKey: 1 },
  async ({ send }) => {
    const twin = await send(plainList);
    if (statusOf(twin) !== 200) notExercised('see list.ok');
    expectStatus(await send(() => get(listCategories, 'none')), 401);
  },
);
