import { beforeAll, describe, expect, it } from 'vitest';
import { drawPayloads, loadClasses, seedOf } from '../../src/payloads/draw.ts';
import type { FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';

let fc: FastCheck;
let classes: readonly FaultClass[];

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
});

const seeds = [0, 1, -1, 20_110_716, 2 ** 31 - 1];
const draw = (seed: number, count: number) => drawPayloads(fc, classes, seed, count);
const classesOf = (id: string) => classes.filter((one) => one.id === id);
const textsOf = (seed: number, count = 200) => draw(seed, count).map(({ draft }) => draft.text);

describe('drawing', () => {
  it.each(seeds)('draws each class once, in order of worth, before any twice (seed %i)', (seed) => {
    const drawn = draw(seed, classes.length + 1).map(({ faultClass }) => faultClass.id);
    expect(drawn.slice(0, classes.length)).toEqual(classes.map(({ id }) => id));
    expect(drawn.slice(0, classes.length)).toContain(drawn.at(-1));
  });

  it('puts what can fail before what is a warning, and meets each requirement within 14', () => {
    const warnings = classes.map(({ requirement }) => requirement === 'invalid.body-lenient');
    expect(warnings).toEqual(warnings.toSorted((a, b) => Number(a) - Number(b)));
    const required = classes.filter((_, at) => !warnings[at]).map(({ requirement }) => requirement);
    expect(new Set(required.slice(0, 14))).toEqual(new Set(required));
  });

  it('has no more classes than the window of the smallest plan has room for', () => {
    expect(classes.length).toBeLessThanOrEqual(40);
  });

  it('draws what differs in white space alone again only after the others', () => {
    const [second, third] = [1, 2].map((round) =>
      draw(1, 400)
        .map(({ faultClass }) => faultClass.id)
        .filter((id, at, ids) => ids.slice(0, at).filter((before) => before === id).length === round),
    );
    const alike = classes.filter((one) => one.alike === true).map(({ id }) => id);
    expect(alike.length).toBeGreaterThan(0);
    expect(second?.slice(0, -alike.length).some((id) => alike.includes(id))).toBe(false);
    expect(third?.length).toBeGreaterThan(0);
  });

  it.each([1, 10, 40, 400])(
    'draws %i where so many are asked for, the first ones always the same',
    (count) => {
      expect(textsOf(5, count)).toHaveLength(count);
      expect(textsOf(5, 400).slice(0, count)).toEqual(textsOf(5, count));
    },
  );

  it('ends where the classes have no more to give', () => {
    const [single] = classes.filter((one) => one.single === true);
    expect(single && drawPayloads(fc, [single], 1, 10)).toHaveLength(1);
  });
});

describe('a seed', () => {
  it.each(seeds)('decides everything: %i twice is the same twice', (seed) => {
    expect(textsOf(seed)).toEqual(textsOf(seed));
  });

  it('is another draw than another seed', () => {
    expect(new Set(seeds.map((seed) => textsOf(seed, 60).join('\n'))).size).toBe(seeds.length);
  });

  it.each(seeds)('and the place draw a payload again, as a report names them (%i)', (seed) => {
    for (const { faultClass, draft, seed: own, path } of draw(seed, 200)) {
      expect(own).toBe(seedOf(faultClass, seed));
      expect(fc.sample(faultClass.arbitrary, { seed: own, path, numRuns: 1 })).toEqual([draft]);
    }
  });

  it('and a place near the beginning draw again what was drawn far into a class', () => {
    const [rich] = classes.filter(({ id }) => drawPayloads(fc, classesOf(id), 3, 500).length === 500);
    const far = rich === undefined ? [] : drawPayloads(fc, [rich], 3, 500);
    expect(new Set(far.map(({ draft }) => draft.text)).size).toBe(500);
    for (const { faultClass, draft, seed, path } of far) {
      expect(fc.sample(faultClass.arbitrary, { seed, path, numRuns: 1 })).toEqual([draft]);
      expect(Number(path)).toBeLessThan(256);
    }
  });

  it('of one class does not depend on the other classes', () => {
    const [first, , third] = classes;
    const alone = drawPayloads(fc, third === undefined ? [] : [third], 9, 1);
    const together = draw(9, 3);
    expect(alone[0]?.draft).toEqual(together[2]?.draft);
    expect(first?.id).toBe(together[0]?.faultClass.id);
  });
});
