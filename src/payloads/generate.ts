import { isUtf8 } from 'node:buffer';
import { faultClasses } from './classes/index.ts';
import { classify } from './classify.ts';
import { type Draft, type FastCheck, type FaultClass, markPlace, render, sizeOf } from './fault-class.ts';

/** A generated payload, with the data to generate it again. */
export interface Generated {
  readonly faultClass: FaultClass;
  readonly draft: Draft;
  /**
   * The seed of the class's sequence, derived from the seed of the run. `path` is the position in the sequence, or `first`
   * for the fixed first payload.
   */
  readonly seed: number;
  readonly path: string;
}

/** Loads fast-check and the classes. */
export async function loadClasses(): Promise<{ fc: FastCheck; classes: readonly FaultClass[] }> {
  const { default: fc } = await import('fast-check');
  return { fc, classes: faultClasses(fc) };
}

/** Classes whose instances are nearly alike are used only in every fourth round. */
const roundsForAlike = 4;

/**
 * Generates up to `count` payloads: each class once, by priority, before any class twice. The first payload of a class is
 * small and fixed, because nothing is shrunk after a 5xx. The same seed gives the same payloads. A payload that
 * does not have exactly the fault of its class is dropped. `known` bodies come first, whatever the seed.
 */
export function generatePayloads(
  fc: FastCheck,
  classes: readonly FaultClass[],
  seed: number,
  count: number,
  known: readonly Known[] = [],
): Generated[] {
  const generated: Generated[] = [];
  const wantsMore = () => generated.length < count;
  // Two classes may generate the same body; it is sent once.
  const seen = new Set<string>();
  const fixed = classes.filter(({ rotates }) => !rotates);
  const rotating = classes.filter(({ rotates }) => rotates);
  const from = placeBy(seed, rotating.length);
  const inOrder = [...fixed, ...rotating.slice(from), ...rotating.slice(0, from)];
  const again = knownDrafts(inOrder, known, seen).slice(0, count);
  generated.push(...again);
  // A class that failed before has had its turn.
  const failed = new Set(again.map(({ faultClass }) => faultClass));
  let open = inOrder.map((faultClass) => ({
    waits: failed.has(faultClass),
    alike: faultClass.alike === true,
    drafts: generateClass(fc, faultClass, seedOf(faultClass, seed), seen),
  }));
  for (let round = 0; open.length > 0; round++)
    open = open.filter(({ waits, alike, drafts }) => {
      if (!wantsMore()) return false;
      if (waits && round === 0) return true;
      if (alike && round % roundsForAlike > 0) return true;
      const { value, done } = drafts.next();
      if (!done) generated.push(value);
      return !done;
    });
  return generated;
}

/** A body that failed in an earlier run, with `markPlace` for its mark, and the id of its class. */
export interface Known {
  readonly class: string;
  readonly body: Uint8Array;
}

/** Bodies that failed before; they are not from the sequence of their class. */
const knownPlace = 'known';

/** Makes payloads of bodies that failed before, without those that do not have the fault of their class. */
function knownDrafts(
  classes: readonly FaultClass[],
  known: readonly Known[],
  seen: Set<string>,
): Generated[] {
  return known.flatMap(({ class: id, body }) => {
    const faultClass = classes.find((one) => one.id === id);
    if (faultClass === undefined) return [];
    const text = isUtf8(body) ? { text: Buffer.from(body).toString('utf8') } : undefined;
    const written = text ?? { text: Buffer.from(body).toString('latin1'), bytes: true as const };
    const same = faultClass.smallest.find((one) => one.text === written.text);
    const draft = same ?? { label: `${faultClass.fault}, as in an earlier run`, ...written };
    if (!isOfClass(faultClass, draft) || seen.has(draft.text)) return [];
    seen.add(draft.text);
    return [{ faultClass, draft, seed: 0, path: knownPlace }];
  });
}

function placeBy(seed: number, places: number): number {
  return ((seed % places) + places) % places || 0;
}

/** Derives a seed from an id, so that adding a class does not change the others. */
export function seedOf({ id }: { readonly id: string }, seed: number): number {
  let hash = seed | 0;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash | 0;
}

const firstPlace = 'first';
/** The first batch size, doubled each time; a run uses few classes more than twice. */
const firstBatch = 2;
/** After this many unusable payloads in a row, the class is exhausted. */
const maxMisses = 20;

function* generateClass(
  fc: FastCheck,
  faultClass: FaultClass,
  seed: number,
  seen: Set<string>,
): Generator<Generated, undefined> {
  const isNew = (draft: Draft) =>
    isOfClass(faultClass, draft) && !seen.has(draft.text) && seen.add(draft.text);
  const { smallest, rotates } = faultClass;
  // For a rotating class, the seed selects the first of its smallest payloads.
  const first = rotates ? smallest[placeBy(seed, smallest.length)] : (faultClass.first ?? smallest[0]);
  if (first !== undefined && isNew(first)) yield { faultClass, draft: first, seed, path: firstPlace };
  let misses = 0;
  for (let from = 0, numRuns = firstBatch; ; from += numRuns, numRuns = from) {
    // Sampling can start anywhere in the sequence, so seed and position identify a payload.
    const place = { seed, path: String(from) };
    for (const [index, draft] of fc.sample(faultClass.arbitrary, { ...place, numRuns }).entries()) {
      if (isNew(draft)) {
        misses = 0;
        yield { faultClass, draft, seed, path: String(from + index) };
      } else if (++misses >= maxMisses) return undefined;
    }
  }
}

/** Checks whether a draft has the fault of its class and no other. */
export function isOfClass({ requirement }: FaultClass, draft: Draft): boolean {
  const meaning = classify(render(draft, markPlace));
  return meaning.kind === 'violates' && meaning.requirement === requirement && meaning.faults === 1;
}

/** Checks whether a payload is from a sequence, so that fast-check can generate it again. */
export function isFromSequence({ path }: Generated): boolean {
  return path !== firstPlace && path !== knownPlace;
}

/**
 * Searches for a smaller body of the same class that fails in the same way, in at most `budget` tries. It tries the smallest
 * instances of the class in order, then shrinks the failing body with fast-check. `fails` sends one body.
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
    // `tried` includes the failing body.
    if (tried.size > budget || tried.has(next.text) || !isOfClass(faultClass, next)) return false;
    tried.add(next.text);
    if (!(await fails(next))) return false;
    size = sizeOf(next);
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
