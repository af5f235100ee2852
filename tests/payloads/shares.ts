import { generatePayloads } from '../../src/payloads/draw.ts';
import type { Draft, FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';
import { violatedRequirements } from './simulate.ts';
import type { WeakValidator } from './weak-validators/index.ts';

/** After how many bodies the first violation of a weak validator is detected, for every seed. */
export interface Found {
  readonly validator: WeakValidator;
  readonly generated: readonly number[];
  readonly random: readonly number[];
}

/**
 * Generates `most` bodies for each seed, in the kit's order and at random, and returns which one first detects each weak
 * validator, or Infinity if none does.
 */
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

/** Returns the share of seeds, from 0 to 1, with which it was detected within this many bodies. */
export function shareWithin(first: readonly number[], bodies: number): number {
  return first.filter((at) => at <= bodies).length / first.length;
}
