import { describe, expect, it } from 'vitest';
import { codings, leaksOf, slices } from './echoes.ts';

const key = 'Zq9+kLm/2xYw-Vt_7.Rs~PnB4dFhJ0aQ';
const around = 'words-that-are-long and/others ';

/** All other tests that check that the key is never written rely on `leaksOf`. */
describe('leaksOf', () => {
  const cases = codings.flatMap((coding) =>
    slices.map((slice) => [slice.id, coding.id, slice, coding] as const),
  );

  it.each(cases)('finds %s %s', (_slice, _coding, { of }, { write }) => {
    for (let time = 0; time < 5; time++)
      expect(leaksOf(key, `${around}${write(of(key), Math.random)} ${around}`)).not.toEqual([]);
  });

  it('finds nothing in text without the key', () => {
    expect(leaksOf(key, around.repeat(20))).toEqual([]);
  });
});
