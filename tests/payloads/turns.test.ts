import { describe, expect, it } from 'vitest';
import { allInTurn, type ClassInTurn, inTurn, turnOf } from '../../src/payloads/budget.ts';
import { addedClasses } from '../../src/payloads/classes/index.ts';
import { generateAdded, generatePayloads, loadClasses } from '../../src/payloads/generate.ts';
import { operation } from '../../src/spec/operations.ts';
import { dateSeed } from '../support/date-seed.ts';

const { fc, classes } = await loadClasses();

const dayMs = 86_400_000;
/** The first day is a Sunday. */
const firstDay = Date.UTC(2026, 9, 18);
/** Enough dates to include the end of each month and of a year. */
const starts = 420;
/** More nights than any case below needs. */
const mostNights = 100;

/** Returns the seed of `--seed date` for a day, counted from the first one. */
function seedOn(day: number): number {
  return dateSeed(firstDay + day * dayMs);
}

const familyOf = ({ faultClass: { id, families }, turn }: ClassInTurn): string =>
  `${id} ${((turn % families.length) + families.length) % families.length}`;

const all = classes.flatMap(({ id, families }) => families.map((_, family) => `${id} ${family}`));

/** Returns the number of runs after which every family of every kind has been sent, whichever date is the first. */
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

describe('every family of every kind, including the lenient forms, is sent', () => {
  // The guide about nightly runs states these numbers.
  it.each([
    ['nights of a standard run with room for all kinds', 64, 1, 5],
    ['Sundays of a standard run with room for all kinds', 64, 7, 5],
    ['nights of a standard run with room for only one of the kinds that take turns', 54, 1, 44],
    ['Sundays of a standard run with room for only one of the kinds that take turns', 54, 7, 44],
    ['nights of a gentle run', 14, 1, 32],
    ['Sundays of a gentle run', 14, 7, 51],
  ] as const)(
    'within a fixed number of %s, whichever of 420 dates is the first',
    (_what, count, days, nights) => {
      expect(nightsUntilAll(count, days)).toBe(nights);
    },
  );
});

describe('the turn number of a seed', () => {
  it('grows by one from date to date, or from number to number', () => {
    for (let day = 0; day < starts; day++) expect(turnOf(seedOn(day + 1)) - turnOf(seedOn(day))).toBe(1);
    expect([7, -7, 20_260_231].map(turnOf)).toEqual([7, -7, 20_260_231]);
  });

  it.each([20_261_130, 1, -8])(
    '%i selects the family of the first body of a kind, and the next families follow in order',
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

describe('the kinds of two schemas', () => {
  const added = ['/pets', '/toys'].map((path) => ({
    operation: operation('POST', path as '/pets'),
    requirements: { '*': 'pets.all' },
    schema: {
      type: 'object' as const,
      required: ['name', 'owner'],
      properties: {
        name: { type: 'string' as const },
        owner: {
          type: 'object' as const,
          required: ['id'],
          properties: { id: { type: 'integer' as const }, city: { type: 'string' as const } },
        },
        toys: {
          type: 'array' as const,
          items: {
            type: 'object' as const,
            required: ['price'],
            properties: { price: { type: 'number' as const } },
          },
        },
      },
    },
  }));
  const ofSeed = (seed: number) => generateAdded(fc, added, seed, []);
  const kinds = added.flatMap((one) => addedClasses(fc, one));
  /**
   * How many bodies a run has room for, and the number of runs after which every kind must have been sent, which is three
   * times the number that would be needed without repetition.
   */
  const room = 20;
  const runs = 3 * Math.ceil(kinds.length / room);

  it.each([
    ['numbers', (run: number) => run],
    ['dates', seedOn],
  ])('are each sent within the expected number of runs, whichever run is the first: %s', (_, seedAt) => {
    expect(kinds.length).toBeGreaterThan(150);
    for (let first = 1; first < 30; first++) {
      const missing = new Set(kinds);
      for (let run = first; run < first + runs; run++)
        for (const { faultClass } of allInTurn(kinds, seedAt(run)).slice(0, room)) missing.delete(faultClass);
      expect([...missing].map(({ id }) => id)).toEqual([]);
    }
  });

  it('cover a nested object and an array of objects, with one fault each', () => {
    const faults = ofSeed(1).map(({ faultClass }) => faultClass.fault);
    expect(faults).toContain('owner is an object without id');
    expect(faults).toContain('owner is an object whose id is a string of digits');
    expect(faults).toContain('owner is an object whose city is zero');
    expect(faults).toContain('toys is an array with an object without price');
    expect(faults).toContain('toys is an array with an object whose price is null');
    const isInt = (value: unknown) => Number.isInteger(value);
    const isText = (value: unknown) => typeof value === 'string';
    for (const { draft, faultClass } of ofSeed(2)) {
      if (!/^\s*\{[\s\S]*\}\s*$/.test(draft.text)) continue;
      const { name, owner, toys = [] } = JSON.parse(draft.text);
      const wrong = [
        !isText(name),
        typeof owner !== 'object' || owner === null || Array.isArray(owner),
        owner?.id === undefined ? Object(owner) === owner && !Array.isArray(owner) : !isInt(owner.id),
        owner?.city !== undefined && !isText(owner.city),
        !Array.isArray(toys) || toys.some((toy) => typeof toy?.price !== 'number'),
      ].filter(Boolean);
      expect(wrong, `${faultClass.fault}: ${draft.text}`).toHaveLength(1);
    }
  });
});
