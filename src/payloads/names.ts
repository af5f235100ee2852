const letters = 'abcdefghijklmnopqrstuvwxyz';
const counterLength = 4;
const runLength = 5;

/**
 * Creates the names of a run: unique, at most 16 letters a to z, so that every server must accept them and
 * lists can be searched for them. All begin with `mark`. `random` returns numbers from 0 to 1, and must differ between runs.
 */
export function createNames(random: () => number) {
  const run = Array.from({ length: runLength }, () => letters[Math.floor(random() * 26)] ?? 'a').join('');
  const mark = `kitqz${run}`;
  let count = 0;
  return { mark, next: () => `${mark}${inLetters(count++)}` };
}

function inLetters(count: number): string {
  const digits = Array.from({ length: counterLength }, (_, place) => Math.floor(count / 26 ** place) % 26);
  return digits
    .map((digit) => letters[digit] ?? 'a')
    .reverse()
    .join('');
}

/** Matches where a string may contain a name of any run. */
export const anyMark = /kitqz/i;

/** Returns the pattern of names that begin with `mark`, or of any run by default. */
export function namePattern(mark = `kitqz[a-z]{${runLength}}`): RegExp {
  return new RegExp(`${mark}[a-z]{${counterLength}}`, 'gi');
}
