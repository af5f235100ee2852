const letters = 'abcdefghijklmnopqrstuvwxyz';
/** How the names of all runs begin. */
const prefix = 'kitqz';
const counterLength = 4;
const runLength = 5;

/**
 * Creates the names of a run: unique, at most 16 letters a to z, so that every server must accept them and lists can be searched
 * for them. All begin with `mark`. `random` returns numbers from 0 to less than 1 that differ between runs.
 */
export function createNames(random: () => number) {
  const run = Array.from({ length: runLength }, () => letters.charAt(Math.floor(random() * 26))).join('');
  const mark = `${prefix}${run}`;
  let count = 0;
  return { mark, next: () => `${mark}${inLetters(count++)}` };
}

function inLetters(count: number): string {
  const values = Array.from({ length: counterLength }, (_, place) => 26 ** place).reverse();
  return values.map((value) => letters.charAt(Math.floor(count / value) % 26)).join('');
}

/** Matches strings that may contain a name of a run: a quick search before `namePattern`. */
export const anyMark = new RegExp(prefix, 'i');

/** Returns the pattern of names that begin with `mark`, or of any run by default. */
export function namePattern(mark = `${prefix}[a-z]{${runLength}}`): RegExp {
  return new RegExp(`${mark}[a-z]{${counterLength}}`, 'gi');
}
