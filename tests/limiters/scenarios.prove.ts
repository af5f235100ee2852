import { describe, it } from 'vitest';
import { expectNoAlarm, randomScenarios, runs } from './scenarios.ts';

/** `npm run prove -- limiters` also makes all the runs under random conditions. */
describe(`${runs} runs without a false alarm`, () => {
  it.each(randomScenarios)('%s', (_title, scenarioOf) => expectNoAlarm(scenarioOf, 1));
});
