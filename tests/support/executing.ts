import { createExecutor } from '../../src/engine/execute.ts';
import { createJudge } from '../../src/engine/judge.ts';
import type { Wanted } from '../../src/engine/pacing/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { customReason } from '../../src/spec/reasons.ts';
import { freshReadings } from './readings.ts';
import { responded } from './responses.ts';

export interface Executing {
  /** How many attempts each request takes. */
  readonly attempts?: 1 | 2;
  readonly respond?: (sent: Wanted, number: number) => Partial<Exchange>;
  readonly signal?: AbortSignal;
}

/** Creates an executor with a lane that only records the requests that are wanted. */
export function executing({ attempts = 1, respond = () => ({}), signal }: Executing = {}) {
  const readings = freshReadings();
  const judge = createJudge([], readings, () => {});
  const wanted: Wanted[] = [];
  const sleeps: (readonly [number, string])[] = [];
  const lane = {
    async send(one: Wanted): Promise<Exchange> {
      wanted.push(one);
      const number = wanted.length;
      let request = one.make(1);
      if (attempts === 2) request = one.make(2);
      return { ...responded({ at: number, request }), id: number, ...respond(one, number) };
    },
    sleep: async (ms: number, reason: string) => void sleeps.push([ms, reason]),
  } as unknown as Parameters<typeof createExecutor>[0]['lane'];
  const executor = createExecutor({
    lane,
    judge,
    readings,
    name: () => 'a-name',
    monotonic: () => 7,
    turn: 0,
    random: (title) => () => title.length,
    choose: () => 0,
    timeoutMs: 10_000,
    reasonOf: ({ message }) => customReason(message),
    ...(signal === undefined ? {} : { signal }),
  });
  const purposes = () => wanted.map(({ purpose }) => purpose);
  return { executor, judge, readings, wanted, sleeps, purposes };
}
