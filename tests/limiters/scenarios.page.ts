import { describe, it } from 'vitest';
import { chances, expectNoAlarm, runs } from './scenarios.ts';

/** `npm run limiters` makes all the random runs that docs/rate-limits.md mentions. */
describe(`${runs} runs without a false alarm`, () => {
  it.each(chances)('%s', (_title, sceneOf) => expectNoAlarm(sceneOf, 1));
});
