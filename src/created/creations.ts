import { jsonValue } from '../expect/answer.ts';
import { ownRows } from '../expect/own-rows.ts';
import { hasKey, isList, isPost, meaningOf } from '../expect/picks.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { type Answer, type Exchange, isAnswer, statusOf } from '../model/exchange.ts';
import type { Mismatch } from '../model/finding.ts';
import type { Residue } from '../model/report.ts';
import { type Created, rowProblem } from './listed-row.ts';
import { createMarkFinder } from './marks.ts';
import { acceptedResidue, isToBeRefused, unexpectedResidue } from './residue.ts';
import { createSentTexts, type SentTexts } from './sent-texts.ts';

export interface Trouble extends Mismatch {
  readonly exchange: Exchange;
  /** What was sent, by name. */
  readonly instance?: string;
}

/** What the lists showed. */
export interface Looked {
  readonly exercised: number;
  readonly troubles: readonly Trouble[];
  /** What was sent where all was right, by name. */
  readonly kept: readonly string[];
}

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

/** So many rows of a list are shown as evidence. */
const mostRowsShown = 3;

export function createCreations(runMark: string): Creations {
  const marks = createMarkFinder(runMark);
  const created: Created[] = [];
  const confirmed = new Set<Created>();
  const missing = new Set<Created>();
  const troubled = new Set<Created>();
  const refused = new Map<string, Exchange>();
  const stored = new Set<string>();
  const searched = new Set<string>();
  const ids = new Map<bigint, Exchange>();
  const residue: Residue[] = [];
  /** Every POST with a name of the run in it, by that name, until what it left behind is known. */
  const unsettled = new Map<string, Exchange>();
  const texts = createSentTexts();
  const tainted = { ids: new Set<bigint>(), marks: new Set<string>(), unknown: 0 };
  let letIn: string | undefined;
  const complete: Trouble[] = [];
  const unique: Trouble[] = [];
  const nothingStored: Trouble[] = [];
  let checkedIds = 0;
  let lastCreation: number | undefined;
  let newestList: { readonly exchange: Answer; readonly ids: BigInt64Array } | undefined;

  return {
    step(exchange) {
      if (isList(exchange)) return look(exchange);
      texts.step(exchange);
      if (isPost(exchange)) suspect(exchange);
      if (isPost(exchange) && exchange.request.mark !== undefined)
        for (const mark of marksIn(exchange.request.mark)) unsettled.set(mark, exchange);
      if (!isPost(exchange) || !isAnswer(exchange)) return;
      const status = statusOf(exchange) ?? 0;
      const { mark } = exchange.request;
      if (mark !== undefined && (status === 400 || status === 401)) refused.set(mark, exchange);
      if (status >= 200 && status < 300) {
        lastCreation = exchange.readAt;
        note(exchange);
      }
    },
    awaited: () => [...missing].some((one) => !confirmed.has(one)),
    complete: () => ({
      exercised: confirmed.size + complete.length,
      troubles: complete,
      kept: [...confirmed].filter((one) => !troubled.has(one)).flatMap(({ exchange }) => caseOf(exchange)),
    }),
    nothingStored: () => ({
      exercised: searched.size,
      troubles: nothingStored,
      kept: [...searched].filter((mark) => !stored.has(mark)).flatMap((mark) => caseOf(refused.get(mark))),
    }),
    uniqueIds: () => ({ exercised: checkedIds, troubles: unique }),
    isConsequence(element) {
      if (tainted.unknown > 0) return true;
      if (typeof element['id'] === 'bigint' && tainted.ids.has(element['id'])) return true;
      if (tainted.marks.size === 0) return false;
      const found = new Set<string>();
      marks.collect(element, found);
      return [...found].some((mark) => tainted.marks.has(mark));
    },
    letIn: () => letIn,
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
    taint(exchange, category);
    if (category === undefined) return;
    const { id, name, description } = category;
    if (typeof id !== 'bigint') return;
    if (meaningOf(exchange).kind !== 'valid' || !hasKey(exchange)) return;
    checkId(exchange, id);
    if (typeof name !== 'string' || statusOf(exchange) !== 201) return;
    const mark = exchange.request.mark ?? name;
    created.push({
      exchange,
      mark,
      id,
      name,
      ...(typeof description === 'string' ? { description } : {}),
    });
  }

  /** Remembers what a faulty server may now show in its lists: the cause is blamed, not the consequence. */
  function taint(exchange: Answer, category: JsonObject | undefined): void {
    const meaning = meaningOf(exchange);
    if (meaning.kind === 'valid') return;
    if (meaning.kind === 'violates' && isToBeRefused(exchange)) letIn ??= meaning.requirement;
    const { mark } = exchange.request;
    const id = category?.['id'];
    if (typeof id === 'bigint') tainted.ids.add(id);
    if (mark !== undefined) tainted.marks.add(mark);
    if (typeof id !== 'bigint' && mark === undefined) tainted.unknown++;
  }

  /** What is unstated may be stored whatever came back, a refusal apart. */
  function suspect(exchange: Exchange): void {
    const status = statusOf(exchange);
    if (!unstatedRows.includes(exchange.sentFor) || (status !== undefined && status >= 400 && status < 500))
      return;
    letIn ??= exchange.sentFor;
    const { mark } = exchange.request;
    if (mark !== undefined) tainted.marks.add(mark);
  }

  function checkId(exchange: Answer, id: bigint): void {
    checkedIds++;
    const twice = ids.get(id);
    if (twice !== undefined && twice !== exchange) {
      unique.push({
        exchange,
        expected: 'an id that no other creation got',
        received: `id ${id}, as the creation before it`,
        cause: 'two creations get the same id',
        comparedWith: twice,
      });
    } else if (
      newestList !== undefined &&
      newestList.exchange.readAt <= exchange.sentAt &&
      newestList.ids.includes(id)
    ) {
      unique.push({
        exchange,
        expected: 'an id that the list did not hold before',
        received: `id ${id}, which the list held before the creation`,
        cause: 'a creation gets an id that was in use',
        comparedWith: newestList.exchange,
      });
    }
    ids.set(id, exchange);
  }

  function look(list: Answer): void {
    const value = jsonValue(list);
    if (!Array.isArray(value)) return;
    const elements = value.filter(isObject);
    newestList = { exchange: list, ids: idsOf(elements) };
    lookForCreated(list, elements);
    lookForRefused(list, elements);
  }

  function lookForCreated(list: Answer, elements: readonly JsonObject[]): void {
    if (created.length === 0) return;
    // Of what was created alone: a list may hold a million others.
    const byName = new Map(created.map(({ name }): [string, JsonObject[]] => [name, []]));
    const byId = new Map(created.map(({ id }): [bigint, JsonObject | undefined] => [id, undefined]));
    for (const element of elements) {
      const { id, name } = element;
      if (typeof id === 'bigint' && byId.has(id)) byId.set(id, element);
      if (typeof name === 'string') byName.get(name)?.push(element);
    }
    for (const one of created) {
      if (one.exchange.readAt > list.sentAt) continue;
      const named = (byName.get(one.name) ?? []).filter(({ id }) => !isLetIn(id, one));
      const known = byId.get(one.id);
      const rows = named.length > 0 ? named : known === undefined ? [] : [known];
      const problem = rowProblem(one, rows);
      if (problem === undefined) {
        if (rows.length > 0) confirmed.add(one);
        continue;
      }
      if (rows.length === 0) missing.add(one);
      if (rows.length === 0 && list.sentAt - one.exchange.readAt < listingDelayMs) continue;
      troubled.add(one);
      if (complete.length < 100)
        complete.push({ exchange: list, ...problem, comparedWith: one.exchange, ...evidence(rows) });
    }
  }

  /** Whether an id is of a body that was accepted by mistake, and may have taken the name of what was created. */
  function isLetIn(id: JsonValue | undefined, { id: own }: Created): boolean {
    return typeof id === 'bigint' && id !== own && tainted.ids.has(id);
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
    for (const [mark, exchange] of unsettled) {
      if (exchange.readAt > list.sentAt) continue;
      const shown = rows.get(mark) ?? [];
      if (shown.length > 0) unsettled.delete(mark);
      residue.push(...shown.map((row) => unexpectedResidue(exchange, row)));
    }
    for (const [mark, exchange] of refused) {
      if (exchange.readAt > list.sentAt) continue;
      searched.add(mark);
      const shown = rows.get(mark);
      if (shown === undefined || stored.has(mark)) continue;
      stored.add(mark);
      const status = statusOf(exchange);
      const cause = `what was answered ${status} is stored`;
      const [instance] = caseOf(exchange);
      nothingStored.push({
        exchange,
        expected: `a body that was answered ${status} is not in the list`,
        received: 'the list shows it afterwards',
        cause,
        ...(instance === undefined ? {} : { instance }),
        // Of the lists one is enough for each cause: they may be large.
        ...(nothingStored.some((one) => one.cause === cause) ? {} : { comparedWith: list }),
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

/** What was sent in a request, as its case is named beside a finding. */
function caseOf(exchange: Exchange | undefined): string[] {
  return exchange === undefined ? [] : [exchange.request.drawn?.faultClass.fault ?? exchange.purpose];
}

/** The int64 ids of the elements, eight bytes each. */
function idsOf(elements: readonly JsonObject[]): BigInt64Array {
  const ids = new BigInt64Array(elements.length);
  let count = 0;
  for (const { id } of elements)
    if (typeof id === 'bigint' && BigInt.asIntN(64, id) === id) ids[count++] = id;
  return ids.subarray(0, count);
}

/** What bodies are sent for about which the specification says nothing. */
const unstatedRows: readonly string[] = ['invalid.unstated', 'invalid.either'];
