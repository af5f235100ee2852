/** A range of a string; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Finds all ranges of a string that consist of wanted parts. */
export type PartFinder = (text: string) => Stretch[];

/** How many characters are hashed together to find how far the window may jump. */
const block = 3;
/** The shortest part that can be found, in characters. */
export const shortestPart = block;

/**
 * Creates a finder for parts of `texts` with `length` characters (at least `shortestPart`), ignoring case. A match is
 * extended as far as it continues. Parts that are `isKnown` reveal nothing, and count only if a string has no others.
 * Linear time, by the Wu-Manber algorithm.
 */
export function createPartFinder({
  texts,
  length,
  isKnown = () => false,
}: {
  readonly texts: readonly string[];
  readonly length: number;
  readonly isKnown?: (part: string) => boolean;
}): PartFinder {
  const parts = new Map(texts.flatMap((text) => distinctiveParts(lowered(text), length, isKnown)));
  const jumps = jumpTable(parts.keys(), length);
  return (text) => {
    const found: { from: number; to: number }[] = [];
    let end = length;
    while (end <= text.length) {
      const jump = jumps[blockBefore(text, end)] ?? 0;
      const place = jump > 0 ? undefined : parts.get(lowered(text.slice(end - length, end)));
      if (place === undefined) {
        end += Math.max(1, jump);
        continue;
      }
      const last = found.at(-1);
      const begin = end - length;
      const same = (distance: number) =>
        text[begin + distance] !== undefined &&
        lowered(text.charAt(begin + distance)) === place.text[place.at + distance];
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

/** Returns the parts of a string, each with the string and its position. */
function distinctiveParts(text: string, length: number, isKnown: (part: string) => boolean) {
  const all = Array.from(
    { length: Math.max(0, text.length - length + 1) },
    (_, at) => [text.slice(at, at + length), { text, at }] as const,
  );
  const distinctive = all.filter(([part]) => !isKnown(part));
  return distinctive.length === 0 ? all : distinctive;
}

/** Returns the smallest distance of each block, by its hash, from the end of a part. */
function jumpTable(parts: Iterable<string>, length: number): Uint16Array {
  const jumps = new Uint16Array(65_536).fill(length - block + 1);
  for (const part of parts) {
    for (let end = block; end <= length; end++) {
      const hash = blockBefore(part, end);
      jumps[hash] = Math.min(jumps[hash] ?? 0, length - end);
    }
  }
  return jumps;
}

/** Lowers each code unit separately, so that the length does not change. */
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

function blockBefore(text: string, end: number): number {
  let hash = 0;
  for (let at = end - block; at < end; at++)
    hash = (hash * 43 + loweredCode(text.charCodeAt(at), text, at)) & 0xffff;
  return hash;
}
