import { faultClasses } from './classes/index.ts';
import { classify } from './classify.ts';
import { type Draft, type FastCheck, type FaultClass, markPlace, render, sizeOf } from './fault-class.ts';

/** A payload with what it takes to generate it again. */
export interface Generated {
  readonly faultClass: FaultClass;
  readonly draft: Draft;
  /**
   * The seed of a sequence of the class, derived from the seed of the run, and the place in that sequence: a number, or
   * `first` for what is sent before anything is generated.
   */
  readonly seed: number;
  readonly path: string;
}

/** Loads fast-check and with it the classes. */
export async function loadClasses(): Promise<{ fc: FastCheck; classes: readonly FaultClass[] }> {
  const { default: fc } = await import('fast-check');
  return { fc, classes: faultClasses(fc) };
}

/** Classes of which one instance shows nearly everything have a turn in every fourth round after the first. */
const roundsForAlike = 4;

/**
 * Generates `count` payloads, or as many as there are: every class once, by priority, before any twice. The first of a
 * class is a small one that is always the same, because nothing is shrunk after a 5xx (reading 12). The same seed gives
 * the same payloads. A payload whose bytes are not exactly of its class is never sent.
 */
export function generatePayloads(
  fc: FastCheck,
  classes: readonly FaultClass[],
  seed: number,
  count: number,
): Generated[] {
  const generated: Generated[] = [];
  // Two classes may generate the same text; it is sent once.
  const seen = new Set<string>();
  const fixed = classes.filter(({ rotates }) => !rotates);
  const rotating = classes.filter(({ rotates }) => rotates);
  const from = placeBy(seed, rotating.length);
  let open = [...fixed, ...rotating.slice(from), ...rotating.slice(0, from)].map((faultClass) => ({
    alike: faultClass.alike === true,
    drafts: drawClass(fc, faultClass, seedOf(faultClass, seed), seen),
  }));
  for (let round = 0; open.length > 0; round++)
    open = open.filter(({ alike, drafts }) => {
      if (generated.length >= count) return false;
      if (alike && round % roundsForAlike > 0) return true;
      const { value, done } = drafts.next();
      if (!done) generated.push(value);
      return !done;
    });
  return generated;
}

function placeBy(seed: number, places: number): number {
  return ((seed % places) + places) % places || 0;
}

/** Derives a seed for a class, or for anything with an id: each has its own, so that adding one changes no other. */
export function seedOf({ id }: { readonly id: string }, seed: number): number {
  let hash = seed | 0;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash | 0;
}

const firstPlace = 'first';
/** Batch size at first, doubled each time: few classes have more than two turns in a run. */
const firstBatch = 2;
/** After this many in a row that are not of the class or not new, the class is considered exhausted. */
const mostMisses = 20;

function* drawClass(
  fc: FastCheck,
  faultClass: FaultClass,
  seed: number,
  seen: Set<string>,
): Generator<Generated, undefined> {
  const isNew = (draft: Draft) =>
    isOfClass(faultClass, draft) && !seen.has(draft.text) && seen.add(draft.text);
  const { smallest, rotates } = faultClass;
  // Of a class that takes turns, the seed decides which of its smallest comes first.
  const first = rotates ? smallest[placeBy(seed, smallest.length)] : (faultClass.first ?? smallest[0]);
  if (first !== undefined && isNew(first)) yield { faultClass, draft: first, seed, path: firstPlace };
  let misses = 0;
  for (let from = 0, numRuns = firstBatch; ; from += numRuns, numRuns = from) {
    // A sample may begin anywhere in its sequence: the seed and the place identify a payload.
    const place = from === 0 ? {} : { path: String(from) };
    for (const [index, draft] of fc.sample(faultClass.arbitrary, { seed, numRuns, ...place }).entries()) {
      if (isNew(draft)) {
        misses = 0;
        yield { faultClass, draft, seed, path: String(from + index) };
      } else if (++misses >= mostMisses) return undefined;
    }
  }
}

/** Whether the bytes of a draft are exactly of its class: this fault and no other. */
export function isOfClass({ requirement }: FaultClass, draft: Draft): boolean {
  const meaning = classify(render(draft, markPlace));
  return meaning.kind === 'violates' && meaning.requirement === requirement && meaning.faults === 1;
}

/** Whether a payload is from a sequence, so that fast-check can find its place again. */
export function isFromSequence({ path }: Generated): boolean {
  return path !== firstPlace;
}

/**
 * Looks for a smaller body of the same class that fails in the same way, in at most `budget` tries. The smallest instances
 * are tried first, smallest first: the first that fails is the smallest of all. If none does, fast-check shrinks the
 * failing one. `fails` sends one body.
 */
export async function shrink(
  fc: FastCheck,
  failing: Generated,
  budget: number,
  fails: (draft: Draft) => Promise<boolean>,
): Promise<void> {
  const { faultClass, draft, seed, path } = failing;
  let size = sizeOf(draft);
  const tried = new Set([draft.text]);
  const isSmaller = async (next: Draft): Promise<boolean> => {
    // The failing body itself is among those tried.
    if (tried.size > budget || tried.has(next.text) || !isOfClass(faultClass, next)) return false;
    tried.add(next.text);
    if (!(await fails(next))) return false;
    size = Math.min(size, sizeOf(next));
    return true;
  };
  for (const next of faultClass.smallest) {
    if (sizeOf(next) >= size) break;
    if (await isSmaller(next)) return;
  }
  if (!isFromSequence(failing)) return;
  await fc.check(
    fc.asyncProperty(fc.limitShrink(faultClass.arbitrary, budget * 4), async (next) => {
      if (next.text === draft.text) return false;
      return sizeOf(next) >= size || !(await isSmaller(next));
    }),
    { seed, path, numRuns: 1 },
  );
}
