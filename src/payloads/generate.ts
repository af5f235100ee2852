import { isUtf8 } from 'node:buffer';
import type fastCheck from 'fast-check';
import { hasOneFault } from '../json/body-schema.ts';
import { readJson } from '../json/read.ts';
import { validatorOf } from '../json/schema.ts';
import { schemas } from '../spec/schemas.ts';
import { allInTurn, inTurn } from './budget.ts';
import { addedClasses, faultClasses } from './classes/index.ts';
import { classify } from './classify.ts';
import {
  type AddedBodies,
  type Draft,
  type FastCheck,
  type FaultClass,
  markPlace,
  renderDraft,
} from './fault-class.ts';

/** A generated payload, with the data to generate it again. */
export interface Generated {
  readonly faultClass: FaultClass;
  readonly draft: Draft;
  /**
   * The seed of the class's sequence, derived from the seed of the run. `path` is the position in the sequence, and also
   * decides the family, because families alternate in a sequence.
   */
  readonly seed: number;
  readonly path: string;
}

interface Loaded {
  readonly fc: FastCheck;
  readonly classes: readonly FaultClass[];
}

let loaded: Promise<Loaded> | undefined;

/** Loads fast-check and the classes, once for all runs of the process. */
export function loadClasses(): Promise<Loaded> {
  loaded ??= import('fast-check').then(({ default: fc }) => ({ fc, classes: faultClasses(fc) }));
  return loaded;
}

/**
 * Generates up to `count` payloads: one of each class, by priority, before a second one of any class. The same seed gives the
 * same payloads. A payload that does not have exactly the fault of its class is generated again. `known` bodies come first,
 * regardless of the seed.
 */
export function generatePayloads(
  fc: FastCheck,
  classes: readonly FaultClass[],
  seed: number,
  count: number,
  known: readonly FailedBody[] = [],
): Generated[] {
  // Two classes may generate the same body, which is sent only once.
  const seen = new Set<string>();
  const again = knownDrafts(classes, known, seen).slice(0, count);
  const generated = [...again];
  const wantsMore = () => generated.length < count;
  // The body that failed before is already the first of its class, so the class skips the first round.
  const failed = new Set(again.map(({ faultClass }) => faultClass));
  let open = inTurn(classes, seed, count).map(({ faultClass, turn }) => ({
    waits: failed.has(faultClass),
    drafts: generateClass(fc, faultClass, seedOf(faultClass, seed), turn, seen),
  }));
  for (let round = 0; open.length > 0; round++)
    open = open.filter(({ waits, drafts }) => {
      if (!wantsMore()) return false;
      if (waits && round === 0) return true;
      const { value, done } = drafts.next();
      if (!done) generated.push(value);
      return !done;
    });
  return generated;
}

/** Generates one payload of each class of custom checks, in turns that the seed selects; `known` bodies come first. */
export function generateAdded(
  fc: FastCheck,
  bodies: readonly AddedBodies[],
  seed: number,
  known: readonly FailedBody[],
): Generated[] {
  const classes = bodies.flatMap((one) => addedClasses(fc, one));
  const seen = new Set<string>();
  const again = knownDrafts(classes, known, seen);
  const failed = new Set(again.map(({ faultClass }) => faultClass));
  const others = allInTurn(classes, seed).filter(({ faultClass }) => !failed.has(faultClass));
  const first = others.flatMap(({ faultClass, turn }) => {
    return generateClass(fc, faultClass, seedOf(faultClass, seed), turn, seen).next().value ?? [];
  });
  return [...again, ...first];
}

/** A body that failed in an earlier run, with `markPlace` in place of its mark, and the id of its class. */
export interface FailedBody {
  readonly class: string;
  readonly body: Uint8Array;
}

/**
 * The path of bodies that failed before. It is not a position, because these bodies are not from the sequence of their
 * class.
 */
const knownPlace = 'known';

/** Makes payloads from bodies that failed before, except those that do not have the fault of their class. */
function knownDrafts(
  classes: readonly FaultClass[],
  known: readonly FailedBody[],
  seen: Set<string>,
): Generated[] {
  return known.flatMap(({ class: id, body }) => {
    const faultClass = classes.find((one) => one.id === id);
    if (faultClass === undefined) return [];
    const text = isUtf8(body) ? { text: Buffer.from(body).toString('utf8') } : undefined;
    const written = text ?? { text: Buffer.from(body).toString('latin1'), bytes: true as const };
    const draft = { label: `${faultClass.fault}, as in an earlier run`, ...written };
    if (!isOfClass(faultClass, draft) || seen.has(sentAs(faultClass, draft))) return [];
    seen.add(sentAs(faultClass, draft));
    return [{ faultClass, draft, seed: 0, path: knownPlace }];
  });
}

