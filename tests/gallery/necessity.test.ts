import { expect, it } from 'vitest';
import { checks, necessityOf } from './necessity.ts';

it('notices that a check was removed, and puts it back', async () => {
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
