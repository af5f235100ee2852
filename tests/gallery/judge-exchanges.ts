import type { Settings } from '../../src/config/settings.ts';
import { openEvaluation } from '../../src/engine/evaluation.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { Report } from '../../src/report/model/report.ts';
import { createRedactor } from '../../src/report/record/redact.ts';

/** Judges exchanges in order, as if a run had sent them, and returns the report. Sends nothing. */
export function judgeExchanges(settings: Settings, exchanges: readonly Exchange[]): Report {
  const opened = openEvaluation(settings, select(catalogueOf(), settings), {
    recorder: {
      base: new URL(settings.baseUrl),
      userAgent: 'kit',
      extraHeaders: settings.headers,
      redact: createRedactor({ key: settings.key }),
      runMark: 'kitqzabcde',
      startedAt: 0,
    },
    startedAt: new Date(0),
    proofSkipped: () => undefined,
    postLeftOut: () => undefined,
    hasUserCode: false,
  });
  opened.startJudging();
  for (const exchange of exchanges) {
    opened.readings.see(exchange);
    opened.see(exchange);
  }
  return opened.close({
    finishedAt: new Date(1_000),
    durationMs: 1_000,
    interrupted: false,
    sent: { creates: 0, retried: 0 },
    tries: new Map(),
    plan: { checks: 1, withKey: 1, withoutKey: 0, creates: 0, invalidBodies: 0, atMost: 1 },
    waits: [],
  });
}
