import { randomInt } from 'node:crypto';
import { marked } from '../../suites/shared.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { get } from '../checks/requests.ts';
import { capsOf, type Settings } from '../config/settings.ts';
import { type Clock, systemClock } from '../exchange/clock.ts';
import { type Exchange, hasResponse, isUnavailable } from '../exchange/exchange.ts';
import { shortenBody } from '../exchange/response.ts';
import type { StopKind } from '../exchange/stopped.ts';
import { type ClientOptions, createClient } from '../http/client.ts';
import { seedOf } from '../payloads/generate.ts';
import { createNames } from '../payloads/names.ts';
import { plainCategory } from '../payloads/valid.ts';
import { possibleLeftovers } from '../readings/leftovers.ts';
import type { Listener } from '../report/model/events.ts';
import type { Plan, RecordedExchange, Report, TlsFiles } from '../report/model/report.ts';
import { type Recorder, recordExchange } from '../report/record/record.ts';
import { createRedactor } from '../report/record/redact.ts';
import { isWaived } from '../report/waivers.ts';
import { createCategory, orders, petById } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { kit } from '../version.ts';
import { noUserCode, type UserCode } from './check-code.ts';
import { createExecutor } from './execute.ts';
import { unavailableService } from './first-contact.ts';
import { createJudge, readingsOf } from './judge.ts';
import { createQueue } from './pacing/queue.ts';
import { whyEndedEarly } from './preflight.ts';
import { buildReport, type Ended } from './report.ts';
import { type Budget, budgets } from './scope.ts';
import type { Selection } from './select.ts';

/** The context of a run, apart from its settings. */
export interface RunContext {
  readonly clock?: Clock;
  readonly listen?: Listener;
  /** Ends the run when it aborts; the report covers the responses so far. */
  readonly signal?: AbortSignal;
  /** How long to wait before the first request, in ms, as the server asked during `--wait-for`. */
  readonly heldMs?: number;
  /** Custom checks. */
  readonly added?: readonly AddedChecks[];
  /** Stops listening for signals while code of a custom check runs. Returns a function that listens again. */
  readonly release?: UserCode['release'];
  /** Opens connections to the target, instead of the network. */
  readonly openDispatcher?: NonNullable<ClientOptions['openDispatcher']>;
}

/** What the session needs to finish. */
export interface Ending extends Pick<Ended, 'untestable' | 'doubt' | 'tries'> {
  readonly plan: Plan;
  /** Budgets that left something out of the plan. */
  readonly spent?: ReadonlySet<Budget>;
}

/**
 * Opens a session: the parts of a run, from its first request to its report. `src/config` must have checked `settings`: the
 * key goes to `settings.baseUrl` only.
 */
