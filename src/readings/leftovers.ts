import { caseOf, causeOf } from '../exchange/answer.ts';
import { type Exchange, isServed, type Presentation, statusOf } from '../exchange/exchange.ts';
import { hasKey, isPost, meaningOf } from '../exchange/picks.ts';
import type { Rows } from '../exchange/rows.ts';
import { isObject, type JsonObject } from '../json/read.ts';
import type { Residue } from '../report/model/report.ts';
import { traitsOf } from '../spec/ledger.ts';
import { definedOnly } from '../text/defined-only.ts';
import { pushUpTo } from './bounded.ts';
import { categoryIn, rowsIn, showsCategory } from './created.ts';
import type { BrokenList } from './list-health.ts';
import { listedEvidence, type Trouble } from './listed.ts';
import type { MarkFinder } from './origins.ts';

/** What is known of a name under which something was sent. */
interface Sent {
  /** Undefined where it was not answered. */
  readonly status: number | undefined;
  /** What was sent, by name. */
  readonly instance: string;
  readonly readAt: number;
  /** Only of the first ones: what was stored later is shown by the list that holds it. */
  readonly exchange: Exchange | undefined;
  /** Accepted once: that lists show it is no news, whatever else is sent under it. */
  isAccepted: boolean;
  /** An answer or a list told of what bears this name. */
  isTold: boolean;
  /** Refused, and stored all the same. */
  isStored: boolean;
  /** Answered 2xx without a category: left over only if a list shows it. */
  unshown: Residue | undefined;
}

/** Of so many names it is known what was sent under them: a run of 2,000 bodies sends fewer. */
const mostNames = 5_000;
/** Of so many POSTs the whole exchange is kept, the first: what stores bodies by mistake does so among these. */
const mostExchanges = 1_000;
/** A list may hold one name very often: so many of its rows are told of. */
const mostRowsOfName = 1_000;
/** No run creates more. */
const mostLeftovers = 10_000;

/**
 * What the run left behind: what was accepted, and what the lists show that was not accepted (`invalid.nothing-stored`).
 * `runMark` is what all names of the run begin with; `marksIn` finds them.
 */
export function createLeftovers(runMark: string, marksIn: MarkFinder) {
  const names = new Map<string, Sent>();
  const residue: Residue[] = [];
  const troubles: Trouble[] = [];
  let exchangesKept = 0;
  let searchedTo = Number.NEGATIVE_INFINITY;

  return {
    see(exchange: Exchange): void {
      if (isPost(exchange)) {
        for (const name of marksIn(exchange.request.mark ?? '')) ended(name, exchange);
        if (isServed(exchange)) accepted(exchange);
        return;
      }
      const rows = rowsIn(exchange);
      if (rows !== undefined) look(exchange, rows);
    },
    residue: (): readonly Residue[] => residue,
    /** Whether the lists show what was refused: how many were looked for, and the cases in which none did. */
    result() {
      const refused = [...names.values()].filter(
        (sent) => isRefused(sent) && !sent.isAccepted && sent.readAt <= searchedTo,
      );
      const kept = refused.filter(({ isStored }) => !isStored).map(({ instance }) => instance);
      return { exercised: refused.length, troubles, kept };
    },
  };

  /** A POST with this name in it has ended, whatever came back. */
  function ended(name: string, exchange: Exchange): void {
    const known = names.get(name);
    if (known === undefined && names.size >= mostNames) return;
    const keeps = known?.exchange !== undefined || exchangesKept < mostExchanges;
    if (keeps && known?.exchange === undefined) exchangesKept++;
    names.set(name, {
      status: statusOf(exchange),
      instance: caseOf(exchange),
      readAt: exchange.readAt,
      exchange: keeps ? exchange : undefined,
      // What was known of an earlier body under this name tells nothing of this one, but that it may be listed.
      isAccepted: known?.isAccepted ?? false,
      isTold: false,
      isStored: false,
      unshown: known?.unshown,
    });
  }

  function accepted(exchange: Exchange): void {
    const category = categoryIn(exchange);
    const left = acceptedResidue(exchange, category);
    const isShown = showsCategory(category);
    if (isShown) pushUpTo(residue, left, mostLeftovers);
    for (const name of marksIn(left.name)) {
      const sent = names.get(name);
      if (sent !== undefined) sent.isTold = true;
    }
    for (const name of marksIn(exchange.request.mark ?? '')) {
      const sent = names.get(name);
      if (sent === undefined) continue;
      if (sent.exchange !== undefined) exchangesKept--;
      names.set(name, {
        ...sent,
        exchange: undefined,
        isAccepted: true,
        unshown: isShown ? sent.unshown : left,
      });
    }
  }

  function look(list: Exchange, all: Rows): void {
    searchedTo = Math.max(searchedTo, list.sentAt);
    if (names.size === 0) return;
    // Two reports of one target have to be the same, in whatever order it lists.
    const found = [...rowsByName(all)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, rows] of found) {
      const sent = names.get(name);
      if (sent === undefined) continue;
      const [row] = rows;
      if (sent.unshown !== undefined) pushUpTo(residue, { ...idOf(row), ...sent.unshown }, mostLeftovers);
      sent.unshown = undefined;
      if (!sent.isAccepted && sent.readAt <= list.sentAt) seeShown(name, sent, rows, list);
    }
  }

  /** A list shows what was sent under this name and was not accepted. */
  function seeShown(name: string, sent: Sent, rows: readonly JsonObject[], list: Exchange): void {
    const { status, instance, exchange = list } = sent;
    if (!sent.isTold)
      for (const row of rows) pushUpTo(residue, unexpectedResidue(status, name, row), mostLeftovers);
    sent.isTold = true;
    if (!isRefused(sent) || sent.isStored) return;
    sent.isStored = true;
    const cause = `what was answered ${status} is stored`;
    // Of the lists one is enough for each cause: they may be large.
    const isCompared = exchange !== list && !troubles.some((one) => one.cause === cause);
    troubles.push({
      exchange,
      expected: `a body that was answered ${status} is not in the list`,
      received: 'the list shows it afterwards',
      cause,
      instance,
      ...definedOnly({ comparedWith: isCompared ? list : undefined }),
      ...listedEvidence(rows, runMark),
    });
  }

  /** Names in the list under which something was sent, with the rows that hold them. */
  function rowsByName(all: Rows): Map<string, JsonObject[]> {
    const rows = new Map<string, JsonObject[]>();
    for (const element of all.marked()) {
      if (!isObject(element)) continue;
      for (const name of marksIn(element)) {
        if (!names.has(name)) continue;
        const known = rows.get(name);
        if (known === undefined) rows.set(name, [element]);
        else pushUpTo(known, element, mostRowsOfName);
      }
    }
    return rows;
  }
}

