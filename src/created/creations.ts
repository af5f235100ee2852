import { caseOf, jsonValue } from '../expect/answer.ts';
import { ownRows } from '../expect/own-rows.ts';
import { hasKey, isList, isPost, meaningOf } from '../expect/picks.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { type Answer, type Exchange, isAnswer, statusOf } from '../model/exchange.ts';
import type { Mismatch } from '../model/finding.ts';
import type { Residue } from '../model/report.ts';
import { createLetIn } from './let-in.ts';
import { type Created, rowProblem } from './listed-row.ts';
import type { Looked, Trouble } from './looked.ts';
import { createMarkFinder } from './marks.ts';
import { acceptedResidue, unexpectedResidue } from './residue.ts';
import { type Sent, sentBy } from './sent.ts';
import { createSentTexts, type SentTexts } from './sent-texts.ts';
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
  /** The row of the first body that may have been stored though it should have been refused, or though nothing is stated about it. */
  letIn(): string | undefined;
  /** When the newest 2xx to a POST was read, in ms of the monotonic clock. */
  lastCreation(): number | undefined;
  residue(): Residue[];
  /** The request before this one that sent a text which came back in its answer, though it did not send it. */
  readonly senderOf: SentTexts['senderOf'];
}

/** A new category may take this long to show in the list (reading 6), in milliseconds. */
export const listingDelayMs = 2_000;

/** Of so many POSTs the whole exchange is kept, the first: what stores bodies by mistake does so among these. */
const mostShown = 1_000;

/** So many rows of a list are shown as evidence. */
const mostRowsShown = 3;

