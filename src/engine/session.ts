import { randomInt } from 'node:crypto';
import { marked } from '../../suites/shared.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { get } from '../checks/requests.ts';
import type { Probe } from '../checks/vocabulary.ts';
import type { Settings } from '../config/settings.ts';
import { type Clock, systemClock } from '../exchange/clock.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import type { Stopped } from '../exchange/stopped.ts';
import { type ClientOptions, createClient } from '../http/client.ts';
import { turnOf } from '../payloads/budget.ts';
import { seedOf } from '../payloads/generate.ts';
import { createNames } from '../payloads/names.ts';
import { plainCategory } from '../payloads/valid.ts';
import type { Listener } from '../report/model/events.ts';
import type { Report, RequestPlan } from '../report/model/report.ts';
import type { Recorder } from '../report/record/record.ts';
import { createRedactor } from '../report/record/redact.ts';
import { orders, petById } from '../spec/operations.ts';
import { reason } from '../spec/reasons.ts';
import { definedOnly } from '../text/defined-only.ts';
import { kit } from '../version.ts';
import type { UserCode } from './check-code.ts';
import { createCleanup } from './cleanup.ts';
import { openEvaluation } from './evaluation.ts';
import { createExecutor } from './execute.ts';
import { createLane } from './pacing/lane.ts';
import { reasonOfStop } from './pacing/stop-reasons.ts';
import type { EvaluationResults } from './report.ts';
import { chooserOf, type Selection } from './select.ts';

/** The context of a run, apart from its settings. */
export interface RunContext {
  readonly clock?: Clock;
  readonly listen?: Listener;
  /** Ends the run when the signal aborts. The report then covers the responses so far. */
  readonly signal?: AbortSignal;
  /** How long to wait before the first request, in ms, because the server requested a wait during `--wait-for`. */
  readonly heldMs?: number;
  /** Why the run cannot send anything: nothing responded during `--wait-for`. */
  readonly untestable?: string;
  /** The custom checks of the run. */
  readonly added?: readonly AddedChecks[];
  /** Stops listening for signals while code of a custom check runs. Returns a function that listens again. */
  readonly release?: UserCode['release'];
  /** Opens the connections to the target, for example in memory instead of over the network. */
  readonly openDispatcher?: NonNullable<ClientOptions['openDispatcher']>;
}

/** What the run passes to the session when it ends. */
export interface SessionEnd extends Pick<EvaluationResults, 'untestable' | 'doubt' | 'tries'> {
  readonly plan: RequestPlan;
}

export type Session = ReturnType<typeof openSession>;

/**
 * Opens a session: the lane that sends the requests of a run, and the evaluation of their responses. The key goes only to
 * `settings.baseUrl`, which `src/config` must have checked.
 */
