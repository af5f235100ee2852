import { type Exchange, hasResponse } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import type { TimelineRow } from '../report/model/report.ts';
import { pushNewest } from './bounds.ts';
import { momentOf, quotaOf } from './quota.ts';

/** How many rows of the start and of the end are kept, so that memory does not grow with the run. */
const keptAtEachEnd = 300;
const rowsOfProof = 8;
/** Bounds memory. The report shortens the value further, after it has redacted it. */
const maxRetryAfterLength = 2_000;

/** Records the rate-limit headers of each response, for the chart of a run and as evidence of findings. */
export function createTimeline(startedAt: number) {
  const first: TimelineRow[] = [];
  const last: TimelineRow[] = [];
  let seen = 0;
  const rows = () => [...first, ...last].sort((a, b) => a.id - b.id);

  return {
    see(exchange: Exchange): void {
      pushNewest(seen < keptAtEachEnd ? first : last, rowOf(exchange, startedAt), keptAtEachEnd);
      seen++;
    },
    /** The recorded rows in the order sent, and how many between them were left out. */
    rows: () => ({ rows: rows(), leftOut: Math.max(0, seen - 2 * keptAtEachEnd) }),
    /** The last few rows of the same operation with the key, up to this exchange. */
    upTo({ id, request: { operation } }: Exchange): readonly TimelineRow[] {
      return rows()
        .filter((row) => row.id <= id && row.operation === operation && row.withKey)
        .slice(-rowsOfProof);
    },
  };
}

/** Creates a row. It sets each field, because spreading takes several times as long. */
function rowOf(exchange: Exchange, startedAt: number): TimelineRow {
  const row: { -readonly [Key in keyof TimelineRow]: TimelineRow[Key] } = {
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
  row.status = status;
  if (limit !== undefined) row.limit = limit;
  if (remaining !== undefined) row.remaining = remaining;
  if (reset !== undefined) {
    row.reset = reset;
    row.resetIn = Math.round((reset - momentOf(exchange).seconds) * 10) / 10;
  }
  if (retryAfter !== undefined) row.retryAfter = retryAfter.slice(0, maxRetryAfterLength);
  return row;
}
