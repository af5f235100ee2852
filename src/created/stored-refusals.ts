import type { Rows } from '../expect/rows.ts';
import { isObject, type JsonObject } from '../json/read.ts';
import type { Answer, Exchange } from '../model/exchange.ts';
import type { Residue } from '../model/report.ts';
import { listedEvidence } from './listed-evidence.ts';
import type { Looked, Trouble } from './looked.ts';
import type { MarkFinder } from './marks.ts';
import { unexpectedResidue } from './residue.ts';
import { createSentNames } from './sent-names.ts';

/** Whether the lists show what was not accepted: `invalid.nothing-stored`, and what is left behind by that. */
export interface StoredRefusals {
  /** A POST has ended, whatever came back. */
  posted(exchange: Exchange): void;
  /** That POST was accepted, and what came of it is called by this name. */
  accepted(exchange: Exchange, name: string): void;
  /** What a list shows that was not accepted and not told of before. */
  look(list: Answer, rows: Rows): readonly Residue[];
  looked(): Looked;
}

/** A list may hold one name very often: so many of its rows are told of. */
export const mostRowsOfMark = 1_000;

/** `runMark` is what all names of the run begin with; `marks` finds them. */
export function createStoredRefusals(runMark: string, marks: MarkFinder): StoredRefusals {
  const names = createSentNames();
  const troubles: Trouble[] = [];

  return {
    posted(exchange) {
      for (const name of marksIn(exchange.request.mark)) names.ended(name, exchange);
    },
    accepted(exchange, calledName) {
      for (const name of marksIn(calledName)) names.told(name);
      for (const name of marksIn(exchange.request.mark)) names.accepted(name);
    },
    look(list, all) {
      const left: Residue[] = [];
      names.searched(list.sentAt);
      if (!names.hasAny()) return left;
      // Two reports of one target have to be the same, in whatever order it lists.
      const found = [...rowsByMark(all)].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [mark, rows] of found) {
        const sent = names.shown(mark, list.sentAt);
        if (sent === undefined) continue;
        const { status, instance, exchange = list } = sent;
        if (sent.isLeft) left.push(...rows.map((row) => unexpectedResidue(status, mark, row)));
        if (!sent.isStored) continue;
        const cause = `what was answered ${status} is stored`;
        const isFirst = !troubles.some((one) => one.cause === cause);
        troubles.push({
          exchange,
          expected: `a body that was answered ${status} is not in the list`,
          received: 'the list shows it afterwards',
          cause,
          instance,
          // Of the lists one is enough for each cause: they may be large.
          ...(isFirst && exchange !== list ? { comparedWith: list } : {}),
          ...listedEvidence(rows, runMark),
        });
      }
      return left;
    },
    looked() {
      const { count, kept } = names.refused();
      return { exercised: count, troubles, kept };
    },
  };

  /** Names in the list under which something was sent, with the rows that hold them. */
  function rowsByMark(all: Rows): Map<string, JsonObject[]> {
    const rows = new Map<string, JsonObject[]>();
    const found = new Set<string>();
    for (const element of all.marked()) {
      if (!isObject(element)) continue;
      marks.collect(element, found);
      for (const mark of found) {
        if (!names.has(mark)) continue;
        const known = rows.get(mark);
        if (known === undefined) rows.set(mark, [element]);
        else if (known.length < mostRowsOfMark) known.push(element);
      }
      found.clear();
    }
    return rows;
  }

  function marksIn(text = ''): ReadonlySet<string> {
    const found = new Set<string>();
    marks.collect(text, found);
    return found;
  }
}
