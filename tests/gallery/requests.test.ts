import { expect, it } from 'vitest';
import { keptRequests } from './kept-requests.ts';
import { standardRequests } from './requests.ts';

it('gives reasons only for requests of a standard run', async () => {
  const sent = (await standardRequests()).map(({ request }) => request);
  expect(Object.keys(keptRequests).filter((request) => !sent.includes(request))).toEqual([]);
});
