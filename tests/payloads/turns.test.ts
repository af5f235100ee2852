import { describe, expect, it } from 'vitest';
import { type ClassInTurn, inTurn, turnOf } from '../../src/payloads/budget.ts';
import { generatePayloads, loadClasses } from '../../src/payloads/generate.ts';
import { dateSeed } from '../support/date-seed.ts';

const { fc, classes } = await loadClasses();

const dayMs = 86_400_000;
/** A Sunday. */
const firstDay = Date.UTC(2026, 9, 18);
/** Enough dates to include the ends of each month, and of a year. */
const starts = 420;
/** Longer than any run of nights below. */
const mostNights = 100;

/** Returns the seed of `--seed date` for a day, counted from the first one. */
function seedOn(day: number): number {
  return dateSeed(firstDay + day * dayMs);
}

const familyOf = ({ faultClass: { id, families }, turn }: ClassInTurn): string =>
  `${id} ${((turn % families.length) + families.length) % families.length}`;

const all = classes.flatMap(({ id, families }) => families.map((_, family) => `${id} ${family}`));

/** Returns after how many runs every family of every kind was sent, whichever date is the first. */
function nightsUntilAll(count: number, daysBetween: number): number {
  const nights = Array.from({ length: starts + mostNights }, (_, night) =>
    inTurn(classes, seedOn(night * daysBetween), count)
      .slice(0, count)
      .map(familyOf),
  );
  let most = 0;
  for (let start = 0; start < starts; start++) {
    const missing = new Set(all);
    let next = start;
    for (; missing.size > 0 && next < start + mostNights; next++)
      for (const family of nights[next] ?? []) missing.delete(family);
    expect([...missing], `from ${seedOn(start * daysBetween)}`).toEqual([]);
    most = Math.max(most, next - start);
  }
  return most;
}

describe('every family of every kind, the lenient forms included, is sent', () => {
  // The guide about nightly runs states these numbers.
  it.each([
    ['nights of a standard run with room for all kinds', 64, 1, 5],
    ['Sundays of a standard run with room for all kinds', 64, 7, 5],
    ['nights of a standard run with room for one kind in turns', 54, 1, 44],
    ['Sundays of a standard run with room for one kind in turns', 54, 7, 44],
    ['nights of a gentle run', 14, 1, 32],
    ['Sundays of a gentle run', 14, 7, 51],
  ] as const)('within a number of %s, whichever of 420 dates is the first', (_what, count, days, nights) => {
    expect(nightsUntilAll(count, days)).toBe(nights);
  });
});

describe('the turn of a seed', () => {
  it('grows by one from date to date, and from number to number otherwise', () => {
    for (let day = 0; day < starts; day++) expect(turnOf(seedOn(day + 1)) - turnOf(seedOn(day))).toBe(1);
    expect([7, -7, 20_260_231].map(turnOf)).toEqual([7, -7, 20_260_231]);
  });

  it.each([20_261_130, 1, -8])(
    '%i selects the family of the first body of a kind, and the next ones follow',
    (seed) => {
      for (const faultClass of classes) {
        const { length } = faultClass.families;
        const generated = generatePayloads(fc, [faultClass], seed, length);
        const inOrder = generated.map((_, at) => (((turnOf(seed) + at) % length) + length) % length);
        expect(
          generated.map(({ path }) => Number(path) % length),
          faultClass.id,
        ).toEqual(inOrder);
      }
    },
  );
});
