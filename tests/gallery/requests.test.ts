import { expect, it } from 'vitest';
import { keptRequests } from './kept-requests.ts';
import { standardRequests } from './requests.ts';

it('a standard run sends every request for which the gallery gives a reason', async () => {
  const sent = (await standardRequests()).map(({ request }) => request);
  expect(Object.keys(keptRequests).filter((request) => !sent.includes(request))).toEqual([]);
});
