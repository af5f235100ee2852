import { afterAll, beforeAll, describe, test } from 'vitest';
import { callersOf } from './call-site.ts';
import { chosenTests } from './chosen.ts';
import { groupsOf } from './groups.ts';
import { createOneRun } from './one-run.ts';
import { type ConformanceOptions, graceSeconds, readOptions } from './options.ts';
import type { PetStoreSource } from './server.ts';
import { tellRequirement, tellRun } from './tell.ts';

/** The test that fails where a run came to nothing, so that such a run is never green. */
const runTest = 'the run comes to its end';

/**
 * Registers one Vitest test for each requirement, grouped by section, and one for the run itself. They share one
 * run against the service, which begins when the hooks around it have run, and asks for the requirements alone whose
 * tests Vitest is going to run. What does not listen yet is served until the tests have ended.
 *
 * To be called where `describe` may be called. Throws a UsageError where an option of its own is wrong; what is wrong
 * with those of the run, or with the service, fails the tests.
 */
export function conformance(source: PetStoreSource, options: ConformanceOptions): void {
  const callers = callersOf(conformance);
  const { name, timeLimitSeconds, ...read } = readOptions(options);
  const groups = groupsOf(options);
  const idOf = new Map(groups.flatMap(({ tests }) => tests.map((one) => [one.name, one.id] as const)));
  const run = createOneRun({ source, timeLimitSeconds, ...read });
  const timeout = (timeLimitSeconds + graceSeconds) * 1_000;
  let runIsTold = false;

  describe(name, () => {
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern, and gives the suite behind it.
    beforeAll(({}, suite) => {
      const chosen = chosenTests(suite);
      const ids = chosen.flatMap((test) => idOf.get(test) ?? []);
      runIsTold = chosen.includes(runTest);
      run.begin(ids.length === 0 || ids.length === idOf.size ? options.only : ids.join(','));
    });
    afterAll(() => run.end(), timeout);

    test(runTest, { timeout }, async ({ annotate, signal }) => {
      await tellRun(await run.told(signal), { annotate, callers });
    });
    for (const { title, tests } of groups) {
      describe(title, () => {
        for (const { id, name: testName } of tests)
          test(testName, { timeout }, async ({ annotate, signal, skip, task }) => {
            const told = await run.told(signal);
            await tellRequirement(told, id, { annotate, callers, skip, runIsTold, file: task.file.name });
          });
      });
    }
  });
}
