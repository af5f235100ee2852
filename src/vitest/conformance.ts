import { afterAll, beforeAll, describe, test } from 'vitest';
import { messageRedactor } from '../report/record/redact.ts';
import { matchesOnly, sections } from '../spec/ledger.ts';
import { type ConformanceOptions, createOneRun, graceSeconds, readOptions } from './one-run.ts';
import type { PetStoreSource } from './server.ts';
import { callersOf, tellRequirement, tellRun } from './tell.ts';

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

/** The tests of one section. */
export interface Group {
  readonly title: string;
  readonly tests: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The requirements as tests, section by section, those of one's own checks behind the specification's. What `only`
 * leaves out has no test.
 */
export function groupsOf({
  only,
  checks = [],
  key,
}: Pick<ConformanceOptions, 'only' | 'checks' | 'key'>): Group[] {
  // Names of tests are shown before there is a report, and what it says is redacted.
  const redact = messageRedactor(typeof key === 'string' ? key : '');
  const own = checks.map(({ section, requirements }) => ({
    title: redact(String(section)),
    requirements: requirements.map(({ id, title }) => ({ id, title: redact(String(title)) })),
  }));
  return [...sections, ...own]
    .map(({ title, requirements }) => ({
      title,
      tests: requirements
        .filter(({ id }) => matchesOnly(id, only))
        .map((row) => ({ id: row.id, name: `${row.id}: ${row.title}` })),
    }))
    .filter(({ tests }) => tests.length > 0);
}

/** What the tests of a suite tell of themselves, as Vitest gives it to a hook. */
interface Task {
  readonly type: string;
  readonly name: string;
  readonly mode: string;
  readonly tasks?: readonly Task[];
}

/**
 * The names of the tests below a suite that Vitest will run: those that `-t`, `.only`, `.skip`, a line or a tag
 * leave. To be asked in a hook, when Vitest has decided that.
 */
function chosenTests({ tasks = [] }: Task): string[] {
  return tasks.flatMap((task) => {
    if (task.mode !== 'run' && task.mode !== 'queued') return [];
    return task.type === 'suite' ? chosenTests(task) : [task.name];
  });
}
