/** A stretch of a text, from its first character to the one behind it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Wanted {
  /** The texts whose parts are looked for. */
  readonly texts: readonly string[];
  /** The length of the shortest part that counts, in characters; `shortestPart` at least. */
  readonly length: number;
  /** Whether A is a. */
  readonly anyCase: boolean;
  /** Whether a part tells nothing: it is then not looked for, unless a text has no others. */
  readonly isKnown?: (part: string) => boolean;
}

/** Finds every stretch of a text that consists of parts that are wanted. */
export type PartFinder = (text: string) => Stretch[];

/** So many characters are looked at together: they tell how far the window may jump. */
const block = 3;
/** The shortest part that can be looked for, in characters. */
export const shortestPart = block;

/** Where a part stands in the text that it is of. */
interface Place {
  readonly text: string;
  readonly at: number;
}

/**
 * Makes a finder; a part that is found is followed as far as it goes on. The window jumps over what cannot be the
 * end of a part (Wu and Manber's search for many patterns at once), so most of a long text is never looked at,
 * and no text takes more than its length in steps.
 */
export function createPartFinder({ texts, length, anyCase, isKnown = () => false }: Wanted): PartFinder {
  const folded = (text: string) => (anyCase ? lowered(text) : text);
  const parts = new Map(texts.flatMap((text) => [...tellingParts(folded(text), length, isKnown)]));
  const jumps = jumpTable(parts.keys(), length);
  return (text) => {
    const found: { from: number; to: number }[] = [];
    let end = length;
    while (end <= text.length) {
      const jump = jumps[blockBefore(text, end, anyCase)] ?? 0;
      const place = jump > 0 ? undefined : parts.get(folded(text.slice(end - length, end)));
      if (place === undefined) {
        end += Math.max(1, jump);
        continue;
      }
      const last = found.at(-1);
      const begin = end - length;
      const same = (distance: number) =>
        text[begin + distance] !== undefined &&
        folded(text.charAt(begin + distance)) === place.text[place.at + distance];
      let before = 0;
      while (begin - before > (last?.to ?? 0) && same(-before - 1)) before++;
      while (same(end - begin)) end++;
      if (last !== undefined && begin - before <= last.to) last.to = end;
      else found.push({ from: begin - before, to: end });
      end++;
    }
    return found;
  };
}

function tellingParts(text: string, length: number, isKnown: (part: string) => boolean): Map<string, Place> {
  const all = partsOf(text, length);
  const telling = new Map([...all].filter(([part]) => !isKnown(part)));
  return telling.size === 0 ? all : telling;
}

function partsOf(text: string, length: number): Map<string, Place> {
  const parts = new Map<string, Place>();
  for (let at = 0; at + length <= text.length; at++) parts.set(text.slice(at, at + length), { text, at });
  return parts;
}

/** For each block, by its hash: how far from the end of any part it stands at least. */
function jumpTable(parts: Iterable<string>, length: number): Uint16Array {
  const jumps = new Uint16Array(65_536).fill(length - block + 1);
  for (const part of parts) {
    for (let end = block; end <= length; end++) {
      const hash = blockBefore(part, end, false);
      jumps[hash] = Math.min(jumps[hash] ?? 0, length - end);
    }
  }
  return jumps;
}

/** A text in lower case, each code unit by itself, so that it stays as long as it was. */
function lowered(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .split('')
    .map((unit, at) => String.fromCharCode(loweredCode(unit.charCodeAt(0), text, at)))
    .join('');
}

function loweredCode(code: number, text: string, at: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  const lower = text.charAt(at).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
}

function blockBefore(text: string, end: number, anyCase: boolean): number {
  let hash = 0;
  for (let at = end - block; at < end; at++) {
    const code = text.charCodeAt(at);
    hash = (hash * 43 + (anyCase ? loweredCode(code, text, at) : code)) & 0xffff;
  }
  return hash;
}