/** `runMark` is what all names of the run begin with: by them the lists are searched. */
export function createCreations(runMark: string): Creations {
  const marks = createMarkFinder(runMark);
  const created: Created[] = [];
  const confirmed = new Set<Created>();
  const missing = new Set<Created>();
  const troubled = new Set<Created>();
  /** What was answered 400 or 401, by the name of the run in it. */
  const refused = new Map<string, Sent>();
  const residue: Residue[] = [];
  /** Every POST with a name of the run in it, by that name, until what it left behind is known. */
  const unsettled = new Map<string, Sent>();
  const texts = createSentTexts();
  const letIn = createLetIn(marks);
  const ids = createUniqueIds();
  const complete: Trouble[] = [];
  const nothingStored: Trouble[] = [];
  let lastCreation: number | undefined;

  return {
    step(exchange) {
      if (isList(exchange)) return look(exchange);
      texts.step(exchange);
      if (!isPost(exchange)) return;
      letIn.posted(exchange);
      const status = statusOf(exchange);
      for (const name of marksIn(exchange.request.mark ?? '')) {
        const sent = sentBy(exchange, unsettled.size < mostShown);
        unsettled.set(name, sent);
        if (status === 400 || status === 401) refused.set(name, sent);
      }
      if (!isAnswer(exchange) || status === undefined) return;
      if (status >= 200 && status < 300) {
        lastCreation = exchange.readAt;
        note(exchange);
      }
    },
    awaited: () => [...missing].some((one) => !confirmed.has(one)),
    complete: () => ({
      exercised: confirmed.size + complete.length,
      troubles: complete,
      kept: [...confirmed].filter((one) => !troubled.has(one)).map(({ exchange }) => caseOf(exchange)),
    }),
    nothingStored: () => {
      const searched = [...refused.values()].filter((sent) => sent.searched);
      const kept = searched.filter(({ stored }) => !stored).map(({ instance }) => instance);
      return { exercised: searched.length, troubles: nothingStored, kept };
    },
    uniqueIds: ids.looked,
    isConsequence: letIn.isConsequence,
    letIn: letIn.row,
    lastCreation: () => lastCreation,
    residue: () => residue,
    senderOf: texts.senderOf,
  };

  function note(exchange: Answer): void {
    const value = jsonValue(exchange);
    const category = isObject(value) ? value : undefined;
    const left = acceptedResidue(exchange, category);
    residue.push(left);
    for (const mark of [...marksIn(left.name), ...marksIn(exchange.request.mark ?? '')])
      unsettled.delete(mark);
    letIn.accepted(exchange, category);
    if (category === undefined) return;
    const { id, name, description } = category;
    if (typeof id !== 'bigint') return;
    if (meaningOf(exchange).kind !== 'valid' || !hasKey(exchange)) return;
    ids.created(exchange, id);
    if (typeof name !== 'string' || statusOf(exchange) !== 201) return;
    created.push({ exchange, id, name, ...(typeof description === 'string' ? { description } : {}) });
  }

  function look(list: Answer): void {
    const value = jsonValue(list);
    if (!Array.isArray(value)) return;
    const elements = value.filter(isObject);
    ids.listed(list, elements);
    lookForCreated(list, elements);
    lookForRefused(list, elements);
  }

  function lookForCreated(list: Answer, elements: readonly JsonObject[]): void {
    if (created.length === 0) return;
    // Of what was created alone: a list may hold a million others.
    const byName = new Map(created.map(({ name }): [JsonValue, JsonObject[]] => [name, []]));
    const byId = new Map(created.map(({ id }): [JsonValue, JsonObject[]] => [id, []]));
    for (const element of elements) {
      byName.get(element['name'] ?? null)?.push(element);
      byId.get(element['id'] ?? null)?.push(element);
    }
    for (const one of created) {
      if (one.exchange.readAt > list.sentAt) continue;
      // A body that was let in may have taken the name of what was created.
      const named = (byName.get(one.name) ?? []).filter(({ id }) => id === one.id || !letIn.hasId(id));
      const rows = named.length > 0 ? named : (byId.get(one.id) ?? []);
      const problem = rowProblem(one, rows);
      if (problem === undefined) {
        confirmed.add(one);
        continue;
      }
      if (rows.length === 0) missing.add(one);
      if (rows.length === 0 && list.sentAt - one.exchange.readAt < listingDelayMs) continue;
      troubled.add(one);
      if (complete.length < 100)
        complete.push({ exchange: list, ...problem, comparedWith: one.exchange, ...evidence(rows) });
    }
  }

  /** Names of the run in the list, with the rows that hold them. */
  function rowsByMark(elements: readonly JsonObject[]): Map<string, JsonObject[]> {
    const rows = new Map<string, JsonObject[]>();
    const found = new Set<string>();
    for (const element of elements) {
      marks.collect(element, found);
      for (const mark of found) {
        const known = rows.get(mark);
        if (known === undefined) rows.set(mark, [element]);
        else known.push(element);
      }
      found.clear();
    }
    return rows;
  }

  function lookForRefused(list: Answer, elements: readonly JsonObject[]): void {
    if (unsettled.size === 0) return;
    const rows = rowsByMark(elements);
    for (const [mark, { status, readAt }] of unsettled) {
      if (readAt > list.sentAt) continue;
      const shown = rows.get(mark) ?? [];
      if (shown.length > 0) unsettled.delete(mark);
      residue.push(...shown.map((row) => unexpectedResidue(status, mark, row)));
    }
    for (const [name, sent] of refused) {
      if (sent.readAt > list.sentAt) continue;
      sent.searched = true;
      const shown = rows.get(name);
      if (shown === undefined || sent.stored) continue;
      sent.stored = true;
      const { status, exchange = list } = sent;
      const cause = `what was answered ${status} is stored`;
      const isFirst = !nothingStored.some((one) => one.cause === cause);
      nothingStored.push({
        exchange,
        expected: `a body that was answered ${status} is not in the list`,
        received: 'the list shows it afterwards',
        cause,
        instance: sent.instance,
        // Of the lists one is enough for each cause: they may be large.
        ...(isFirst && exchange !== list ? { comparedWith: list } : {}),
        ...evidence(shown),
      });
    }
  }

  function marksIn(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    marks.collect(text, found);
    return found;
  }

  function evidence(rows: readonly JsonObject[]): Pick<Mismatch, 'listed'> {
    const own = ownRows(rows.slice(0, mostRowsShown), runMark);
    return own.length === 0 ? {} : { listed: own.join(', ') };
  }
}
