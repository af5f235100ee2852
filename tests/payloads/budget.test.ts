import { describe, expect, it } from 'vitest';
import { inGentle, inTurn } from '../../src/payloads/budget.ts';
import type { Group } from '../../src/payloads/fault-class.ts';
import { loadClasses } from '../../src/payloads/generate.ts';
import { dateSeed } from '../support/date-seed.ts';

const { classes } = await loadClasses();

const dayMs = 86_400_000;
const idsOf = (seed: number, count: number) =>
  inTurn(classes, seed, count).map(({ faultClass }) => faultClass.id);

/**
 * The budget of invalid bodies: for each group, how many classes every standard run sends, how many take turns, and how many
 * a gentle run sends.
 */
const budget: readonly (readonly [group: Group, always: number, inTurns: number, gentle: number])[] = [
  ['name missing', 5, 2, 2],
  ['name type', 14, 0, 3],
  ['description type', 10, 1, 2],
  ['body type', 9, 0, 2],
  ['malformed', 7, 1, 1],
  ['not UTF-8', 1, 0, 1],
  ['empty', 2, 0, 1],
  ['null description', 1, 0, 1],
  ['others', 4, 5, 1],
];

describe('the budget of invalid bodies', () => {
  it.each(budget)(
    '%s: %i in every standard run, %i that take turns, %i in a gentle run',
    (group, always, turns, gentle) => {
      const own = classes.filter((one) => one.group === group);
      expect(own.filter(({ turn }) => turn !== 'in turns')).toHaveLength(always);
      expect(own.filter(({ turn }) => turn === 'in turns')).toHaveLength(turns);
      expect(inGentle[group]).toBe(gentle);
    },
  );
});

describe('a gentle run', () => {
  it('tests the same groups every night', () => {
    for (let seed = -20; seed < 20; seed++) {
      const chosen = inTurn(classes, seed, 14).map(({ faultClass }) => faultClass);
      for (const [group, , , gentle] of budget)
        expect(
          chosen.filter((one) => one.group === group),
          group,
        ).toHaveLength(gentle);
    }
  });

  it('sends every class within any ten consecutive dates, even across the end of a month', () => {
    const all = classes.map(({ id }) => id).toSorted();
    const start = Date.UTC(2026, 0, 1);
    for (let day = 0; day < 420; day++) {
      const nights = Array.from({ length: 10 }, (_, night) => start + (day + night) * dayMs);
      const visited = new Set(nights.flatMap((night) => idsOf(dateSeed(night), 14)));
      expect([...visited].toSorted(), dateSeed(start + day * dayMs).toString()).toEqual(all);
    }
  });

  it.each([20_261_301, 20_260_231, 20_260_000, 7, -7])(
    'treats the seed %i as a number, not as a date',
    (seed) => {
      const next = new Set([seed, seed + 1].map((one) => idsOf(one, 14).join()));
      expect(next.size).toBe(2);
      expect(idsOf(seed, 14)).toHaveLength(14);
    },
  );
});

describe('a budget', () => {
  it('of 53 or more has every required class first, then the standard classes, then the classes that depend on the seed', () => {
    const [one, other] = [idsOf(1, 54), idsOf(2, 54)];
    expect(one.slice(0, 53)).toEqual(other.slice(0, 53));
    expect(one[53]).not.toBe(other[53]);
    expect(one.toSorted()).toEqual(other.toSorted());
  });
});
