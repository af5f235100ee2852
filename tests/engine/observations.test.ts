import { expect, test } from 'vitest';
import { observationsIn, statedObservations } from '../support/observations.ts';
import { runAgainst } from '../support/run-against.ts';

test('a thorough run reports the expected observations', async () => {
  const { report } = await runAgainst({}, { profile: 'thorough' });
  expect(observationsIn(report)).toEqual(statedObservations);
});
