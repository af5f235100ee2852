import type { Exchange } from '../exchange/exchange.ts';
import type { RecordedExchange, Report } from '../report/model/report.ts';
import { type Recorder, recordExchange } from '../report/record/record.ts';

/** How many exchanges a report holds at most: with bodies at their cap, some 100 MB. */
const mostKept = 10_000;

/** Every exchange of a run as a record, for those who asked for them. */
export interface KeptExchanges {
  readonly see: (exchange: Exchange) => void;
  /** What a report says of them; undefined where nobody asked. */
  readonly kept: () => Report['exchanges'];
}

/** Records each exchange when it ends, so that nothing secret is kept even for a moment longer. */
export function createKeptExchanges(wanted: boolean, recorder: Recorder): KeptExchanges {
  if (!wanted) return { see: () => {}, kept: () => undefined };
  const kept: RecordedExchange[] = [];
  let leftOut = 0;
  return {
    see(exchange) {
      if (kept.length < mostKept) kept.push(recordExchange(exchange, recorder));
      else leftOut++;
    },
    kept: () => ({ kept: kept.sort((a, b) => a.id - b.id), leftOut }),
  };
}
