/**
 * Names for what a run creates: at most 16 letters a to z, each unique to the run and to the target, so that
 * no server may refuse one (reading 14) and every one can be found again in the list.
 */
export interface Names {
  /** The letters that all names of the run begin with. */
  readonly mark: string;
  next(): string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const counterLength = 4;
const runLength = 5;

/** `random` gives numbers from 0 to 1; it must differ from run to run, unlike the seed. */
export function createNames(random: () => number): Names {
  const run = Array.from({ length: runLength }, () => letters[Math.floor(random() * 26)] ?? 'a').join('');
  const mark = `kitqz${run}`;
  let count = 0;
  return { mark, next: () => `${mark}${inLetters(count++)}` };
}

function inLetters(count: number): string {
  let rest = count;
  let text = '';
  for (let place = 0; place < counterLength; place++) {
    text = `${letters[rest % 26] ?? 'a'}${text}`;
    rest = Math.floor(rest / 26);
  }
  return text;
}

/** Finds where a name of any run may stand in a text of JSON: escapes may hide one. */
export const anyMark = /kitqz|\\u/gi;

/** How names look: those that begin with `mark` or, without it, those of any run of the kit. */
export function nameShape(mark?: string): { readonly pattern: RegExp; readonly length: number } {
  const begin = mark ?? `kitqz[a-z]{${runLength}}`;
  return {
    pattern: new RegExp(`${begin}[a-z]{${counterLength}}`, 'gi'),
    length: (mark?.length ?? 'kitqz'.length + runLength) + counterLength,
  };
}
