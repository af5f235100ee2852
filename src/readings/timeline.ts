import { type Exchange, hasResponse } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import type { TimelineRow } from '../report/model/report.ts';
import { definedOnly } from '../text/defined-only.ts';
import { momentOf, quotaOf } from './quota.ts';

/** How many rows a report shows from the start of a run, and how many from its end. */
const shownAtEachEnd = 300;
const rowsOfProof = 8;

/** Records the rate-limit headers of each response, for the chart of a run and as evidence of findings. */
export function createTimeline(startedAt: number) {
  const all: TimelineRow[] = [];
  const inOrder = () => all.toSorted((a, b) => a.id - b.id);

  return {
    see(exchange: Exchange): void {
      all.push(rowOf(exchange, startedAt));
    },
    /** The rows in the order in which they were sent, and how many in the middle are left out. */
    rows() {
      const leftOut = Math.max(0, all.length - 2 * shownAtEachEnd);
      return { rows: inOrder().toSpliced(shownAtEachEnd, leftOut), leftOut };
    },
    /** Returns the last few rows, up to this exchange, of requests to the same operation with the key. */
    upTo({ id, request: { operation } }: Exchange): readonly TimelineRow[] {
      return inOrder()
        .filter((row) => row.id <= id && row.operation === operation && row.withKey)
        .slice(-rowsOfProof);
    },
  };
}

/** Creates a row. */
function rowOf(exchange: Exchange, startedAt: number): TimelineRow {
  const row = {
    id: exchange.id,
    atMs: Math.round(exchange.sentAt - startedAt),
    readMs: Math.round(exchange.headAt - startedAt),
    operation: exchange.request.operation,
    withKey: exchange.validity === 'valid',
  };
  if (!hasResponse(exchange)) return row;
  const { status, headers } = exchange.outcome.response;
  const { limit, remaining, reset } = quotaOf(exchange);
  const [retryAfter] = fieldLines(headers, 'retry-after');
  const ahead = reset === undefined ? undefined : reset - momentOf(exchange).seconds;
  const resetIn = ahead === undefined ? undefined : Math.round(ahead * 10) / 10;
  return { ...row, ...definedOnly({ status, limit, remaining, reset, resetIn, retryAfter }) };
}
