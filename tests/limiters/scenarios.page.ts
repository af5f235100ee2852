import { describe, it } from 'vitest';
import { chances, expectNoAlarm, runs } from './scenarios.ts';

/** `npm run limiters`: what docs/rate-limits.md says of chance is shown in full. */
describe(`${runs} runs without a false alarm`, () => {
  it.each(chances)('%s', (_title, sceneOf) => expectNoAlarm(sceneOf, 1));
});
