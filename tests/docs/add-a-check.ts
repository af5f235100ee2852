import { expectStatus, notTested } from '../../src/checks/expectations.ts';
import { get, plainList } from '../../src/checks/requests.ts';
import { check } from '../../src/checks/vocabulary.ts';
import { statusOf } from '../../src/exchange/exchange.ts';
import { listCategories } from '../../src/spec/operations.ts';

/** The example in CONTRIBUTING.md, which tests compile and run. */
export const afterTheKey = check(
  'auth.key-missing',
  'GET /categories without a key, right after a request with the key',
  { priority: 650, withKey: 1, withoutKey: 1 },
  async ({ send }) => {
    const control = await send(plainList);
    if (statusOf(control) !== 200) notTested('the list is not served');
    expectStatus(await send(() => get(listCategories, 'none')), 401);
  },
);
