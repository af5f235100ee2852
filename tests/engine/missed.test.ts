import { expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { sayWhyMissed } from '../../src/engine/verdict-words.ts';
import { dependent } from '../../src/exchange/finding.ts';
import { catalog, isRequirementId } from '../../src/spec/catalog.ts';
import { runInMemory } from '../support/in-memory.ts';

it('a requirement that depends on a violated one says which to fix first', async () => {
  const change = defects.find(({ id }) => id === 'reset-in-seconds-to-go')?.change;
  if (change === undefined) throw new Error('the gallery has no defect reset-in-seconds-to-go');
  const { report } = await runInMemory({ change }, { plan: 'free' });
  const reasonOf = (id: string) => report.requirements.find((row) => row.id === id)?.reason;
  for (const id of ['headers.plan-window', 'headers.limit-steady'])
    expect(reasonOf(id), id).toBe('could not be judged because headers.reset failed; mend that first');
});

it('a partly planned requirement says why its requests were not sent, not that others were left out', async () => {
  const change = defects.find(({ id }) => id === 'name-number-coerced')?.change;
  if (change === undefined) throw new Error('the gallery has no defect name-number-coerced');
  const { report } = await runInMemory({ change }, { maxRequests: 40, maxCreates: 4, concurrency: 1 });
  const row = report.requirements.find(({ id }) => id === 'create.text');
  expect(row).toMatchObject({
    verdict: 'not tested',
    reason: 'the creates that --max-creates 4 allows are used up',
  });
});

const row = { level: 'required', title: 't', source: 's', tested: 0 } as const;
const judgedOtherwise = [
  { ...row, id: 'headers.limit', verdict: 'fail' },
  { ...row, id: 'headers.reset', verdict: 'warn' },
  { ...row, id: 'list.ok', verdict: 'pass' },
] as const;

it.each([
  [['headers.limit', 'headers.reset'], 'because headers.limit and headers.reset failed; mend that first'],
  [['list.ok', 'headers.reset'], 'because headers.reset failed; mend that first'],
  [['list.ok', 'errors.shape'], ', for it hangs on list.ok, errors.shape'],
])('the reason names the violated requirements among the dependencies: %s', (dependsOn, says) => {
  const requirements = [{ ...row, id: 'x.y', asks: 'a', impact: 'm', fix: 'm', traits: { dependsOn } }];
  const rows = [...judgedOtherwise, { ...row, id: 'x.y', verdict: 'not tested', reason: dependent }] as const;
  const told = sayWhyMissed(requirements, rows).at(-1)?.reason ?? '';
  expect(told.replace(/^could not be judged ?/, '')).toBe(says);
});

it.each(['no 429 was seen', 'see list.ok'])('a specific reason does not change: %s', (reason) => {
  const rows = [...judgedOtherwise, { ...row, id: 'create.text', verdict: 'not tested', reason }] as const;
  expect(sayWhyMissed(catalog, rows)).toEqual(rows);
});

it('requirements depend only on other existing requirements', () => {
  for (const { id, traits } of catalog)
    expect(traits?.dependsOn?.filter((one) => !isRequirementId(one) || one === id) ?? [], id).toEqual([]);
});
