import type { Draft, FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';
import { generatePayloads } from '../../src/payloads/generate.ts';
import { violatedRequirements } from './simulate.ts';
import type { WeakValidator } from './weak-validators/index.ts';

/** For each seed, the number of bodies until a weak validator is first found. */
export interface Found {
  readonly validator: WeakValidator;
  readonly generated: readonly number[];
  readonly random: readonly number[];
}

/** Generates `most` bodies for each seed, in the kit's order and at random, and finds the first that shows each weakness. */
export function findAll(
  fc: FastCheck,
  classes: readonly FaultClass[],
  validators: readonly WeakValidator[],
  { seeds, most }: { readonly seeds: readonly number[]; readonly most: number },
): Found[] {
  const anyClass = fc.oneof(...classes.map(({ arbitrary }) => arbitrary));
  const generated = seeds.map((seed) => generatePayloads(fc, classes, seed, most).map(({ draft }) => draft));
  const random = seeds.map((seed) => fc.sample(anyClass, { seed, numRuns: most }));
  return validators.map((validator) => {
    const known = new Map<string, boolean>();
    const shows = (draft: Draft): boolean => {
      const before = known.get(draft.text);
      if (before !== undefined) return before;
      const found = violatedRequirements(validator, draft).some((row) =>
        validator.requirements.includes(row),
      );
      known.set(draft.text, found);
      return found;
    };
    const first = (drafts: readonly Draft[]): number => {
      const at = drafts.findIndex(shows);
      return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
    };
    return { validator, generated: generated.map(first), random: random.map(first) };
  });
}

/** Returns the share of seeds, from 0 to 1, that find it within this number of bodies. */
export function shareWithin(first: readonly number[], bodies: number): number {
  return first.filter((at) => at <= bodies).length / first.length;
}
