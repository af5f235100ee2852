import { format } from 'node:util';

/**
 * Replaces vitest in the mutated copy of the project: the runner of this folder collects and calls the unit tests in its
 * warm process. They use vitest's own `expect`.
 */
export { expect } from 'vitest';

type Body = (...values: readonly never[]) => unknown;

/** A test: one unit test, or one run against the gallery. */
export interface MutationTest {
  /** The same in every process, and as long as the test keeps its title. */
  readonly id: string;
  /** Resolves with what is wrong, in a sentence, or with undefined. May reject instead. */
  readonly run: () => Promise<string | undefined>;
}

let tests: MutationTest[] = [];
let titles: string[] = [];
let hooks: (() => unknown)[] = [];

/** Returns the tests of a file, in order. */
export async function collect(file: string, load: () => Promise<unknown>): Promise<readonly MutationTest[]> {
  tests = [];
  titles = [file];
  hooks = [];
  await load();
  const seen = new Map<string, number>();
  return tests.map(({ id, run }) => {
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return { id: times === 1 ? id : `${id} (${times})`, run };
  });
}

/** The parts of `describe`, `test` and `it` that the unit tests of the judging code use. */
function collector(add: (title: string, body: Body, values: readonly unknown[]) => void) {
  const one = (title: string, body: Body): void => add(title, body, []);
  one.each = (rows: readonly unknown[]) => (title: string, body: Body) => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      add(format(title, ...values.slice(0, title.split(/%[^%]/).length - 1)), body, values);
    }
  };
  return one;
}

export const describe = collector((title, body, values) => {
  titles.push(title);
  body(...(values as readonly never[]));
  titles.pop();
});

export const test = collector((title, body, values) => {
  const before = hooks;
  const run = async () => {
    for (const hook of before) await hook();
    await body(...(values as readonly never[]));
    return undefined;
  };
  tests.push({ id: [...titles, title].join(' > '), run });
});

export const it = test;

/** Runs before each test of the file: each is called alone, with a mutant of its own. */
export function beforeAll(hook: () => unknown): void {
  hooks.push(hook);
}
