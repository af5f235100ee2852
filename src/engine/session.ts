import { randomInt } from 'node:crypto';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { blamed, StrayFault } from '../checks/faults.ts';
import { plainList } from '../checks/requests.ts';
import { capsOf, type Settings } from '../config/settings.ts';
import { type Clock, systemClock } from '../exchange/clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type Client, type ClientOptions, createClient } from '../http/client.ts';
import { seedOf } from '../payloads/draw.ts';
import { createNames } from '../payloads/names.ts';
import { possibleResidue } from '../readings/leftovers.ts';
import type { Listener } from '../report/model/events.ts';
import type { Plan, Report } from '../report/model/report.ts';
import type { Recorder } from '../report/record/record.ts';
import { createRedactor } from '../report/record/redact.ts';
import { definedOnly } from '../text/defined-only.ts';
import { kit } from '../version.ts';
import { createExecutor } from './execute.ts';
import { createJudge } from './judge.ts';
import { createKeptExchanges } from './kept-exchanges.ts';
import { createQueue } from './pacing/queue.ts';
import { whyCutShort } from './preflight.ts';
import { createRandom } from './random.ts';
import { readingsOf } from './readings-of.ts';
import { buildReport, type Ended } from './report.ts';
import type { Selection } from './select.ts';

export interface RunContext {
  readonly clock?: Clock;
  readonly listen?: Listener;
  /** Aborting it ends the run: no request is sent any more, and the report says what is known. */
  readonly signal?: AbortSignal;
  /** Nothing is sent before so many milliseconds are over: the service asked for it while it was waited for. */
  readonly heldMs?: number;
  /** What the user added to the ledger and its checks. */
  readonly added?: readonly AddedChecks[];
  /** What opens the connections to the target; the network is used where it is left out. */
  readonly openDispatcher?: NonNullable<ClientOptions['openDispatcher']>;
}

/** What the session does not know of its own end. */
export interface Ending {
  readonly plan: Plan;
  readonly untestable?: string;
  /** A question to the user that goes with the verdict. */
  readonly doubt?: string;
  /** How many requests the search for a smaller body took, by `requirement cause`. */
  readonly tries: ReadonlyMap<string, number>;
}

/**
 * Puts together everything that one run works with: it begins with the first request and ends with a report. `settings`
 * are taken as checked, and the key goes to `settings.baseUrl` and nowhere else.
 */
