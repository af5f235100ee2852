import { beforeAll, describe, expect, it } from 'vitest';
import type { FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';
import { arbitraryAt, generatePayloads, loadClasses, seedOf } from '../../src/payloads/generate.ts';

let fc: FastCheck;
let classes: readonly FaultClass[];
/** Classes that every standard run sends. */
let fixed: readonly FaultClass[];

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
  const [required, always] = (['required', 'always'] as const).map((turn) =>
    classes.filter((one) => one.turn === turn),
  );
  // The classes that decide whether a requirement is judged come first.
  fixed = [
    ...(required ?? []).filter(({ isTelling }) => isTelling),
    ...(required ?? []).filter(({ isTelling }) => !isTelling),
    ...(always ?? []),
  ];
});

const seeds = [0, 1, -1, 20_110_716, 2 ** 31 - 1];
const generate = (seed: number, count: number) => generatePayloads(fc, classes, seed, count);
const textsOf = (seed: number, count = 200) => generate(seed, count).map(({ draft }) => draft.text);

describe('generatePayloads', () => {
  it.each(seeds)(
    'generates each class once, by priority, before it generates any class twice (seed %i)',
    (seed) => {
      const generated = generate(seed, classes.length + 1).map(({ faultClass }) => faultClass.id);
      const once = generated.slice(0, classes.length);
      expect(once.slice(0, fixed.length)).toEqual(fixed.map(({ id }) => id));
      expect(once.toSorted()).toEqual(classes.map(({ id }) => id).toSorted());
      expect(once).toContain(generated.at(-1));
    },
  );

  it.each([47, 64, 400])(
    'generates %i payloads, and begins with the same ones whatever the number is',
    (count) => {
      expect(textsOf(5, count)).toHaveLength(count);
      expect(textsOf(5, 400).slice(0, count)).toEqual(textsOf(5, count));
    },
  );
});

describe('a seed', () => {
  it.each(seeds)('%i gives the same payloads each time', (seed) => {
    expect(textsOf(seed)).toEqual(textsOf(seed));
  });

  it.each([
    ['a standard run', 60],
    ['a gentle run', 14],
  ])('differs from other seeds: 70 %% of the bodies of %s over ten seeds are distinct', (_run, count) => {
    const bodies = Array.from({ length: 10 }, (_, seed) => textsOf(20_261_121 + seed, count)).flat();
    expect(new Set(bodies).size / bodies.length).toBeGreaterThanOrEqual(0.7);
  });

  it.each(seeds)('%i and the path in a report are enough to generate a payload again', (seed) => {
    for (const { faultClass, draft, seed: own, path } of generate(seed, 200)) {
      expect(own).toBe(seedOf(faultClass, seed));
      expect(fc.sample(arbitraryAt(faultClass, path), { seed: own, path, numRuns: 1 })).toEqual([draft]);
    }
  });
});
