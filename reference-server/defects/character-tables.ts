/**
 * Returns the characters of a legacy two-byte encoding, from the ranges of its first byte and the range of its second
 * byte. Pairs that the encoding does not define add only U+FFFD and ASCII characters, which do not matter here.
 */
function charactersOf(
  encoding: string,
  leads: readonly (readonly [first: number, last: number])[],
  [firstTrail, lastTrail]: readonly [number, number],
): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (const [first, last] of leads) {
    for (let lead = first; lead <= last; lead += 1) {
      for (let trail = firstTrail; trail <= lastTrail; trail += 1)
        characters.add(decoder.decode(Uint8Array.of(lead, trail)));
    }
  }
  return characters;
}

/** The 6,355 Han characters of JIS X 0208, as in Shift JIS. */
export const japaneseHan = (): ReadonlySet<string> =>
  charactersOf(
    'shift_jis',
    [
      [0x88, 0x9f],
      [0xe0, 0xea],
    ],
    [0x40, 0xfc],
  );

/** The 2,350 Korean syllables in KS X 1001 (Unicode has 11,172). */
export const koreanSyllables = (): ReadonlySet<string> =>
  charactersOf('euc-kr', [[0xb0, 0xc8]], [0xa1, 0xfe]);
