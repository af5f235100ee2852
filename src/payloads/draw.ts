import { faultClasses } from './classes/index.ts';
import { classify } from './classify.ts';
import { type Draft, markPlace, render } from './draft.ts';
import type { FastCheck, FaultClass } from './fault-class.ts';
import { createSeenTexts, type SeenTexts } from './seen-texts.ts';

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

/** Draws `count` payloads at once, or as many as there are (`payloadsInTurn`). */
export function drawPayloads(
  fc: FastCheck,
  classes: readonly FaultClass[],
  seed: number,
  count: number,
): Drawn[] {
  return [...payloadsInTurn(fc, classes, seed, count)];
}

/**
 * Draws payloads one by one as they are asked for, `count` at most: every class once, in order of worth, before any
 * twice. The first of a class is a small one that is always the same, for nothing is shrunk after a 5xx (reading 12).
 * The same seed gives the same payloads. What is not exactly of its class, by its bytes, is thrown away and never sent.
 */
export function* payloadsInTurn(
  fc: FastCheck,
  classes: readonly FaultClass[],
  seed: number,
  count: number,
): Generator<Drawn, undefined> {
  // Two classes may meet in one text; it is drawn once.
  const seen = createSeenTexts();
  const streams = inTurn(classes, seed).map((faultClass) => ({
    alike: faultClass.alike === true,
    drafts: drawClass(fc, faultClass, seed, seen),
  }));
  let left = count;
  let open = streams;
  for (let round = 0; left > 0 && open.length > 0; round++) {
    const still: typeof open = [];
    for (const stream of open) {
      if (left === 0) return undefined;
      if (stream.alike && round % roundsForAlike > 0) {
        still.push(stream);
        continue;
      }
      const { value, done } = stream.drafts.next();
      if (done) continue;
      left--;
      yield value;
      still.push(stream);
    }
    open = still;
  }
  return undefined;
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

/** A class is seldom met more than twice in a run: so many are drawn at first. */
const batch = 2;
/**
 * Later twice as many each time, up to so many: what is drawn and not yet sent takes memory. From then on each batch
 * begins a sequence of its own, at the same place: to get to a place, fast-check passes all those before it.
 */
const mostInBatch = 128;

function* drawClass(
  fc: FastCheck,
  faultClass: FaultClass,
  runSeed: number,
  seen: SeenTexts,
): Generator<Drawn, undefined> {
  const first = firstOf(faultClass, runSeed);
  if (first !== undefined && isOfClass(faultClass, first.draft) && seen.add(first.draft.text)) yield first;
  let misses = 0;
  for (let drawn = 0, numRuns = batch; ; drawn += numRuns, numRuns = Math.min(drawn, mostInBatch)) {
    const isFirst = drawn <= mostInBatch;
    const seed = seedOf(isFirst ? faultClass : { id: `${faultClass.id} ${drawn}` }, runSeed);
    const from = isFirst ? drawn : mostInBatch;
    // A sample may begin anywhere in its sequence: a payload is known by the seed and its place alone.
    const place = from === 0 ? {} : { path: String(from) };
    const drafts = fc.sample(faultClass.arbitrary, { seed, numRuns, ...place });
    for (const [index, draft] of drafts.entries()) {
      if (!isOfClass(faultClass, draft) || !seen.add(draft.text)) {
        if (++misses >= mostMisses) return undefined;
        continue;
      }
      misses = 0;
      yield { faultClass, draft, seed, path: String(from + index) };
    }
  }
}
