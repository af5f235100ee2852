import { expect, it } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { run } from '../../src/engine/run.ts';
import { startInMemory } from '../support/in-memory.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

// Reading 25: what could not be tested only because it depends on a waived requirement counts as waived.
it.each([
  ['headers-spelled-otherwise', 'headers.present', ['headers.usage', 'limit.enforced']],
  ['list-wrapped', 'list.ok', ['list.complete', 'invalid.nothing-stored']],
  ['retry-after-missing', 'limit.retry-after', ['limit.retry-after-value', 'limit.recovers']],
  ['error-nested', 'errors.shape', []],
])('%s passes a gate with --strict once %s is waived', async (defect, requirement, dependents) => {
  const clock = createSharedClock();
  const change = defects.flatMap((one) => (one.id === defect ? [one.change] : []));
  const { url, openDispatcher } = startInMemory({ keys: [{ key: testKey, plan: 'free' }], clock, change });
  const waivers = [{ requirement, owner: 'Ada', reason: 'a new gateway', expires: '2099-01-01' }];
  const settings = { ...settingsFor(url, { strict: true, plan: 'free' }), waivers };
  const { verdict, requirements } = await run(settings, { clock, openDispatcher });
  const waived = requirements.flatMap((one) => (one.verdict === 'waived' ? [one.id] : []));
  expect(waived).toEqual(expect.arrayContaining([requirement, ...dependents]));
  expect([verdict.outcome, verdict.exitStatus], verdict.sentence).toEqual(['nothing new', 0]);
});
