import type { Check, Suite } from '../../src/checks/vocabulary.ts';
import { createExecutor } from '../../src/engine/execute.ts';
import { createJudge } from '../../src/engine/judge.ts';
import type { Queue } from '../../src/engine/pacing/queue.ts';
import { occurrencesWords } from '../../src/engine/tally.ts';
import type { Exchange, HttpRequest } from '../../src/exchange/exchange.ts';
import type { Mismatch } from '../../src/exchange/finding.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { definedOnly } from '../../src/text/defined-only.ts';
import { freshReadings } from '../support/readings.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';
import { type Known, observationOf } from './judged.ts';

/** Returns the response of a server to a request. */
export type Serve = (request: HttpRequest, purpose: string) => Partial<ResponseParts> | 'cut';

interface Checked {
  /** "met", "expected …, received …: cause", or "not judged: reason". */
  readonly judgment: string;
  readonly sent: readonly Exchange[];
  /** Waits in milliseconds, with reasons. */
  readonly waits: readonly (readonly [ms: number, reason: string])[];
  /** The observation next to a pass. */
  readonly seen: string | undefined;
  /** The cases of the finding. */
  readonly instances: readonly string[];
  readonly mismatches: readonly Mismatch[];
}

/** Differences from a fresh run. */
export interface Otherwise {
  readonly random?: () => number;
  readonly readings?: Known;
  /** Exchanges before the check. */
  readonly before?: readonly Exchange[];
  /** How many requests may be added to follow others on their connections; otherwise none follows another. */
  readonly spare?: number;
}

/** Runs one check of a suite with a request each second and a response a tenth of a second later. */
export async function checked(
  { checks }: Suite,
  title: string,
  serve: Serve,
  { random = () => 0.5, readings: known = {}, before = [], spare }: Otherwise = {},
): Promise<Checked> {
  const check = checks.find((one): one is Check => one.kind === 'check' && one.title === title);
  if (check === undefined) throw new Error(`there is no check "${title}"`);
  const fresh = freshReadings();
  const readings = { ...fresh, ...known } as Readings;
  const judge = createJudge([], readings, () => {});
  const sent: Exchange[] = [];
  const waits: (readonly [number, string])[] = [];
  let now = 0;
  const see = (exchange: Exchange) => {
    fresh.see(exchange);
    now = exchange.readAt;
  };
  for (const exchange of before) see(exchange);
  const queue: Pick<Queue, 'send' | 'sleep'> = {
    async send({ make, purpose, sentFor, own }) {
      const request = make(1);
      const at = Math.ceil(now / 1000);
      const reply = serve(request, purpose);
      const exchange = reply === 'cut' ? cutOff(at) : responded({ at, ...reply });
      const whole: Exchange = {
        ...{ ...exchange, request, purpose, sentFor, attempt: reply === 'cut' ? 2 : 1 },
        ...definedOnly({
          // The connection of the lists has no number.
          connection: own && (Number(own.id) || 0),
        }),
      };
      sent.push(whole);
      see(whole);
      return whole;
    },
    async sleep(ms, reason) {
      waits.push([ms, reason]);
      now += ms;
    },
  };
  const names = 'abcdefghij'.split('').map((letter) => `kit${letter.repeat(4)}`);
  const executor = createExecutor({
    queue: queue as Queue,
    judge,
    readings,
    name: () => names.shift() ?? 'kitzzzz',
    random: () => random,
    monotonic: () => now,
    timeoutMs: 10_000,
  });
  if (spare !== undefined) executor.expect([check], spare);
  await executor.run(check);
  const causes = [...judge.tally(check.requirement).causes.values()];
  const instances = causes.flatMap((cause) => [...cause.instances]);
  const mismatches = causes.map(({ mismatch }) => mismatch);
  const seen = occurrencesWords(judge.tally(check.requirement));
  return { judgment: observationOf(judge, check.requirement), sent, waits, seen, instances, mismatches };
}
