import { type Exchange, isServed } from '../exchange/exchange.ts';
import { isCreation, isPost, meaningOf } from '../exchange/picks.ts';
import { isObject, type JsonDocument, type JsonObject, type JsonValue, readJson } from '../json/read.ts';
import { forgetFirst, pushUpTo } from './bounded.ts';
import { categoryIn, rowsIn } from './created.ts';
import { createLeftovers } from './leftovers.ts';
import { createListedCreations, createUniqueIds, listedEvidence, type Trouble } from './listed.ts';
import { createEarlierRuns, createLetIn, createMarkFinder } from './origins.ts';
import { createSentTexts } from './sent-texts.ts';

/**
 * What the run created and what the lists show of it: read by `list.complete`, `invalid.nothing-stored`, `create.id-unique`.
 * `runMark` is what all names of the run begin with: by them the lists are searched. A list shows what was created after
 * `listingDelayMs` at most.
 */
export function createCreations(runMark: string, listingDelayMs: number) {
  const marksIn = createMarkFinder(runMark);
  const texts = createSentTexts();
  const letIn = createLetIn(marksIn);
  const listed = createListedCreations(runMark, listingDelayMs, letIn);
  const leftovers = createLeftovers(runMark, marksIn);
  const ids = createUniqueIds();
  const earlier = createEarlierRuns(runMark);
  let lastCreation: number | undefined;

  return {
    see(exchange: Exchange): void {
      for (const reading of [texts, letIn, leftovers, ids, listed, earlier]) reading.see(exchange);
      if (isPost(exchange) && isServed(exchange)) lastCreation = exchange.readAt;
    },
    /** Whether something is missing that may still show up (reading 6). */
    awaited: listed.awaited,
    complete: listed.result,
    nothingStored: leftovers.result,
    uniqueIds: ids.result,
    /** Whether an element of a list is there because a body was accepted that should have been refused, or is unstated. */
    isConsequence: letIn.isConsequence,
    /** When the newest 2xx to a POST was read, in ms of the monotonic clock. */
    lastCreation: (): number | undefined => lastCreation,
    residue: leftovers.residue,
    /** What earlier runs of the kit left, as the newest list shows it (reading 17). */
    leftByEarlierRuns: earlier.left,
    /** Whether an element of a list holds a name that another run of the kit made. */
    isOfEarlierRun: earlier.isOne,
    /** Whether an element of a list holds a name that this run made, or an id that one of its creations got. */
    isOfThisRun(element: JsonValue): boolean {
      const id = isObject(element) ? element['id'] : undefined;
      return (typeof id === 'bigint' && ids.isGiven(id)) || marksIn(element).size > 0;
    },
    /** The request before this one that sent a text which came back in its answer, though it did not send it. */
    senderOf: texts.senderOf,
  };
}

export type Creations = ReturnType<typeof createCreations>;

/** A run asks for one id. */
const mostAsked = 100;

/** Whether a list shows the id that a request asked for, though its 201 showed another: `create.id`. */
export function createAskedIds() {
  const asked = new Map<JsonValue, { readonly creation: Exchange; readonly id: JsonValue }>();
  const troubles: Trouble[] = [];
  return {
    see(exchange: Exchange): void {
      const { mark, body = new Uint8Array() } = exchange.request;
      const isAccepted = isCreation(exchange) && isServed(exchange);
      if (mark !== undefined && isAccepted && meaningOf(exchange).kind !== 'violates') {
        const id = idIn(readJson(body));
        // Where the 201 shows it already, the check of that says so.
        if (id !== undefined && id !== categoryIn(exchange)?.['id'])
          asked.set(mark, { creation: exchange, id });
        forgetFirst(asked, mostAsked);
      }
      if (asked.size > 0)
        for (const row of rowsIn(exchange)?.marked() ?? []) if (isObject(row)) look(row, exchange);
    },
    troubles: (): readonly Trouble[] => troubles,
  };

  function look(row: JsonObject, list: Exchange): void {
    const name = row['name'] ?? null;
    const one = asked.get(name);
    if (one === undefined || row['id'] !== one.id) return;
    asked.delete(name);
    const trouble = {
      exchange: one.creation,
      expected: 'an id that the service assigned, in the list too',
      received: 'a list shows the category with the id of the request',
      cause: 'the list shows the id of the request',
      comparedWith: list,
    };
    pushUpTo(troubles, { ...trouble, ...listedEvidence([row], String(name)) }, mostAsked);
  }
}

/** The `id` of an object. */
function idIn(document: JsonDocument): JsonValue | undefined {
  return document.ok && isObject(document.value) ? document.value['id'] : undefined;
}
