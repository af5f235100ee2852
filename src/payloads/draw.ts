import { faultClasses } from './classes/index.ts';
import { classify } from './classify.ts';
import { type Draft, type FastCheck, type FaultClass, markPlace, render } from './fault-class.ts';

/** A payload with what it takes to draw it again. */
export interface Drawn {
  readonly faultClass: FaultClass;
  readonly draft: Draft;
  /**
   * The seed of a sequence of the class, which follows from the seed of the run, and the place in that sequence: a
   * number, or `first` for what is sent before anything is drawn.
   */
  readonly seed: number;
  readonly path: string;
}

/** After so many draws that were thrown away or seen before, a class is taken to have no more to give. */
const mostMisses = 20;

/** Loads fast-check and with it the classes. */
export async function loadClasses(): Promise<{ fc: FastCheck; classes: readonly FaultClass[] }> {
  const { default: fc } = await import('fast-check');
  return { fc, classes: faultClasses(fc) };
}

/** Classes of which one instance shows nearly all are drawn in every so many rounds after the first. */
const roundsForAlike = 4;

/**
 * Draws `count` payloads, or as many as there are: every class once, in order of worth, before any twice. The first of a
 * class is a small one that is always the same, for nothing is shrunk after a 5xx (reading 12). The same seed gives the
 * same payloads. What is not exactly of its class, by its bytes, is thrown away and never sent.
 */
export function drawPayloads(
  fc: FastCheck,
  classes: readonly FaultClass[],
  seed: number,
  count: number,
): Drawn[] {
  const drawn: Drawn[] = [];
  // Two classes may meet in one text; it is drawn once.
  const seen = new Set<string>();
  let open = inTurn(classes, seed).map((faultClass) => ({
    alike: faultClass.alike === true,
    drafts: drawClass(fc, faultClass, seed, seen),
  }));
  for (let round = 0; open.length > 0; round++)
    open = open.filter(({ alike, drafts }) => {
      if (drawn.length >= count) return false;
      if (alike && round % roundsForAlike > 0) return true;
      const { value, done } = drafts.next();
      if (!done) drawn.push(value);
      return !done;
    });
  return drawn;
}

/** Where a class has what is sent before anything is drawn. */
const firstPlace = 'first';

/** Whether a payload was drawn, so that fast-check can find its place again. */
export function isFromSequence({ path }: Drawn): boolean {
  return path !== firstPlace;
}

/** The classes with those at the end that take turns: the seed decides which of them comes first. */
function inTurn(classes: readonly FaultClass[], seed: number): readonly FaultClass[] {
  const fixed = classes.filter(({ rotates }) => !rotates);
  const rotating = classes.filter(({ rotates }) => rotates);
  const from = placeBy(seed, rotating.length);
  return [...fixed, ...rotating.slice(from), ...rotating.slice(0, from)];
}

/** What is sent before anything is drawn. Of a class that takes turns the seed decides which of its smallest. */
function firstOf(faultClass: FaultClass, runSeed: number): Drawn | undefined {
  const { smallest, first = smallest[0], rotates } = faultClass;
  const seed = seedOf(faultClass, runSeed);
  const draft = rotates ? smallest[placeBy(seed, smallest.length)] : first;
  return draft === undefined ? undefined : { faultClass, draft, seed, path: firstPlace };
}

function placeBy(seed: number, places: number): number {
  return ((seed % places) + places) % places || 0;
}

/** The seed of a class, or of anything that has an id: another one for each, so that adding one changes no other. */
export function seedOf({ id }: { readonly id: string }, seed: number): number {
  let hash = seed | 0;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash | 0;
}

/** Whether the bytes of a draft are exactly of its class: one fault, and that one. */
export function isOfClass({ requirement }: FaultClass, draft: Draft): boolean {
  const meaning = classify(render(draft, markPlace));
  return meaning.kind === 'violates' && meaning.requirement === requirement && meaning.faults === 1;
}

/** A class is seldom met more than twice in a run: so many are drawn at first, later twice as many each time. */
const firstBatch = 2;

function* drawClass(
  fc: FastCheck,
  faultClass: FaultClass,
  runSeed: number,
  seen: Set<string>,
): Generator<Drawn, undefined> {
  const isNew = (draft: Draft) =>
    isOfClass(faultClass, draft) && !seen.has(draft.text) && seen.add(draft.text);
  const first = firstOf(faultClass, runSeed);
  if (first !== undefined && isNew(first.draft)) yield first;
  const seed = seedOf(faultClass, runSeed);
  let misses = 0;
  for (let from = 0, numRuns = firstBatch; ; from += numRuns, numRuns = from) {
    // A sample may begin anywhere in its sequence: a payload is known by the seed and its place alone.
    const place = from === 0 ? {} : { path: String(from) };
    for (const [index, draft] of fc.sample(faultClass.arbitrary, { seed, numRuns, ...place }).entries()) {
      if (isNew(draft)) {
        misses = 0;
        yield { faultClass, draft, seed, path: String(from + index) };
      } else if (++misses >= mostMisses) return undefined;
    }
  }
}
