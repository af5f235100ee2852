import { beforeAll, describe, expect, it } from 'vitest';
import type { FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';
import { generatePayloads, isFromSequence, loadClasses, seedOf } from '../../src/payloads/generate.ts';

let fc: FastCheck;
let classes: readonly FaultClass[];
/** Classes that every run sends before the rotating ones. */
let fixed: readonly FaultClass[];

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
  fixed = classes.filter(({ rotates }) => !rotates);
});

const seeds = [0, 1, -1, 20_110_716, 2 ** 31 - 1];
const generate = (seed: number, count: number) => generatePayloads(fc, classes, seed, count);
const classesOf = (id: string) => classes.filter((one) => one.id === id);
const textsOf = (seed: number, count = 200) => generate(seed, count).map(({ draft }) => draft.text);

describe('generatePayloads', () => {
  it.each(seeds)('generates each class once, by priority, before any class twice (seed %i)', (seed) => {
    const generated = generate(seed, classes.length + 1).map(({ faultClass }) => faultClass.id);
    const once = generated.slice(0, classes.length);
    expect(once.slice(0, fixed.length)).toEqual(fixed.map(({ id }) => id));
    expect(once.toSorted()).toEqual(classes.map(({ id }) => id).toSorted());
    expect(once).toContain(generated.at(-1));
  });

  it('starts each class with a small, fixed body', () => {
    for (const { faultClass, draft } of generate(4, fixed.length))
      expect(draft, faultClass.id).toBe(faultClass.first ?? faultClass.smallest[0]);
    for (const { faultClass, draft } of generate(4, classes.length).slice(fixed.length))
      expect(faultClass.smallest, faultClass.id).toContain(draft);
  });

  it('selects two rotating classes by the seed', () => {
    const rotating = classes.filter(({ rotates }) => rotates);
    expect(rotating.length).toBeGreaterThan(2);
    const pairs = rotating.map((_, seed) =>
      generate(seed, fixed.length + 2)
        .slice(fixed.length)
        .map(({ faultClass }) => faultClass),
    );
    expect(new Set(pairs.flat())).toEqual(new Set(rotating));
    const smallest = new Set(
      Array.from({ length: 400 }, (_, seed) =>
        generate(seed, classes.length).map(({ draft }) => draft),
      ).flat(),
    );
    for (const draft of rotating.flatMap((one) => one.smallest))
      expect(smallest, draft.label).toContain(draft);
  });

  it('puts failures before warnings, and covers each requirement within 14 bodies', () => {
    const warnings = fixed.map(({ requirement }) => requirement === 'invalid.body-lenient');
    expect(warnings).toEqual(warnings.toSorted((a, b) => Number(a) - Number(b)));
    const required = fixed.filter((_, at) => !warnings[at]).map(({ requirement }) => requirement);
    expect(new Set(required.slice(0, 14))).toEqual(new Set(required));
  });

  it('has at most 40 fixed classes, so that two more fit into the smallest window', () => {
    expect(fixed.length).toBeLessThanOrEqual(40);
  });

  it('repeats classes that differ only in whitespace after the others', () => {
    const [second, third] = [1, 2].map((round) =>
      generate(1, 400)
        .map(({ faultClass }) => faultClass.id)
        .filter((id, at, ids) => ids.slice(0, at).filter((before) => before === id).length === round),
    );
    const alike = classes.filter((one) => one.alike === true).map(({ id }) => id);
    expect(alike.length).toBeGreaterThan(0);
    expect(second?.slice(0, -alike.length).some((id) => alike.includes(id))).toBe(false);
    expect(third?.length).toBeGreaterThan(0);
    expect(second?.slice(-alike.length).some((id) => alike.includes(id))).toBe(true);
  });

  it.each([1, 10, 40, 400])('generates %i payloads, the first ones always the same', (count) => {
    expect(textsOf(5, count)).toHaveLength(count);
    expect(textsOf(5, 400).slice(0, count)).toEqual(textsOf(5, count));
  });

  it('ends when the classes are exhausted', () => {
    expect(generatePayloads(fc, classesOf('no-body'), 1, 10)).toHaveLength(1);
  });
});

describe('a seed', () => {
  it.each(seeds)('%i gives the same payloads each time', (seed) => {
    expect(textsOf(seed)).toEqual(textsOf(seed));
  });

  it('gives other payloads than another seed', () => {
    expect(new Set(seeds.map((seed) => textsOf(seed, 60).join('\n'))).size).toBe(seeds.length);
  });

  it.each(seeds)('%i and the path in a report generate a payload again', (seed) => {
    for (const one of generate(seed, 200)) {
      const { faultClass, draft, seed: own, path } = one;
      expect(own).toBe(seedOf(faultClass, seed));
      if (!isFromSequence(one)) continue;
      expect(fc.sample(faultClass.arbitrary, { seed: own, path, numRuns: 1 })).toEqual([draft]);
    }
  });

  it('and a path far into a class generate the payload again', () => {
    const [rich] = classes.filter(({ id }) => generatePayloads(fc, classesOf(id), 3, 500).length === 500);
    const far = rich === undefined ? [] : generatePayloads(fc, [rich], 3, 500);
    expect(new Set(far.map(({ draft }) => draft.text)).size).toBe(500);
    for (const { faultClass, draft, seed, path } of far.filter(isFromSequence))
      expect(fc.sample(faultClass.arbitrary, { seed, path, numRuns: 1 })).toEqual([draft]);
  });

  it('gives a class the same payloads without the other classes', () => {
    const [first, , third] = classes;
    const alone = generatePayloads(fc, third === undefined ? [] : [third], 9, 1);
    const together = generate(9, 3);
    expect(alone[0]?.draft).toEqual(together[2]?.draft);
    expect(first?.id).toBe(together[0]?.faultClass.id);
  });
});
