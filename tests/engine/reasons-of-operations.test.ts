import { expect, test } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses, isOperation } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { problem } from '../../reference-server/problem.ts';
import { countsWords } from '../../src/report/scope.ts';
import { runInMemory } from '../support/in-memory.ts';

/** A server that has neither pets nor orders, and says so before it checks the key. */
const neitherPetsNorOrders: Change = (parts) => ({
  route: (...args) => {
    const route = parts.route(...args);
    if (!isOperation(route, 'getPet') && !isOperation(route, 'listOrders')) return route;
    return { kind: 'refused', problem: problem(404, 'not_found', 'There is no such thing.'), headers: [] };
  },
});

test('a reason names every operation that is not served with the key', async () => {
  const { report } = await runInMemory({ change: neitherPetsNorOrders });
  const reasons = report.requirements.flatMap(({ reason: why }) =>
    why?.code === 'control-refused' ? why.text : [],
  );
  const both = 'GET /pets/{petId} returned 404, GET /store/orders returned 404';
  expect([...new Set(reasons)]).toEqual([`the same request with the key is not served either (${both})`]);
});

test('the counts include all requirements that one failure blocks, directly or through another requirement', async () => {
  const faults = ['reset-in-seconds-to-go', 'limit-never-enforced'];
  const { report } = await runInMemory(
    { change: defects.filter(({ id }) => faults.includes(id)).map(({ change }) => change) },
    { plan: 'free' },
  );
  expect(countsWords(report.requirements)).toEqual([
    '34 passed',
    '1 failed',
    '4 need --description',
    '7 blocked by a failure',
  ]);
});

/** A server that returns this status to every POST, with and without the key. */
const creationsReturning = (status: number): Change =>
  editResponses(
    (_response, { incoming }) => incoming.method === 'POST',
    (response) => ({ ...response, status }),
  );

test.each([
  [300, 'pass', 'control-refused'],
  [499, 'pass', 'control-refused'],
  [501, 'pass', 'control-refused'],
  [500, 'not tested', 'control-failed'],
  [505, 'not tested', 'control-failed'],
])(
  'a %i in response to a creation without a key proves nothing if the creation with the key gets it, too',
  async (status, verdict, code) => {
    const { report } = await runInMemory({ change: creationsReturning(status) });
    const result = report.requirements.find(({ id }) => id === 'auth.key-missing');
    expect(result).toMatchObject({ verdict, reason: { code } });
  },
);