export function openSession(
  settings: Settings,
  context: RunContext,
  { catalogue, exhaust, notSelected }: Pick<Selection, 'catalogue' | 'exhaust' | 'notSelected'>,
) {
  const { clock = systemClock, signal } = context;
  const listen = guarded(context.listen, (error) => judge.kitFault('the listener of the run', error));
  const startedAt = new Date(clock.now());
  const names = createNames(() => randomInt(2 ** 32) / 2 ** 32);
  const headerValues = settings.headers.map(([, value]) => value);
  const recorder: Recorder = {
    base: new URL(settings.baseUrl),
    userAgent: `${kit.name}/${kit.version} (run ${names.mark})`,
    ...definedOnly({ keyVariable: settings.keyVariable }),
    extraHeaders: settings.headers,
    tlsFiles: settings.tlsFiles ?? withoutFiles(settings),
    redact: createRedactor({
      ...{ key: settings.key, headerValues },
      ...definedOnly({ privateKeys: settings.privateKeys }),
    }),
    runMark: names.mark,
    startedAt: clock.monotonic(),
  };
  /** Ends the requests in flight when --max-time is over. */
  const timeUp = new AbortController();
  const client = createClient({
    ...{ base: recorder.base, userAgent: recorder.userAgent, extraHeaders: settings.headers },
    ...{ key: settings.key, caps: capsOf(settings), clock },
    timeoutMs: settings.timeoutSeconds * 1000,
    ...definedOnly({ ca: settings.ca, clientCertificate: settings.clientCertificate }),
    signal: signal === undefined ? timeUp.signal : AbortSignal.any([signal, timeUp.signal]),
    ...definedOnly({ openDispatcher: context.openDispatcher }),
  });
  const userCode: UserCode = {
    ...noUserCode,
    fileOf: catalogue.fileOf,
    ...definedOnly({ release: context.release }),
  };
  const hasUserCode = (context.added ?? []).length > 0;
  const freshReadings = () => readingsOf(settings, recorder, () => queue.proofSkipped(), hasUserCode);
  const readings = freshReadings();
  const records = createRecords(recorder);
  let unjudged: Exchange[] | undefined = [];
  let waitsForService = false;
  const judgeOne = (exchange: Exchange): void => {
    judge.see(exchange);
    // The check that sent the request gets the response first.
    setImmediate(() => shortenBody(exchange));
  };
  const judgeAll = (): void => {
    unjudged?.forEach(judgeOne);
    unjudged = undefined;
  };
  const queue = createQueue({
    ...{ settings, client, clock, readings, listen, exhaust },
    startedAt: recorder.startedAt,
    random: createRandom(settings.seed + 1),
    beyond: {
      [createCategory.id]: () => marked({ name: names.next }, plainCategory),
      ...(settings.profile === 'thorough' ? { petById: () => get(petById), orders: () => get(orders) } : {}),
    },
    onExchange: (exchange) => {
      if (settings.keepExchanges) records.see(exchange);
      if (unjudged === undefined) judgeOne(exchange);
      else unjudged.push(exchange);
      if (waitsForService && hasResponse(exchange) && !isUnavailable(exchange)) judgeAll();
    },
    onFault: (error) => judge.kitFault('the queue', error),
    onTimeUp: () => timeUp.abort(),
    ...definedOnly({ heldMs: context.heldMs, signal }),
  });
  const onFinding = (id: string): void => {
    const requirement = catalogue.requirements.find((one) => one.id === id);
    if (requirement?.level === 'required' && notSelected(requirement) === undefined)
      listen({ type: 'failure', requirement: id, ...definedOnly({ accepted: acceptedAs(id) }) });
  };
  const judge = createJudge(catalogue.rules, readings, onFinding, userCode);
  /** Returns whether the baseline or waivers contain all failures of a requirement so far. */
  function acceptedAs(id: string): 'waived' | 'known' | undefined {
    const { baseline, waivers = [] } = settings;
    const today = startedAt.toISOString().slice(0, 10);
    const open = [...judge.tally(id).causes.keys()]
      .map((cause) => ({ requirement: id, signature: `${id}: ${cause}` }))
      .filter((finding) => !isWaived(finding, waivers, today));
    if (open.length === 0) return 'waived';
    return open.every(({ signature }) => baseline?.signatures.includes(signature)) ? 'known' : undefined;
  }
  const executor = createExecutor({
    ...{ queue, judge, readings, userCode, name: names.next, monotonic: () => clock.monotonic() },
    timeoutMs: settings.timeoutSeconds * 1_000,
    random: (title) => createRandom(seedOf({ id: title }, settings.seed)),
    ...definedOnly({ signal }),
  });

  return {
    ...{ names, queue, judge, executor, readings, listen },
    /**
     * Judges the exchanges so far and all later ones; before this call, nothing is judged. With `onceAvailable`, from the first
     * response other than 429 and 503 on.
     */
    startJudging({ onceAvailable = false }: { readonly onceAvailable?: boolean } = {}): void {
      waitsForService = onceAvailable;
      if (!onceAvailable) judgeAll();
    },
    /** Closes the connections, ends the rules and builds the report. */
    async finish({ plan, untestable, doubt, tries, spent = new Set() }: Ending): Promise<Report> {
      const stopped = queue.stopped();
      queue.end();
      await client.close();
      // Exchanges that were not judged prove nothing.
      judge.end(unjudged === undefined ? readings : freshReadings());
      // Checks may have judged what the rules have not seen.
      if (unjudged !== undefined) judge.forget();
      const unavailable = unjudged && unavailableService(unjudged);
      for (const exchange of unavailable?.judged ?? []) judge.seeHeaderValues(exchange);
      const stop = stopped?.kind === 'target gone' ? readings.silence.stop() : undefined;
      if (stop !== undefined) judge.withdrawRefused(stop);
      for (const id of readings.flaky.requirements()) judge.tally(id).flaky = true;
      const endedEarly = stopped && whyEndedEarly(stopped, judge, readings);
      const reasons = [waitsForService ? unavailable?.why : undefined, endedEarly].filter(
        (one) => one !== undefined,
      );
      const reason = untestable ?? (reasons.join(' ') || readings.unread.why());
      const { creations, listHealth } = readings;
      const earlierLeftovers = creations.leftByEarlierRuns();
      const { retried, creates } = queue.counts();
      const known: Ended = {
        ...{ settings, catalogue, judge, recorder, readings, notSelected, tries, startedAt },
        finishedAt: new Date(clock.now()),
        durationMs: clock.monotonic() - recorder.startedAt,
        interrupted: stopped?.kind === 'interrupted',
        ...definedOnly({ untestable: reason, doubt }),
        sent: { retried, creates },
        spent: [...budgets.keys()].filter((one) => {
          const kind = stops[one];
          return spent.has(one) || (kind !== undefined && queue.refused(kind));
        }),
        facts: {
          plan,
          waits: queue.waits(),
          leftovers: [...creations.leftovers(), ...possibleLeftovers(listHealth.broken())],
          ...(earlierLeftovers.count === 0 ? {} : { earlierLeftovers }),
          ...(settings.keepExchanges ? { exchanges: records.all() } : {}),
        },
      };
      const report = buildReport(known);
      listen({ type: 'finished', report });
      return judge.kitFaults.length === report.kitFaults.length ? report : buildReport(known);
    },
  };
}

/** Why requests are not sent once a budget is used up. */
const stops: Readonly<Partial<Record<Budget, StopKind>>> = {
  maxRequests: 'requests spent',
  maxCreates: 'creates spent',
  maxWaitSeconds: 'waits spent',
  maxTimeSeconds: 'time spent',
};

export type Session = ReturnType<typeof openSession>;

/** Returns placeholders for the files of certificates that the library got as text. */
function withoutFiles({ ca, clientCertificate }: Settings): TlsFiles {
  const [caFile, cert] = [ca, clientCertificate].map((given) => given && '…');
  return definedOnly({ ca: caFile, cert, certKey: cert });
}

/** Wraps a listener: if it throws, reports the error and stops calling it. */
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

/** Caps the exchanges of a report: about 100 MB with the largest bodies. */
const maxRecords = 10_000;

/** Records each exchange as soon as it ends, so that secrets are not stored. */
export function createRecords(recorder: Recorder, most = maxRecords) {
  const kept: RecordedExchange[] = [];
  let leftOut = 0;
  return {
    see(exchange: Exchange): void {
      if (kept.length < most) kept.push(recordExchange(exchange, recorder));
      else leftOut++;
    },
    all: () => ({ recorded: kept.sort((a, b) => a.id - b.id), leftOut }),
  };
}

/** Creates a random generator of numbers from 0 to 1 with a seed (mulberry32). Not for secrets. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
