import { afterAll, beforeAll, describe, test } from 'vitest';
import { type ConformanceOptions, createOneRun, divideOptions, graceSeconds } from './one-run.ts';
import { checkVitest } from './prerequisites.ts';
import type { PetStoreSource } from './server.ts';
import { callersOf, groupsOf, reportRequirement, reportRun } from './tests.ts';

export type { ConformanceOptions } from './one-run.ts';
export type { PetStore, PetStoreSource } from './server.ts';

/** The test that fails if the run has no reliable result, so that such a run is never green. */
const runTest = 'the run completes';

/**
 * Registers one Vitest test for each requirement, grouped by section, and one for the run itself. All these tests share one
 * run, which starts after the surrounding hooks and tests only the requirements whose tests Vitest will run. If the source is
 * an app or a server that is not listening yet, it listens on a free port until the tests end.
 *
 * Call it where `describe` may be called. Throws a UsageError for invalid test options, another version of Vitest or a test
 * environment other than Node.js. Invalid run options or sources fail the tests.
 */
export function conformance(source: PetStoreSource, options: ConformanceOptions): void {
  checkVitest();
  const callers = callersOf(conformance);
  const { name, timeLimitSeconds, ...read } = divideOptions(options);
  const groups = groupsOf(options);
  const idOf = new Map(groups.flatMap(({ tests }) => tests.map((one) => [one.name, one.id] as const)));
  const run = createOneRun({ source, timeLimitSeconds, ...read });
  const timeout = (timeLimitSeconds + graceSeconds) * 1_000;
  let runIsReported = false;

  describe(name, () => {
    // biome-ignore lint/correctness/noEmptyPattern: Vitest requires the pattern before the suite.
    beforeAll(({}, suite) => {
      const chosen = chosenTests(suite);
      const ids = chosen.flatMap((one) => idOf.get(one) ?? []);
      runIsReported = chosen.includes(runTest);
      run.begin(ids.length === 0 || ids.length === idOf.size ? options.only : ids.join(','));
    });
    afterAll(() => run.end(), timeout);

    test(runTest, { timeout }, async ({ annotate, expect, signal }) => {
      await reportRun(await run.result(signal), { annotate, callers, expect });
    });
    for (const { title, tests } of groups) {
      describe(title, () => {
        for (const { id, name: testName } of tests)
          test(testName, { timeout }, async ({ annotate, expect, signal, skip, task }) => {
            await reportRequirement(await run.result(signal), id, {
              annotate,
              callers,
              expect,
              skip,
              runIsReported,
              file: task.file.name,
            });
          });
      });
    }
  });
}

/** A task of a suite, as Vitest passes it to a hook. */
interface Task {
  readonly type: string;
  readonly name: string;
  readonly mode: string;
  readonly tasks?: readonly Task[];
}

/** Returns the names of the tests that Vitest will run. Call it in a hook, after Vitest has applied its filters. */
function chosenTests({ tasks = [] }: Task): string[] {
  return tasks.flatMap((task) => {
    if (task.mode !== 'run' && task.mode !== 'queued') return [];
    return task.type === 'suite' ? chosenTests(task) : [task.name];
  });
}
