import { expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createCreations } from '../../src/readings/readings.ts';
import { freshReadings } from '../support/readings.ts';
import { cutOff, responded } from '../support/responses.ts';

function having(...exchanges: readonly Exchange[]) {
  const readings = freshReadings();
  for (const exchange of exchanges) readings.see(exchange);
  return readings;
}

test('an exchange that is retried is counted, but not judged', () => {
  const retried = responded({ at: 0, status: 503 });
  const { counts, outcomes } = having({ ...retried, again: true }, retried);
  expect(counts.counted().total).toBe(2);
  expect(outcomes.all()).toMatchObject([{ count: 1, first: retried }]);
});

test('the response that first shows a possible ban already counts as a response after the ban', () => {
  const { outcomes } = having(
    responded({ at: 0 }),
    responded({ at: 1, status: 429 }),
    responded({ at: 2, status: 401 }),
  );
  expect(outcomes.all().map(({ isBanned }) => isBanned)).toEqual([false, false, true]);
});

test('a key that was refused before the first 429 is not banned', () => {
  const statuses = [200, 401, 429, 401, 401];
  const { ban } = having(...statuses.map((status, at) => responded({ at, status })));
  expect(ban.shownBy()).toBeUndefined();
  const servedAgain = [200, 401, 200, 429, 401].map((status, at) => responded({ at, status }));
  expect(having(...servedAgain).ban.shownBy()).toBe(servedAgain[4]);
});

test('an exchange counts as sent once, unless the caller says otherwise', () => {
  const readings = having({ ...responded({ at: 0, status: 503 }), concurrent: 2 });
  readings.see(responded({ at: 1 }));
  expect(readings.shedding.decision().refused).toBeUndefined();
});

test('elements of this run have one of its names or the id of one of its categories', () => {
  const creations = createCreations('kitqz', 2_000);
  const request = post(Buffer.from('{"name":"kitqzaaaa"}'));
  creations.see(responded({ at: 0, status: 201, body: '{"id":7,"name":"parrot"}', request }));
  const isOurs = (element: Parameters<typeof creations.isOfThisRun>[0]) => creations.isOfThisRun(element);
  expect(isOurs({ id: 7n, name: 'parrot' })).toBe(true);
  expect(isOurs({ id: 8n, description: 'KITQZBBBB' })).toBe(true);
  expect(isOurs('kitqzbbbb')).toBe(true);
  expect(isOurs({ id: 8n, name: 'parrot' })).toBe(false);
  expect(isOurs({ id: '7', name: 'parrot' })).toBe(false);
  expect(isOurs(7n)).toBe(false);
});

test('the newest creation is the newest POST with a 2xx', () => {
  const creations = createCreations('kitqz', 2_000);
  const request = post(Buffer.from('{"name":"kitqzaaaa"}'));
  expect(creations.lastCreation()).toBeUndefined();
  creations.see(responded({ at: 1, status: 201, request }));
  for (const other of [responded({ at: 2, status: 400, request }), responded({ at: 3 }), cutOff(4)])
    creations.see(other);
  expect(creations.lastCreation()).toBe(1_100);
});
