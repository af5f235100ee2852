import { type Exchange, isAnswer } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import type { TimelineRow } from '../report/model/report.ts';
import { momentOf, quotaOf } from './quota.ts';

/** So many rows of the beginning and of the end are kept: memory stays flat over long runs. */
const keptAtEachEnd = 300;
const rowsOfProof = 8;
/** Bounds the memory alone: it is shortened for people when it has been redacted, for half a key is not known as one. */
const mostOfRetryAfter = 2_000;

/**
 * The limiter as it showed itself, answer by answer: the picture of a run, and what its findings are proven by.
 * `startedAt` is the start of the run in ms of the monotonic clock.
 */
export function createTimeline(startedAt: number) {
  const first: TimelineRow[] = [];
  const last: TimelineRow[] = [];
  let leftOut = 0;

  return {
    see(exchange: Exchange): void {
      const row = rowOf(exchange, startedAt);
      if (first.length < keptAtEachEnd) {
        first.push(row);
        return;
      }
      last.push(row);
      if (last.length > keptAtEachEnd) {
        last.shift();
        leftOut++;
      }
    },
    /** The rows that were kept, in the order the requests were sent, and how many between them were not. */
    rows: () => ({ rows: [...first, ...last].sort((a, b) => a.id - b.id), leftOut }),
    /** The last few rows of the same operation and key up to this exchange. */
    upTo(exchange: Exchange): readonly TimelineRow[] {
      const { operation } = exchange.request;
      return [...first, ...last]
        .filter((row) => row.id <= exchange.id && row.operation === operation && row.withKey)
        .sort((a, b) => a.id - b.id)
        .slice(-rowsOfProof);
    },
  };
}

/** Filled field by field: spreading takes several times as long, and a row is made of every answer. */
function rowOf(exchange: Exchange, startedAt: number): TimelineRow {
  const row: Writable<TimelineRow> = {
    id: exchange.id,
    atMs: Math.round(exchange.sentAt - startedAt),
    readMs: Math.round(exchange.headAt - startedAt),
    operation: exchange.request.operation,
    withKey: exchange.credential === 'valid',
  };
  if (!isAnswer(exchange)) return row;
  const { status, headers } = exchange.outcome.response;
  const { limit, remaining, reset } = quotaOf(exchange);
  const [retryAfter] = fieldLines(headers, 'retry-after');
  row.status = status;
  if (limit !== undefined) row.limit = limit;
  if (remaining !== undefined) row.remaining = remaining;
  if (reset !== undefined) {
    row.reset = reset;
    row.resetIn = tenths(reset - momentOf(exchange).seconds);
  }
  if (retryAfter !== undefined) row.retryAfter = retryAfter.slice(0, mostOfRetryAfter);
  return row;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
