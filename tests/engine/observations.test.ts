import { expect, test } from 'vitest';
import { observationsIn, statedObservations } from '../support/observations.ts';
import { runAgainst } from '../support/run-against.ts';

test('what is only observed is told as it was seen', async () => {
  const { report } = await runAgainst({}, { profile: 'thorough' });
  expect(observationsIn(report)).toEqual(statedObservations);
});