export function openSession(settings: Settings, context: RunContext, selection: Selection) {
  const { clock = systemClock, signal } = context;
  const listen = guarded(context.listen, (error) => judge.kitFault('what listens to the run', error));
  const startedAt = new Date(clock.now());
  const startedMono = clock.monotonic();
  const names = createNames(() => randomInt(2 ** 32) / 2 ** 32);
  const headerValues = settings.headers.map(([, value]) => value);
  const redact = createRedactor({ key: settings.key, headerValues });
  const recorder: Recorder = {
    base: new URL(settings.baseUrl),
    userAgent: `${kit.name}/${kit.version} (run ${names.mark})`,
    ...definedOnly({ keyVariable: settings.keyVariable }),
    extraHeaders: settings.headers,
    redact,
    runMark: names.mark,
    startedAt: startedMono,
  };
  const freshReadings = () =>
    readingsOf(settings, {
      holdsKey: redact.holdsKey,
      proofLeftOut: () => queue.proofLeftOut(),
      runMark: names.mark,
      startedAt: startedMono,
    });
  const readings = freshReadings();
  const exchanges = createKeptExchanges(settings.keepExchanges ?? false, recorder);
  let unjudged: Exchange[] | undefined = [];
  const client = clientFor(settings, recorder, clock, context);
  const queue = createQueue({
    client,
    clock,
    concurrency: settings.concurrency,
    timeoutMs: settings.timeoutSeconds * 1000,
    maxRequests: settings.maxRequests,
    maxCreates: settings.maxCreates,
    createsKept: createsKeptFor(settings),
    maxWaitMs: settings.maxWaitSeconds * 1000,
    exhaust: selection.exhaust,
    reserve: settings.profile === 'gentle',
    random: createRandom(settings.seed + 1),
    readings,
    onExchange: (exchange) => {
      exchanges.see(exchange);
      if (unjudged === undefined) judge.see(exchange);
      else unjudged.push(exchange);
    },
    onFault: (error) => judge.kitFault('the queue', error),
    listen,
    plainList,
    ...definedOnly({ heldMs: context.heldMs, signal }),
  });
  const { catalogue } = selection;
  const judge = createJudge(catalogue.rules, readings, (id) => {
    const requirement = catalogue.requirements.find((row) => row.id === id);
    if (requirement?.level === 'required' && selection.notAsked(requirement) === undefined)
      listen({ type: 'failure', requirement: id });
  });
  const executor = createExecutor({
    queue,
    judge,
    readings,
    name: names.next,
    random: (title) => createRandom(seedOf({ id: title }, settings.seed)),
    monotonic: () => clock.monotonic(),
    ...definedOnly({ signal }),
  });

  return {
    names,
    queue,
    judge,
    executor,
    readings,
    listen,
    /** Shows the exchanges so far to the judge, and all that follow: until then nothing is judged (reading 15). */
    startJudging(): void {
      for (const exchange of unjudged ?? []) judge.see(exchange);
      unjudged = undefined;
    },
    /** Closes the connections, ends the rules and puts the report together. */
    async finish({ plan, untestable, doubt, tries }: Ending): Promise<Report> {
      const stopped = queue.stopped();
      queue.end();
      await client.close();
      // What was not shown to the judge proves nothing.
      judge.end(unjudged === undefined ? readings : freshReadings());
      const stray = signal?.reason instanceof StrayFault ? signal.reason : undefined;
      if (stray !== undefined) judge.kitFault('the run', blamed(stray, context.added ?? []));
      for (const row of readings.flaky.requirements()) judge.tally(row).flaky = true;
      const reason =
        untestable ??
        (stopped === undefined ? undefined : whyCutShort(stopped, judge)) ??
        readings.unread.why();
      const earlierLeftovers = readings.creations.leftByEarlierRuns();
      const known: Ended = {
        ...{ settings, catalogue, judge, recorder },
        notAsked: selection.notAsked,
        timelineUpTo: (exchange) => readings.timeline.upTo(exchange),
        tries: (row, cause) => tries.get(`${row} ${cause}`) ?? 0,
        startedAt,
        finishedAt: new Date(clock.now()),
        durationMs: clock.monotonic() - startedMono,
        interrupted: stopped?.kind === 'interrupted' && stray === undefined,
        ...definedOnly({ untestable: reason, doubt }),
        facts: {
          runMark: names.mark,
          plan,
          requests: {
            ...readings.counts.counted(),
            repeated: queue.counts().repeated,
            creates: queue.counts().creates,
          },
          waits: queue.waits,
          timeline: readings.timeline.rows(),
          residue: [...readings.creations.residue(), ...possibleResidue(readings.listHealth.broken())].map(
            (left) => ({ ...left, name: redact(left.name).slice(0, 200) }),
          ),
          ...(earlierLeftovers.count === 0 ? {} : { earlierLeftovers }),
          ...definedOnly({ exchanges: exchanges.kept() }),
        },
      };
      const report = buildReport(known);
      listen({ type: 'finished', report });
      return judge.kitFaults.length === report.kitFaults.length ? report : buildReport(known);
    },
  };
}

export type Session = ReturnType<typeof openSession>;

/** A listener that throws is told of once, and not called again: what it shows is no part of the run. */
function guarded(given: Listener | undefined, onFault: (error: unknown) => void): Listener {
  let listen = given;
  return (event) => {
    try {
      listen?.(event);
    } catch (error) {
      listen = undefined;
      onFault(error);
    }
  };
}

function clientFor(
  settings: Settings,
  recorder: Recorder,
  clock: Clock,
  { signal, openDispatcher }: RunContext,
): Client {
  return createClient({
    base: recorder.base,
    key: settings.key,
    clock,
    concurrency: settings.concurrency,
    timeoutMs: settings.timeoutSeconds * 1000,
    userAgent: recorder.userAgent,
    extraHeaders: settings.headers,
    caps: capsOf(settings),
    ...definedOnly({ ca: settings.ca, signal, openDispatcher }),
  });
}

/** Some creates are kept for the search for smaller bodies, so that a server that accepts everything does not use them up. */
function createsKeptFor({ maxCreates, shrinkRequests }: Settings): number {
  return shrinkRequests === 0 ? 0 : Math.min(10, Math.floor(maxCreates / 4));
}