/** Derives a seed from an id, so that adding a class does not change the bodies of other classes. */
export function seedOf({ id }: { readonly id: string }, seed: number): number {
  let hash = seed | 0;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash | 0;
}

/**
 * After this many unusable payloads in a row, a family counts as exhausted. A class is exhausted when all its families are.
 */
const maxMisses = 20;

/** Generates the payloads of a class: the first one from the family whose turn it is, and each further one from the next family. */
function* generateClass(
  fc: FastCheck,
  faultClass: FaultClass,
  seed: number,
  turn: number,
  seen: Set<string>,
): Generator<Generated, undefined> {
  const count = faultClass.families.length;
  let position = ((turn % count) + count) % count;
  let misses = 0;
  while (misses < maxMisses * count) {
    const path = String(position);
    // Sampling can start anywhere in the sequence, so seed and position identify a payload.
    const [draft] = fc.sample(arbitraryAt(faultClass, path), { seed, path, numRuns: 1 });
    if (draft !== undefined && isOfClass(faultClass, draft) && !seen.has(sentAs(faultClass, draft))) {
      misses = 0;
      position++;
      seen.add(sentAs(faultClass, draft));
      yield { faultClass, draft, seed, path };
    } else {
      // An unusable payload does not cost its family the turn.
      misses++;
      position += misses % maxMisses === 0 ? 1 : count;
    }
  }
}

/** Returns the generator of the payload at a position in the sequence of a class. */
export function arbitraryAt({ id, families }: FaultClass, path: string): fastCheck.Arbitrary<Draft> {
  const family = families[Number(path) % families.length];
  if (family === undefined) throw new RangeError(`The class ${id} has no family of values.`);
  return family;
}

/** Identifies a body. The same text with a different framing is a different body. */
function sentAs({ framing, added }: FaultClass, { text }: Draft): string {
  return `${added?.operation.id ?? ''} ${framing ?? ''}\n${text}`;
}

/** Words that general generators produce as keys, and that do lasting harm on some servers. */
const harmful = /__proto__|constructor|prototype|toString|valueOf/;

/**
 * Checks whether a draft may be sent: it has the fault of its class and no other fault, and contains no harmful word. Two
 * independent readings must agree on the fault: `classify`, and for valid JSON the schema of a NewCategory; or, for a custom
 * check, two readings of its schema.
 */
export function isOfClass({ requirement, unstated, added }: FaultClass, draft: Draft): boolean {
  const unescaped = draft.text.replace(/\\u([0-9a-f]{4})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (harmful.test(unescaped)) return false;
  const bytes = renderDraft(draft, markPlace);
  const document = readJson(bytes);
  if (added !== undefined) return !document.ok || hasOneFault(document.value, added.schema);
  const meaning = classify(bytes, document);
  const isMeant = unstated
    ? meaning.kind === 'unstated'
    : meaning.kind === 'violates' && meaning.requirement === requirement && meaning.faults === 1;
  return isMeant && (!document.ok || !validatorOf(schemas.NewCategory)(document.value));
}

/** Checks whether a payload is from a sequence, so that fast-check can generate and shrink it again. */
export function isFromSequence({ path }: Generated): boolean {
  return path !== knownPlace;
}

/** The maximum number of candidates that fast-check may try for a failing body, most of them without a request. */
const maxCandidates = 2_000;

/**
 * Lets fast-check search for a smaller body of the same class that fails in the same way, in at most `budget` tries. `fails`
 * sends one body.
 */
export async function shrink(
  fc: FastCheck,
  failing: Generated,
  budget: number,
  fails: (draft: Draft) => Promise<boolean>,
): Promise<void> {
  if (!isFromSequence(failing)) return;
  const { faultClass, draft, seed, path } = failing;
  const tried = new Set([draft.text]);
  let isFirst = true;
  let thrown: { readonly error: unknown } | undefined;
  await fc.check(
    fc.asyncProperty(fc.limitShrink(arbitraryAt(faultClass, path), maxCandidates), async (next) => {
      // fast-check begins with the known failure, which need not be sent again.
      if (isFirst) {
        isFirst = false;
        return false;
      }
      if (thrown !== undefined || tried.size > budget || tried.has(next.text)) return true;
      if (!isOfClass(faultClass, next)) return true;
      tried.add(next.text);
      try {
        return !(await fails(next));
      } catch (error) {
        // The error is thrown at the end, because fast-check would treat it as a failure of the property.
        thrown = { error };
        return true;
      }
    }),
    { seed, path, numRuns: 1 },
  );
  if (thrown !== undefined) throw thrown.error;
}
