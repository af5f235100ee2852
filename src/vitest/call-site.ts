/** Where a function was called from: the lines of the stack above it, for errors that are shown there. */
export function callersOf(called: (...given: never[]) => unknown): string {
  const here = { stack: '' };
  Error.captureStackTrace(here, called);
  return here.stack.slice(here.stack.indexOf('\n') + 1);
}

/** The same error, shown at the place of `callers`: where it came to be says nothing to the reader. */
export function shownAt<Shown extends Error>(error: Shown, callers: string): Shown {
  error.stack = `${error.name}: ${error.message}\n${callers}`;
  return error;
}
