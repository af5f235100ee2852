import { expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { catalog, isRequirementId } from '../../src/spec/catalog.ts';
import { runInMemory } from '../support/in-memory.ts';

it('names the violated requirement that another one depends on', async () => {
  const change = defects.find(({ id }) => id === 'reset-in-seconds-to-go')?.change;
  if (change === undefined) throw new Error('the gallery has no defect reset-in-seconds-to-go');
  const { report } = await runInMemory({ change }, { plan: 'free' });
  const reasonOf = (id: string) => report.requirements.find((one) => one.id === id)?.reason;
  for (const id of ['headers.plan-window', 'headers.limit-steady'])
    expect(reasonOf(id), id).toBe('depends on headers.reset, which failed; fix that first');
});

it('gives the reason of the planned part of a requirement, not that the rest exceeded the budget', async () => {
  const change = defects.find(({ id }) => id === 'name-number-coerced')?.change;
  if (change === undefined) throw new Error('the gallery has no defect name-number-coerced');
  // A body with a number as its name is sent before the last unusual strings.
  const { report } = await runInMemory({ change }, { maxRequests: 43, maxCreates: 4, concurrency: 1 });
  const result = report.requirements.find(({ id }) => id === 'create.text');
  expect(result).toMatchObject({
    verdict: 'not tested',
    reason: '--max-creates 4 is used up',
  });
});

it('requirements depend only on other known requirements', () => {
  for (const { id, traits } of catalog)
    expect(traits?.dependsOn?.filter((one) => !isRequirementId(one) || one === id) ?? [], id).toEqual([]);
});
