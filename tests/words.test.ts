import { describe, expect, it } from 'vitest';
import { banned, type Place } from './words/banned.ts';
import { readFiles, writtenIn } from './words/written.ts';

/** Returns the words around a found phrase, short enough for one line. */
const around = (words: string, index: number) =>
  words
    .slice(Math.max(0, index - 50), index + 70)
    .replace(/\s+/g, ' ')
    .trim();

/** What is wrong with each text that has been read. The result is remembered, because most names occur in many places. */
const known = new Map<string, readonly string[]>();

function wrongIn(place: Place, words: string): readonly string[] {
  const key = `${place} ${words}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const wrong = banned
    .filter((one) => one.in.includes(place) && !one.unless?.test(words))
    .flatMap(({ phrase, use }) => {
      const match = phrase.exec(words);
      return match === null ? [] : [`${place} “${match[0]}” (use: ${use}): ${around(words, match.index)}`];
    });
  known.set(key, wrong);
  return wrong;
}

describe('no banned phrase is in', () => {
  it.each(readFiles)('%s', (file) => {
    const found = writtenIn(file).flatMap(({ at, place, words }) =>
      wrongIn(place, words).map((wrong) => `${at} ${wrong}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });
});
