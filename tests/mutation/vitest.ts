import { format } from 'node:util';

/**
 * Replaces vitest in the mutated copy of the project: collects the unit tests, which this folder's runner calls in its warm
 * process. `expect` is vitest's own.
 */
export { expect } from 'vitest';

type Body = (...values: readonly never[]) => unknown;

/** The tests of the files imported so far, in order. */
export const collected: { readonly id: string; readonly run: () => Promise<string | undefined> }[] = [];

const titles: string[] = [];

export function describe(title: string, body: () => void): void {
  titles.push(title);
  body();
  titles.pop();
}

/** Returns `test` or `it`, as far as the unit tests of the judging code need them. */
function collector() {
  const one = (title: string, body: Body): void => add(title, body, []);
  one.each = (rows: readonly unknown[]) => (title: string, body: Body) => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      add(format(title, ...values.slice(0, title.split(/%[^%]/).length - 1)), body, values);
    }
  };
  return one;
}

export const test = collector();
export const it = collector();

function add(title: string, body: Body, values: readonly unknown[]): void {
  const id = `${collected.length} ${[...titles, title].join(' > ')}`;
  const run = async () => {
    await body(...(values as readonly never[]));
    return undefined;
  };
  collected.push({ id, run });
}