function isRefused({ status }: Sent): boolean {
  return status === 400 || status === 401;
}

/** What a creation left behind that was answered 2xx; `category` is the object of the answer, where it is one. */
function acceptedResidue(exchange: Exchange, category: JsonObject | undefined): Residue {
  const name = category?.['name'];
  return {
    ...idOf(category),
    name: typeof name === 'string' ? name : (exchange.request.mark ?? ''),
    ...causeOfResidue(exchange),
  };
}

/** What a request left behind that was not answered 2xx, though a list shows it under its mark: its row there. */
function unexpectedResidue(status: number | undefined, mark: string, row: JsonObject): Residue {
  const { name } = row;
  const refused = status === 401 ? 'accepted without a key' : 'accepted though invalid';
  return {
    ...idOf(row),
    name: typeof name === 'string' ? name : mark,
    cause: status === 400 || status === 401 ? refused : 'created',
    how: `${status === undefined ? 'not answered' : `answered ${status}`}, and stored all the same`,
  };
}

/** What may be stored beside what was answered 2xx: the list that would show it is broken. */
export function possibleResidue(broken: BrokenList | undefined): Residue[] {
  return (broken?.candidates ?? [])
    .filter((exchange) => !isServed(exchange) || !showsCategory(categoryIn(exchange)))
    .map((exchange) => ({
      name: exchange.request.mark ?? '',
      cause: isToBeRefused(exchange) ? 'accepted though invalid' : 'created',
      how: `${causeOf(exchange)}: it may be stored, and the broken list cannot show it`,
    }));
}

/** Whether the body is one that must be refused. */
function isToBeRefused(exchange: Exchange): boolean {
  const meaning = meaningOf(exchange);
  return meaning.kind === 'violates' && !traitsOf(meaning.requirement).mayBeAccepted;
}

/** The id of a category as it is told, where it has one. */
function idOf(category: JsonObject | undefined): Pick<Residue, 'id'> {
  const id = category?.['id'];
  return typeof id === 'bigint' ? { id: String(id) } : {};
}

function causeOfResidue(exchange: Exchange): Pick<Residue, 'cause' | 'how'> {
  if (!hasKey(exchange) && exchange.credential !== 'valid') {
    const how = withoutBearer[exchange.request.presentation];
    return { cause: 'accepted without a key', ...definedOnly({ how }) };
  }
  return { cause: isToBeRefused(exchange) ? 'accepted though invalid' : 'created' };
}

/** How something was presented that is not the key as a bearer token. */
const withoutBearer: Readonly<Partial<Record<Presentation, string>>> = {
  'scheme-missing': 'accepted with the key not as a bearer token',
  'scheme-basic': 'accepted with the key not as a bearer token',
  'scheme-basic-encoded': 'accepted with the key not as a bearer token',
  'unknown-key': 'accepted with another key',
  'key-cut': 'accepted with a part of the key',
  'key-extended': 'accepted with the key and one letter more',
  'key-other-case': 'accepted with the key in the other case',
  'key-empty': 'accepted with an empty key',
};
