import { describe, it } from 'vitest';
import { expectNoAlarm, randomScenarios, runs } from './scenarios.ts';

/** `npm run limiters` makes all the random runs that docs/rate-limits.md mentions. */
describe(`${runs} runs without a false alarm`, () => {
  it.each(randomScenarios)('%s', (_title, scenarioOf) => expectNoAlarm(scenarioOf, 1));
});
