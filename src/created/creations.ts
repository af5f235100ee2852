import { rowsOf } from '../expect/answer.ts';
import { hasKey, isList, isPost, meaningOf } from '../expect/picks.ts';
import type { Rows } from '../expect/rows.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { type Answer, type Exchange, isAnswer, statusOf } from '../model/exchange.ts';
import type { EarlierLeftovers, Residue } from '../model/report.ts';
import { createEarlierRuns } from './earlier-runs.ts';
import { createLetIn } from './let-in.ts';
import { createListedCreations } from './listed-creations.ts';
import type { Looked } from './looked.ts';
import { createMarkFinder } from './marks.ts';
import { acceptedResidue, categoryIn, idOf, showsCategory } from './residue.ts';
import { createSentTexts, type SentTexts } from './sent-texts.ts';
import { createStoredRefusals } from './stored-refusals.ts';
import { createUniqueIds } from './unique-ids.ts';

/** What the run created and what the lists show of it: read by `list.complete`, `invalid.nothing-stored`, `create.id-unique`. */
export interface Creations {
  step(exchange: Exchange): void;
  /** Whether something is missing that may still show up (reading 6). */
  awaited(): boolean;
  complete(): Looked;
  nothingStored(): Looked;
  uniqueIds(): Omit<Looked, 'kept'>;
  /** Whether an element of a list is there because a body was accepted that should have been refused, or is unstated. */
  isConsequence(element: JsonObject): boolean;
  /** When the newest 2xx to a POST was read, in ms of the monotonic clock. */
  lastCreation(): number | undefined;
  residue(): Residue[];
  /** What earlier runs of the kit left, as the newest list shows it (reading 17). */
  leftByEarlierRuns(): EarlierLeftovers;
  /** Whether an element of a list holds a name that another run of the kit made. */
  isOfEarlierRun(element: JsonValue): boolean;
  /** Whether an element of a list holds a name that this run made, or an id that one of its creations got. */
  isOfThisRun(element: JsonValue): boolean;
  /** The request before this one that sent a text which came back in its answer, though it did not send it. */
  readonly senderOf: SentTexts['senderOf'];
}

/** `runMark` is what all names of the run begin with: by them the lists are searched. */
export function createCreations(runMark: string): Creations {
  const marks = createMarkFinder(runMark);
  const texts = createSentTexts();
  const letIn = createLetIn(marks);
  const listed = createListedCreations(runMark, letIn);
  const refusals = createStoredRefusals(runMark, marks);
  const ids = createUniqueIds();
  const earlier = createEarlierRuns(runMark);
  const residue: Residue[] = [];
  /** What was answered 2xx without a category, by its mark: left over only if a list shows it. */
  const unshown = new Map<string, Residue>();
  let lastCreation: number | undefined;

  return {
    step(exchange) {
      if (isList(exchange)) return look(exchange);
      texts.step(exchange);
      if (!isPost(exchange)) return;
      letIn.posted(exchange);
      refusals.posted(exchange);
      const status = statusOf(exchange);
      if (!isAnswer(exchange) || status === undefined) return;
      if (status >= 200 && status < 300) {
        lastCreation = exchange.readAt;
        note(exchange);
      }
    },
    awaited: listed.awaited,
    complete: listed.looked,
    nothingStored: refusals.looked,
    uniqueIds: ids.looked,
    isConsequence: letIn.isConsequence,
    lastCreation: () => lastCreation,
    residue: () => residue,
    leftByEarlierRuns: earlier.left,
    isOfEarlierRun: earlier.isOne,
    isOfThisRun(element) {
      const id = isObject(element) ? element['id'] : undefined;
      if (typeof id === 'bigint' && ids.isGiven(id)) return true;
      const found = new Set<string>();
      marks.collect(element, found);
      return found.size > 0;
    },
    senderOf: texts.senderOf,
  };

  function note(exchange: Answer): void {
    const category = categoryIn(exchange);
    const left = acceptedResidue(exchange, category);
    if (showsCategory(category)) residue.push(left);
    else if (exchange.request.mark !== undefined) unshown.set(exchange.request.mark, left);
    refusals.accepted(exchange, left.name);
    letIn.accepted(exchange, category);
    if (category === undefined) return;
    const { id, name, description } = category;
    if (typeof id !== 'bigint') return;
    if (meaningOf(exchange).kind !== 'valid' || !hasKey(exchange)) return;
    ids.created(exchange, id);
    if (typeof name !== 'string' || statusOf(exchange) !== 201) return;
    listed.created({ exchange, id, name, ...(typeof description === 'string' ? { description } : {}) });
  }

  function look(list: Answer): void {
    const rows = rowsOf(list);
    if (rows === undefined) return;
    earlier.look(list);
    ids.listed(list, rows.ids);
    listed.look(list, rows);
    residue.push(...refusals.look(list, rows), ...shownNow(rows));
  }

  function shownNow(rows: Rows): Residue[] {
    const shown: Residue[] = [];
    if (unshown.size === 0) return shown;
    for (const element of rows.marked()) {
      if (!isObject(element)) continue;
      const found = new Set<string>();
      marks.collect(element, found);
      for (const mark of found) {
        const left = unshown.get(mark);
        if (left !== undefined && unshown.delete(mark)) shown.push({ ...idOf(element), ...left });
      }
    }
    return shown;
  }
}
