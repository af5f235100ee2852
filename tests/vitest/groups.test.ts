import { expect, it } from 'vitest';
import { groupsOf } from '../../src/vitest/tests.ts';
import { leaksOf } from '../support/echoes.ts';

it('redacts the key in the group and test names of custom checks', () => {
  const key = 'pk_live_4f9Qz81LmTr7';
  const requirement = {
    level: 'required',
    title: `it is ${encodeURIComponent(key)}!`,
    impact: 'x',
    fix: 'y',
  } as const;
  const checks = [{ title: `Guide ${key}`, requirements: [{ id: 'guide.key', ...requirement }], checks: [] }];
  const groups = groupsOf({ key, checks, only: 'guide.*' });
  expect(groups).toEqual([
    { title: 'Guide [key]', tests: [{ id: 'guide.key', name: 'guide.key: it is [key]!' }] },
  ]);
  expect(leaksOf(key, JSON.stringify(groups))).toEqual([]);
});
