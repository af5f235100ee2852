// @module-tag extended
import { beforeAll, expect, it } from 'vitest';
import { type Setting, settings } from '../fixtures/settings.ts';
import { runVitest, type VitestRun } from '../run-vitest.ts';

let run: VitestRun;
beforeAll(async () => {
  run = await runVitest('settings.fixture.ts');
}, 240_000);

/** Returns the states of the tests in one project, and the errors of those that failed. */
function outcomesOf(setting: Setting) {
  const tests = run.tests.filter(({ groups }) => groups[0] === setting);
  return {
    states: tests.map(({ name, state }) => [name.split(':')[0], state]),
    errors: tests.flatMap(({ errors }) => errors.map(({ name, message }) => `${name}: ${message}`)),
  };
}

/** Settings with which the run works. */
const working: readonly Setting[] = ['required assertions', 'fake timers, and real ones in the file'];

it.each(working)('a conforming server passes: %s', (setting) => {
  expect(outcomesOf(setting), run.output).toEqual({
    states: [
      ['the run completes', 'passed'],
      ['auth.challenge', 'passed'],
      ['list.ok', 'passed'],
      ['create.location', 'passed'],
      ['limit.enforced', 'skipped'],
    ],
    errors: [],
  });
});

it.each(settings.filter((setting) => !working.includes(setting)))(
  'the test of the run says that it needs real time: %s',
  (setting) => {
    const { states, errors } = outcomesOf(setting);
    expect(states.map(([, state]) => state)).toEqual(['failed', ...Array(4).fill('skipped')]);
    expect(errors).toEqual([
      expect.stringMatching(/^UsageError: .*vi\.useFakeTimers.*\n.*vi\.useRealTimers/),
    ]);
  },
);
