import { beforeAll, describe, expect, it } from 'vitest';
import { generatePayloads, isFromSequence, loadClasses, seedOf } from '../../src/payloads/draw.ts';
import type { FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';

let fc: FastCheck;
let classes: readonly FaultClass[];
/** Those that every run sends once before any that take turns. */
let fixed: readonly FaultClass[];

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
  fixed = classes.filter(({ rotates }) => !rotates);
});

const seeds = [0, 1, -1, 20_110_716, 2 ** 31 - 1];
const draw = (seed: number, count: number) => generatePayloads(fc, classes, seed, count);
const classesOf = (id: string) => classes.filter((one) => one.id === id);
const textsOf = (seed: number, count = 200) => draw(seed, count).map(({ draft }) => draft.text);

describe('drawing', () => {
  it.each(seeds)('draws each class once, in order of worth, before any twice (seed %i)', (seed) => {
    const generated = draw(seed, classes.length + 1).map(({ faultClass }) => faultClass.id);
    const once = generated.slice(0, classes.length);
    expect(once.slice(0, fixed.length)).toEqual(fixed.map(({ id }) => id));
    expect(once.toSorted()).toEqual(classes.map(({ id }) => id).toSorted());
    expect(once).toContain(generated.at(-1));
  });

  it('begins each class with a small body that is always the same, for nothing is shrunk after a 5xx', () => {
    for (const { faultClass, draft } of draw(4, fixed.length))
      expect(draft, faultClass.id).toBe(faultClass.first ?? faultClass.smallest[0]);
    for (const { faultClass, draft } of draw(4, classes.length).slice(fixed.length))
      expect(faultClass.smallest, faultClass.id).toContain(draft);
  });

  it('lets the seed decide which two of what the ledger does not name are sent, each in its turn', () => {
    const rotating = classes.filter(({ rotates }) => rotates);
    expect(rotating.length).toBeGreaterThan(2);
    const pairs = rotating.map((_, seed) =>
      draw(seed, fixed.length + 2)
        .slice(fixed.length)
        .map(({ faultClass }) => faultClass),
    );
    expect(new Set(pairs.flat())).toEqual(new Set(rotating));
    const smallest = new Set(
      Array.from({ length: 400 }, (_, seed) => draw(seed, classes.length).map(({ draft }) => draft)).flat(),
    );
    for (const draft of rotating.flatMap((one) => one.smallest))
      expect(smallest, draft.label).toContain(draft);
  });

  it('puts what can fail before what is a warning, and meets each requirement within 14', () => {
    const warnings = fixed.map(({ requirement }) => requirement === 'invalid.body-lenient');
    expect(warnings).toEqual(warnings.toSorted((a, b) => Number(a) - Number(b)));
    const required = fixed.filter((_, at) => !warnings[at]).map(({ requirement }) => requirement);
    expect(new Set(required.slice(0, 14))).toEqual(new Set(required));
  });

  it('has no more classes that the ledger names than the window of the smallest plan has room for, two more apart', () => {
    expect(fixed.length).toBeLessThanOrEqual(40);
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
    expect(generatePayloads(fc, classesOf('no-body'), 1, 10)).toHaveLength(1);
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
    for (const one of draw(seed, 200)) {
      const { faultClass, draft, seed: own, path } = one;
      expect(own).toBe(seedOf(faultClass, seed));
      if (!isFromSequence(one)) continue;
      expect(fc.sample(faultClass.arbitrary, { seed: own, path, numRuns: 1 })).toEqual([draft]);
    }
  });

  it('and the place draw again what was drawn far into a class', () => {
    const [rich] = classes.filter(({ id }) => generatePayloads(fc, classesOf(id), 3, 500).length === 500);
    const far = rich === undefined ? [] : generatePayloads(fc, [rich], 3, 500);
    expect(new Set(far.map(({ draft }) => draft.text)).size).toBe(500);
    for (const { faultClass, draft, seed, path } of far.filter(isFromSequence))
      expect(fc.sample(faultClass.arbitrary, { seed, path, numRuns: 1 })).toEqual([draft]);
  });

  it('of one class does not depend on the other classes', () => {
    const [first, , third] = classes;
    const alone = generatePayloads(fc, third === undefined ? [] : [third], 9, 1);
    const together = draw(9, 3);
    expect(alone[0]?.draft).toEqual(together[2]?.draft);
    expect(first?.id).toBe(together[0]?.faultClass.id);
  });
});
