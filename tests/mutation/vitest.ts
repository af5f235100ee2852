import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { format } from 'node:util';
import { expect as vitestExpect } from 'vitest';
import type { Tier } from '../support/tiers.ts';

/**
 * Replaces vitest in the mutated copy of the project: the runner of this folder collects and calls the unit tests in its
 * warm process. They use vitest's own `expect`, except for files, which vitest compares only in its own processes.
 */
export const expect: typeof vitestExpect = new Proxy(vitestExpect, {
  apply: (target, _this, [received, message]: [unknown, string?]) =>
    Object.assign(target(received, message), {
      // The tests look for a file of the copy next to the built files.
      toMatchFileSnapshot: async (file: string) =>
        target(received).toBe(readFileSync(relative('dist', file), 'utf8')),
    }),
});

type Body = (...values: readonly never[]) => unknown;

/** What follows a title: the options of a test, such as its tier, may come first. */
type Arguments = readonly [Body] | readonly [Options, Body];

interface Options {
  readonly tags?: readonly string[];
}

/** A test: one unit test, or one run against the gallery. */
export interface MutationTest {
  /** The same in every process, and as long as the test keeps its title. */
  readonly id: string;
  /** Resolves with what is wrong, in a sentence, or with undefined. May reject instead. */
  readonly run: () => Promise<string | undefined>;
  /** Whether `npm test` runs it, or only `npm run test:all`. */
  readonly tier: Tier;
}

let tests: MutationTest[] = [];
let titles: string[] = [];
let hooks: (() => unknown)[] = [];
let tier: Tier = 'quick';

/** Returns the tests of a file, in order. */
export async function collect(file: string, load: () => Promise<unknown>): Promise<readonly MutationTest[]> {
  tests = [];
  titles = [file];
  hooks = [];
  await load();
  const seen = new Map<string, number>();
  return tests.map((one) => {
    const { id } = one;
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return times === 1 ? one : { ...one, id: `${id} (${times})` };
  });
}

/** The parts of `describe`, `test` and `it` that the unit tests of the judging code use. */
function collector(add: (title: string, body: Body, values: readonly unknown[]) => void) {
  const inTier = (rest: Arguments, title: string, values: readonly unknown[]) => {
    const outer = tier;
    const [options] = rest;
    if (typeof options === 'object' && options.tags?.includes('extended')) tier = 'extended';
    add(title, rest[rest.length - 1] as Body, values);
    tier = outer;
  };
  const one = (title: string, ...rest: Arguments): void => inTier(rest, title, []);
  one.each =
    (rows: readonly unknown[]) =>
    (title: string, ...rest: Arguments) => {
      for (const row of rows) {
        const values = Array.isArray(row) ? row : [row];
        const named = format(title, ...values.slice(0, title.split(/%[^%]/).length - 1));
        inTier(rest, named, values);
      }
    };
  return one;
}

export const describe = collector((title, body, values) => {
  titles.push(title);
  body(...(values as readonly never[]));
  titles.pop();
});

function addTest(title: string, body: Body, values: readonly unknown[]): void {
  const before = hooks;
  const run = async () => {
    for (const hook of before) await hook();
    await body(...(values as readonly never[]));
    return undefined;
  };
  tests.push({ id: [...titles, title].join(' > '), run, tier });
}

export const test = collector(addTest);

export const it = collector(addTest);

/** Runs before each test of the file: each is called alone, with a mutant of its own. */
export function beforeAll(hook: () => unknown): void {
  hooks.push(hook);
}
