const letters = 'abcdefghijklmnopqrstuvwxyz';
const counterLength = 4;
const runLength = 5;

/**
 * Creates names for what a run creates: at most 16 letters a to z, each unique to the run and to the target, so that no
 * server may refuse one (reading 14) and each can be found in the list. `mark` is the letters that all of them begin with.
 * `random` gives numbers from 0 to 1; unlike the seed, it must differ from run to run.
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

/** Finds where a name of any run may be in JSON: escapes may hide one. */
export const anyMark = /kitqz|\\u/gi;

/** Describes names: those that begin with `mark` or, without it, those of any run of the kit. */
export function nameShape(mark?: string): { readonly pattern: RegExp; readonly length: number } {
  const begin = mark ?? `kitqz[a-z]{${runLength}}`;
  return {
    pattern: new RegExp(`${begin}[a-z]{${counterLength}}`, 'gi'),
    length: (mark?.length ?? 'kitqz'.length + runLength) + counterLength,
  };
}