export function openSession(settings: Settings, context: RunContext, selection: Selection) {
  const { clock = systemClock, signal } = context;
  const listen = guarded(context.listen, (error) => opened.judge.kitFault('the listener of the run', error));
  const names = createNames(() => randomInt(2 ** 32) / 2 ** 32);
  const recorder = recorderOf(settings, names.mark, clock);
  /** Ends the requests in flight when --max-time is over. */
  const timeUp = new AbortController();
  const abort = signal === undefined ? timeUp.signal : AbortSignal.any([signal, timeUp.signal]);
  const client = clientOf(settings, recorder, clock, abort, context.openDispatcher);
  const opened = openEvaluation(settings, selection, {
    recorder,
    listen,
    startedAt: new Date(clock.now()),
    postLeftOut: () =>
      lane.postLeftOut() ?? (settings.concurrency === 1 ? reason('one-at-a-time') : undefined),
    proofSkipped: () => lane.proofSkipped() ?? (stopped && reasonOfStop(stopped, settings)),
    hasUserCode: (context.added ?? []).length > 0,
    release: context.release,
  });
  /** Why the run stopped early. */
  let stopped: Stopped | undefined;
  const { judge, readings, userCode } = opened;
  const lane = createLane({
    settings,
    client,
    clock,
    readings,
    listen,
    exhaust: selection.exhaust,
    startedAt: recorder.startedAt,
    random: createRandom(settings.seed + 1),
    beyond: beyondOf(settings, selection, { name: names.next, make: (one) => executor.make(one) }),
    onExchange: (exchange) => cleanup.see(exchange),
    onFault: (error) => judge.kitFault('the lane', error),
    onTimeUp: () => timeUp.abort(),
    ...definedOnly({ heldMs: context.heldMs, signal }),
  });
  const cleanup = createCleanup(lane, opened, () => clientAtEnd(settings, recorder, clock, context));
  const executor = createExecutor({
    lane,
    judge,
    readings,
    userCode,
    name: names.next,
    monotonic: () => clock.monotonic(),
    timeoutMs: settings.timeoutSeconds * 1_000,
    reasonOf: (stopped) => reasonOfStop(stopped, settings),
    random: (title) => createRandom(seedOf({ id: title }, settings.seed)),
    turn: turnOf(settings.seed),
    choose: chooserOf(settings.seed),
  });
  return {
    names,
    lane,
    judge,
    executor,
    readings,
    listen,
    startJudging: opened.startJudging,
    cleanup,
    /** Ends the lane, closes the connections and the evaluation, and returns the report. */
    async finish(ending: SessionEnd): Promise<Report> {
      stopped = lane.stopped();
      const { retried, creates } = lane.counts();
      lane.end();
      await client.close();
      return opened.close({
        ...ending,
        stopped,
        finishedAt: new Date(clock.now()),
        durationMs: clock.monotonic() - recorder.startedAt,
        interrupted: stopped?.kind === 'interrupted',
        waits: lane.waits(),
        sent: { retried, creates },
        leftovers: cleanup.leftovers(),
      });
    },
  };
}

/** Creates a client whose requests go on even if the run is interrupted. */
function clientAtEnd(settings: Settings, recorder: Recorder, clock: Clock, { openDispatcher }: RunContext) {
  return clientOf(settings, recorder, clock, new AbortController().signal, openDispatcher);
}

/**
 * Returns functions that make the requests that join a GET beyond the limit: those of the kit, and those of custom checks that
 * ask to join.
 */
function beyondOf(
  { profile }: Settings,
  { checks }: Selection,
  { name, make }: { readonly name: () => string; readonly make: (probe: Probe) => HttpRequest },
): (() => HttpRequest)[] {
  return [
    () => marked({ name }, plainCategory),
    ...(profile === 'thorough' ? [() => get(petById), () => get(orders)] : []),
    ...checks.flatMap((one) => (one.kind === 'probe' && one.needs.beyond === true ? [() => make(one)] : [])),
  ];
}

/** Returns what is needed to record the exchanges of a run without secrets. */
function recorderOf(settings: Settings, runMark: string, clock: Clock): Recorder {
  const { key, headers, privateKeys } = settings;
  const headerValues = headers.map(([, value]) => value);
  return {
    base: new URL(settings.baseUrl),
    userAgent: `${kit.name}/${kit.version} (run ${runMark})`,
    extraHeaders: headers,
    ...definedOnly({ tlsFiles: settings.tlsFiles }),
    redact: createRedactor({ key, headerValues, ...definedOnly({ privateKeys }) }),
    runMark,
    startedAt: clock.monotonic(),
  };
}

/** Creates the client for a target. */
export function clientOf(
  settings: Settings,
  { base, userAgent }: Pick<Recorder, 'base' | 'userAgent'>,
  clock: Clock,
  signal: AbortSignal,
  openDispatcher?: RunContext['openDispatcher'],
) {
  const { ca, clientCertificate } = settings;
  return createClient({
    base,
    userAgent,
    clock,
    extraHeaders: settings.headers,
    key: settings.key,
    maxBodyMb: settings.maxBody,
    timeoutMs: settings.timeoutSeconds * 1000,
    signal,
    ...definedOnly({ ca, clientCertificate, openDispatcher }),
  });
}

/** Wraps a listener. If the listener throws, the error is reported and the listener is not called again. */
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

/** Creates a seeded generator of random numbers from 0 to 1 (mulberry32). Not for secrets. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
