import { expect, it } from 'vitest';
import { groupsOf } from '../../src/vitest/tests.ts';
import { leaksOf } from '../support/echoes.ts';

it('names no test by the key, whatever the titles of checks of one’s own hold', () => {
  const key = 'pk_live_4f9Qz81LmTr7';
  const row = {
    level: 'required',
    title: `it is ${encodeURIComponent(key)}!`,
    impact: 'x',
    fix: 'y',
  } as const;
  const checks = [{ section: `Guide ${key}`, requirements: [{ id: 'guide.row', ...row }], checks: [] }];
  const groups = groupsOf({ key, checks, only: 'guide.*' });
  expect(groups).toEqual([
    { title: 'Guide [key]', tests: [{ id: 'guide.row', name: 'guide.row: it is [key]!' }] },
  ]);
  expect(leaksOf(key, JSON.stringify(groups))).toEqual([]);
});
