import { format } from 'node:util';

/**
 * Stands in for vitest in the copy of the project that is mutated: the unit tests are collected and called by the
 * runner of this folder, in its warm process. What they expect is judged by vitest's own `expect`.
 */
export { expect } from 'vitest';

type Body = (...values: readonly never[]) => unknown;

/** The tests of the files that were imported so far, in order. */
export const collected: { readonly id: string; readonly run: () => Promise<string | undefined> }[] = [];

const titles: string[] = [];

export function describe(title: string, body: () => void): void {
  titles.push(title);
  body();
  titles.pop();
}

/** `test` and `it` as far as the unit tests of the judging code use them. */
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
