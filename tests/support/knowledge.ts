import { plainList, post } from '../../src/checks/requests.ts';
import { defaultSettings, type Settings } from '../../src/config/settings.ts';
import { createKnowledge } from '../../src/engine/pacing/knowledge.ts';
import type { QueueOptions } from '../../src/engine/pacing/queue.ts';
import type { Entry } from '../../src/engine/pacing/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { freshReadings } from './readings.ts';
import { type ResponseParts, responded, start } from './responses.ts';

/** A request to send, by default a plain list, and what happens to it, by default a 200. */
export interface Step extends Partial<ResponseParts> {
  readonly entry?: Partial<Entry>;
  readonly outcome?: Exchange['outcome'];
  readonly overLimit?: boolean;
}

export const toPost: Partial<Entry> = { request: post('{}') };

const never = (): never => {
  throw new Error('must not be called');
};

export function entryOf(also: Partial<Entry> = {}): Entry {
  const request = plainList();
  const wanted = { purpose: 'a test', sentFor: 'list.ok', priority: 1, make: never };
  return { ...wanted, request, order: 0, tries: 0, resolve: never, reject: never, ...also };
}

/** Creates the knowledge of a run, with a clock that is set in seconds. */
export function knowledgeOf(settings: Partial<Settings> = {}, options: Partial<QueueOptions> = {}) {
  const time = { seconds: 0 };
  const events: RunEvent[] = [];
  const knowledge = createKnowledge({
    client: { exchange: never, close: never },
    clock: {
      now: () => (start + time.seconds) * 1000,
      monotonic: () => time.seconds * 1000,
      sleep: never,
    },
    settings: { ...defaultSettings(), ...settings },
    ...{ exhaust: true, random: () => 0, onExchange: never, onFault: never },
    readings: freshReadings(),
    listen: (event) => events.push(event),
    ...options,
  });
  /** Sends requests one after another, a second apart; returns why the last one ends the run, if it does. */
  const send = (...steps: readonly Step[]) => {
    let end: ReturnType<typeof knowledge.learn>['end'];
    for (const { entry: also, outcome, overLimit = false, at = time.seconds, ...parts } of steps) {
      const entry = entryOf(also);
      const ticket = knowledge.sent(entry);
      const exchange = responded({ at, ...parts });
      const raw = { ...exchange, request: entry.request, overLimit, outcome: outcome ?? exchange.outcome };
      ({ end } = knowledge.learn(entry, raw, ticket));
      time.seconds++;
    }
    return end;
  };
  return { knowledge, time, events, send };
}
