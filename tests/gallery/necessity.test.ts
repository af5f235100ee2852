import { expect, it } from 'vitest';
import { checks, necessityOf } from './necessity.ts';

it('detects that removing a check loses findings, and restores the check', async () => {
  const [suite, check] = checks.find(([, { requirement }]) => requirement === 'list.page-marks') ?? [];
  if (suite === undefined || check === undefined) throw new Error('list.page-marks has no check.');
  const before = [...suite.checks];
  expect(await necessityOf(suite, check)).toEqual({
    kind: 'noticed',
    defect: 'list-links-onward',
    settings: '',
  });
  expect(suite.checks).toEqual(before);
});
