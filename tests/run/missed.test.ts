import { expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { sayWhyMissed } from '../../src/run/missed-words.ts';
import { runInMemory } from '../support/in-memory.ts';

it('a row that another one keeps from being judged says which is to be mended first', async () => {
  const change = defects.find(({ id }) => id === 'reset-in-seconds-to-go')?.change;
  if (change === undefined) throw new Error('the gallery has no defect reset-in-seconds-to-go');
  const { report } = await runInMemory({ change }, { plan: 'free' });
  const reasonOf = (id: string) => report.requirements.find((row) => row.id === id)?.reason;
  for (const id of ['headers.plan-window', 'headers.limit-steady'])
    expect(reasonOf(id), id).toBe('could not be judged because headers.reset failed; mend that first');
});

it('a row of which a part was planned says what became of that, not that the rest was left out', async () => {
  const change = defects.find(({ id }) => id === 'name-number-coerced')?.change;
  if (change === undefined) throw new Error('the gallery has no defect name-number-coerced');
  const { report } = await runInMemory({ change }, { maxRequests: 40, maxCreates: 4, concurrency: 1 });
  const row = report.requirements.find(({ id }) => id === 'create.text');
  expect(row).toMatchObject({
    verdict: 'not exercised',
    reason: 'the creates that --max-creates 4 allows are used up',
  });
});

it.each([
  ['see headers.limit, headers.reset', 'because headers.limit and headers.reset failed; mend that first'],
  ['see list.ok, headers.reset', 'because headers.reset failed; mend that first'],
  ['see headers.limit: no number', 'because headers.limit failed (no number); mend that first'],
  ['see list.ok', ', for it hangs on list.ok'],
])('of the rows that a verdict hangs on, the broken ones are blamed: %s', (reason, says) => {
  const row = { level: 'required', title: 't', source: 's', exercised: 0 } as const;
  const rows = [
    { ...row, id: 'headers.limit', verdict: 'fail' },
    { ...row, id: 'headers.reset', verdict: 'warn' },
    { ...row, id: 'list.ok', verdict: 'pass' },
    { ...row, id: 'x.y', verdict: 'not exercised', reason },
  ] as const;
  const told = sayWhyMissed(rows).at(-1)?.reason ?? '';
  expect(told.replace(/^could not be judged ?/, '')).toBe(says);
});

it('a reason of its own stays as it is', () => {
  const row = { id: 'x.y', level: 'required', title: 't', source: 's', exercised: 0 } as const;
  const rows = [{ ...row, verdict: 'not exercised', reason: 'no 429 was seen' }] as const;
  expect(sayWhyMissed(rows)).toEqual(rows);
});
