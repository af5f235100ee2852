import { type Drawn, isFromSequence, isOfClass } from './draw.ts';
import { type Draft, type FastCheck, sizeOf } from './fault-class.ts';

/** What shrinking came to. */
export interface Shrunk {
  /** The smallest draft that fails in the same way. */
  readonly smallest: Draft;
  readonly tries: number;
}

/**
 * Looks for a smaller body of the same class that fails in the same way, in at most `budget` tries. The
 * smallest instances of the class are tried first, smallest first: the first that fails is the smallest of
 * all. Where none does, fast-check takes the failing one down its own way. `fails` sends one body.
 */
export async function shrink(
  fc: FastCheck,
  failing: Drawn,
  budget: number,
  fails: (draft: Draft) => Promise<boolean>,
): Promise<Shrunk> {
  const { faultClass } = failing;
  let smallest = failing.draft;
  let tries = 0;
  const tried = new Set([failing.draft.text]);
  const tryOne = async (draft: Draft): Promise<boolean> => {
    if (tries >= budget || tried.has(draft.text) || !isOfClass(faultClass, draft)) return false;
    tried.add(draft.text);
    tries++;
    if (!(await fails(draft))) return false;
    if (sizeOf(draft) < sizeOf(smallest)) smallest = draft;
    return true;
  };
  for (const draft of faultClass.smallest) {
    if (sizeOf(draft) >= sizeOf(smallest)) break;
    if (await tryOne(draft)) return { smallest, tries };
  }
  if (!isFromSequence(failing)) return { smallest, tries };
  await fc.check(
    fc.asyncProperty(fc.limitShrink(faultClass.arbitrary, budget * 4), async (draft) => {
      if (draft.text === failing.draft.text) return false;
      return sizeOf(draft) >= sizeOf(smallest) || !(await tryOne(draft));
    }),
    { seed: failing.seed, path: failing.path, numRuns: 1 },
  );
  return { smallest, tries };
}
