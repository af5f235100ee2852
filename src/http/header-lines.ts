import type { HeaderLine } from '../model/exchange.ts';

/** The lines of the newest head. Most of what a server writes there it writes in every answer. */
let newest: readonly HeaderLine[] = [];

/**
 * Header lines as undici gives them, names and values in turn. What stood at the same place of the head before is shared
 * with it: long runs hold on to very many answers.
 */
export function headerLines(flat: readonly (Buffer | string)[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [name, value] = [latin1(flat[at]), latin1(flat[at + 1])];
    const before = newest[at / 2];
    lines.push(before !== undefined && before[0] === name && before[1] === value ? before : [name, value]);
  }
  newest = lines;
  return lines;
}

function latin1(text: Buffer | string | undefined): string {
  return typeof text === 'object' ? text.toString('latin1') : String(text);
}
