import { capOn, jsonOf, placeOf } from '../exchange/answer.ts';
import { type Answer, type Exchange, isAnswer, isPassingFault, statusOf } from '../exchange/exchange.ts';
import { isCreation, isList, isNamedAnswer, isStatedError } from '../exchange/picks.ts';
import { isObject } from '../json/read.ts';
import { operationTitle } from '../spec/operations.ts';

/** How many requests were sent and how they were answered, in numbers for the report. */
export function createCounts() {
  const counts = { total: 0, withKey: 0, withoutKey: 0, answered429: 0 };
  return {
    see(exchange: Exchange): void {
      counts.total++;
      if (exchange.credential === 'valid') counts.withKey++;
      else counts.withoutKey++;
      if (statusOf(exchange) === 429) counts.answered429++;
    },
    counted: () => counts,
  };
}

const listsKept = 4;

/** The newest lists, the newest last. */
export function createLists() {
  const lists: Answer[] = [];
  return {
    see(exchange: Exchange): void {
      if (isList(exchange)) lists.push(exchange);
      if (lists.length > listsKept) lists.shift();
    },
    newest: (): readonly Answer[] => lists,
  };
}

/** A run has fewer requests that differ in what they are for. */
const mostRefused = 500;

/** The requirements whose GET failed in passing and was answered when sent again. */
export function createFlaky() {
  const flaky = new Set<string>();
  /** What GETs were for that were refused alone, and are sent again. */
  const refusedOnce = new Set<string>();
  return {
    see(exchange: Exchange): void {
      const { purpose, sentFor, attempt, concurrent } = exchange;
      if (exchange.request.method !== 'GET') return;
      if (isPassingFault(exchange)) {
        if (concurrent <= 1 && refusedOnce.size < mostRefused) refusedOnce.add(purpose);
      } else if (attempt === 2 || refusedOnce.delete(purpose)) flaky.add(sentFor);
    },
    requirements: (): ReadonlySet<string> => flaky,
  };
}

/** The first answer that a cap of the kit kept from being read, of those whose bodies the specification gives a shape. */
export function createUnread() {
  let unread: string | undefined;
  return {
    see(exchange: Exchange): void {
      if (unread !== undefined || !isAnswer(exchange)) return;
      const created = isCreation(exchange) && statusOf(exchange) === 201;
      if (!created && !isList(exchange) && !isStatedError(exchange)) return;
      const cap = capOn(exchange);
      if (cap !== undefined) unread = `${placeOf(exchange)} was not read to its end: ${cap}.`;
    },
    /** In a sentence: what it held was not judged. */
    why: (): string | undefined => unread,
  };
}

/** As much of a body is compared, in bytes; numbers and long hexadecimal ids in it may differ from answer to answer. */
const compared = 4_000;
const varying = /[0-9a-f]{8,}|\d+/gi;

/** Whether whatever is asked is answered with one 2xx that has nothing to do with it: empty, or some page (reading 15). */
export function createSameAnswer() {
  const operations = new Set<string>();
  let first: string | undefined;
  let differs = false;
  return {
    see(exchange: Exchange): void {
      if (differs || !isNamedAnswer(exchange)) return;
      const { status, body } = exchange.outcome.response;
      operations.add(exchange.request.operation);
      const text = Buffer.from(body.subarray(0, compared)).toString('latin1').replaceAll(varying, '');
      const answer = `${status} ${text}`;
      first ??= answer;
      differs = status < 200 || status > 299 || answer !== first || Array.isArray(jsonOf(exchange));
    },
    everywhere: () => !differs && operations.has('listCategories') && operations.has('createCategory'),
  };
}

/** The most different codes that are shown. */
const mostCodes = 16;

/** What `code` says in the stated errors: each value once, by status, how often it came and on which operations. */
export function createErrorCodes() {
  const codes = new Map<string, { count: number; readonly operations: Set<string> }>();
  let exercised = 0;
  return {
    see(exchange: Exchange): void {
      const value = isStatedError(exchange) ? jsonOf(exchange) : undefined;
      const code = isObject(value) ? value['code'] : undefined;
      if (typeof code !== 'string') return;
      exercised++;
      const text = `${statusOf(exchange)} ${code}`;
      const seen = codes.get(text) ?? { count: 0, operations: new Set() };
      if (!codes.has(text) && codes.size === mostCodes) return;
      codes.set(text, seen);
      seen.count++;
      seen.operations.add(operationTitle(exchange.request.operation));
    },
    met: () => ({ exercised, codes }),
  };
}
