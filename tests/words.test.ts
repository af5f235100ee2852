import { describe, expect, it } from 'vitest';
import { banned } from './words/banned.ts';
import { readFiles, writtenIn } from './words/written.ts';

/** Returns the words around a found phrase, short enough for one line. */
const around = (words: string, index: number) =>
  words
    .slice(Math.max(0, index - 50), index + 70)
    .replace(/\s+/g, ' ')
    .trim();

describe('no banned phrase is in', () => {
  it.each(readFiles)('%s', (file) => {
    const found = writtenIn(file).flatMap(({ at, place, words }) =>
      banned
        .filter((one) => one.in.includes(place) && !one.unless?.test(words))
        .flatMap(({ phrase, use }) => {
          const match = phrase.exec(words);
          return match === null
            ? []
            : [`${at} ${place} “${match[0]}” (use: ${use}): ${around(words, match.index)}`];
        }),
    );
    expect([...new Set(found)]).toEqual([]);
  });
});
