import { plainList } from '../checks/requests.ts';
import {
  type Check,
  type Choose,
  type Probe,
  priorityOf,
  probesOf,
  type Tools,
} from '../checks/vocabulary.ts';
import { isWithKey } from '../exchange/credentials.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import { Stopped } from '../exchange/stopped.ts';
import type { OwnConnection } from '../http/client.ts';
import type { Readings } from '../readings/readings.ts';
import { type Reason, reason } from '../spec/reasons.ts';
import { definedOnly } from '../text/defined-only.ts';
import {
  type Act,
  createMaker,
  noUserCode,
  releaseFor,
  runCode,
  Unfinished,
  type UserCode,
} from './check-code.ts';
import type { Judge } from './judge.ts';
import type { Lane } from './pacing/lane.ts';
import type { Wanted } from './pacing/requests.ts';
import { createPairedSending } from './paired-sending.ts';
import type { Planned } from './plan.ts';

interface ExecutorOptions {
  readonly lane: Lane;
  readonly judge: Judge;
  readonly readings: Readings;
  readonly name: () => string;
  /** Returns a generator of random numbers from 0 to 1. The numbers depend only on the title and the seed. */
  readonly random: (title: string) => () => number;
  readonly turn: number;
  readonly choose: Choose;
  readonly monotonic: () => number;
  /** How long a check may be idle before it is ended, in ms. */
  readonly timeoutMs: number;
  /** Returns why a request was not sent. */
  readonly reasonOf: (stopped: Stopped) => Reason;
  readonly userCode?: UserCode;
}

/** Control requests are sent before all others. */
const priorityOfControls = 2_000;
/** The requests of a pair are sent before most others, because a request in between would separate them. */
const priorityOfPairs = 999;
const splitPairs =
  'the target closes its connections, so some requests could not directly follow a request with the key';

const listConnection: OwnConnection = { id: 'lists' };
const newConnection: OwnConnection = { id: 'other than the lists', last: true };

/** The evidence of a check: its own exchange or, if it has none, the response to a probe. */
interface Evidence {
  sent?: Exchange;
  shared?: Exchange;
  instance?: string;
}

interface Executing extends ExecutorOptions {
  readonly userCode: UserCode;
  /** The probes that were sent, which all checks share. */
  readonly probes: Map<Probe, Promise<Exchange>>;
  /** The probes that the plan counts. */
  planned: ReadonlySet<Probe>;
  /** The checks and probes that are running or have ended. */
  readonly running: Map<Check | Probe, Promise<void>>;
  readonly paired: ReturnType<typeof createPairedSending>;
}

/** Runs checks and probes with their tools, and reports their results to the judge. */
export function createExecutor(options: ExecutorOptions) {
  const executing: Executing = {
    ...options,
    userCode: options.userCode ?? noUserCode,
    probes: new Map(),
    planned: new Set(),
    running: new Map(),
    paired: createPairedSending(),
  };
  const { paired, probes } = executing;
  return {
    /** Runs a check or a probe. Resolves when it ends, even if it fails. */
    run(item: Check | Probe): Promise<void> {
      const running = runItem(executing, item);
      executing.running.set(item, running);
      return running;
    },
    /** Makes the request of a probe again. */
    make: (probe: Probe): HttpRequest => makeRequest(executing, probe),
    /** Sends a probe once, and returns the same exchange to later callers. */
    probe: (probe: Probe): Promise<Exchange> => exchangeOf(executing, probe),
    /** Announces what will be sent, so that requests can be paired. Up to `spare` more requests may be added. */
    expect({ checks, probes: planned }: Pick<Planned, 'checks' | 'probes'>, spare: number): void {
      executing.planned = planned;
      paired.assign(checks, spare, (one) => probes.has(one));
    },
  };
}

function exchangeOf(executing: Executing, probe: Probe): Promise<Exchange> {
  const known = executing.probes.get(probe);
  if (known !== undefined) return known;
  const exchange = sendProbe(executing, probe);
  // If no check awaits the exchange, its failure must not end the process.
  exchange.catch(() => {});
  executing.probes.set(probe, exchange);
  return exchange;
}

async function sendProbe(executing: Executing, probe: Probe): Promise<Exchange> {
  const { lane, paired, running } = executing;
  await waitForEarlier(executing, probe);
  const keptOpen = await paired.keptFor(probe, async (check) => running.get(check));
  const wanted = wantedFor(probe);
  return lane.send({
    ...wanted,
    own: keptOpen ?? wanted.own ?? paired.carrierOf(probe),
    make: () => makeRequest(executing, probe),
  });
}

function makeRequest(executing: Executing, probe: Probe): HttpRequest {
  // Each attempt has a new maker, so that it starts with the same random numbers.
  const maker = makerOf(executing, probe);
  const { cleanup } = probe.needs;
  return maker.made(() => ({ ...probe.make(maker), ...definedOnly({ cleanup }) }));
}

function makerOf({ name, random, turn, userCode }: Executing, { requirement, title }: Check | Probe) {
  const release = releaseFor(requirement, userCode);
  return createMaker({ name, random: random(title), turn }, release, userCode.hasOperation);
}

/** If the plan has a probe that must come first, waits until its response arrives or can no longer arrive. */
async function waitForEarlier(executing: Executing, { needs: { after } }: Check | Probe): Promise<void> {
  if (after === undefined) return;
  if (executing.planned.has(after)) await exchangeOf(executing, after).catch(() => {});
  else await waitForEarlier(executing, after);
}

async function runItem(executing: Executing, item: Check | Probe): Promise<void> {
  const { judge, paired, timeoutMs, userCode } = executing;
  const evidence: Evidence = {};
  try {
    if (item.kind === 'probe') {
      // A probe is also shared if a check uses its connection afterwards, because that check asks for the probe.
      const isShared = item.unshared !== true || paired.carrierOf(item) !== undefined;
      await (isShared ? exchangeOf(executing, item) : sendProbe(executing, item));
      return;
    }
    await waitForEarlier(executing, item);
    const release = releaseFor(item.requirement, userCode);
    await runCode((act) => item.run(toolsFor(executing, item, evidence, act)), timeoutMs, release);
    if (item.needs.onlySends !== true) judge.met(item.requirement, evidence.sent ?? evidence.shared);
  } catch (error) {
    const { sent, shared, instance } = evidence;
    if (error instanceof Stopped)
      judge.notTested(item.requirement, whyLeftOut(executing, item, error), {
        inPart: item.needs.ifRoom !== true,
        operation: error.operation,
      });
    else if (error instanceof Unfinished) judge.fault(item, error.message);
    else judge.ended(item, error, definedOnly({ exchange: sent ?? shared, instance }));
  }
}

/**
 * Returns why a request was not sent. An optional request that would have to wait too long for the next window counts as one
 * that did not fit.
 */
function whyLeftOut({ reasonOf }: Executing, { title, needs }: Check | Probe, stopped: Stopped): Reason {
  const isOptional = needs.inNextWindow === 'optional' && stopped.kind === 'maxWaitSeconds';
  return isOptional
    ? reason('no-room', `"${title}" did not fit into the first window of the limit`)
    : reasonOf(stopped);
}

function toolsFor(executing: Executing, item: Check, evidence: Evidence, act: Act): Tools {
  const { lane, judge, readings, monotonic } = executing;
  const { requirement, title } = item;
  const maker = makerOf(executing, item);
  const sendWithin = sendingWithin(executing, item, maker);
  return {
    name: maker.name,
    random: maker.random,
    turn: maker.turn,
    readings,
    monotonic,
    facts: readings,
    instance: (instance) => {
      evidence.instance = instance;
    },
    send: (make) =>
      act(async () => {
        evidence.sent = await sendWithin(make, wantedFor(item));
        return evidence.sent;
      }),
    control: (purpose, make) =>
      act(() => sendWithin(make, { purpose, sentFor: requirement, priority: priorityOfControls })),
    choose: executing.choose,
    responseTo: (probe) => act(async () => responseTo(executing, item, probe)),
    sendAfterKeyedRequest: (make, title = item.title) =>
      act(async () => {
        const sent = await sendPaired(executing, item, title, () => maker.made(make));
        evidence.sent = sent.exchange;
        return { ...sent, onFreshConnection: () => act(sent.onFreshConnection) };
      }),
    probe: (probe) =>
      act(async () => {
        if (!probesOf(item).includes(probe))
          throw new Error(`${title} uses a probe that it does not declare`);
        const exchange = await exchangeOf(executing, probe);
        evidence.shared ??= exchange;
        return exchange;
      }),
    wait: (ms, reason) => act(() => lane.sleep(ms, reason)),
    seen: (text) => judge.seen(requirement, text),
  };
}

/**
 * Returns a function that sends at most what the check declared. More requests would exceed the plan, so they are a bug in the
 * kit.
 */
function sendingWithin({ lane }: Executing, { needs }: Check, maker: ReturnType<typeof makerOf>) {
  const left = { withKey: (needs.withKey ?? 1) + (needs.controls ?? 0), withoutKey: needs.withoutKey ?? 0 };
  return (make: () => HttpRequest, wanted: Omit<Wanted, 'make'>) =>
    lane.send({
      ...wanted,
      make: (attempt) => {
        const request = maker.made(make, attempt);
        const rest = attempt > 1 ? 0 : isWithKey(request) ? --left.withKey : --left.withoutKey;
        if (rest < 0) throw new Error('the check sends more requests than it declares');
        return request;
      },
    });
}

/** Waits for the response to a probe that a check looks at. Returns undefined if no response can arrive. */
async function responseTo(executing: Executing, { title, needs }: Check, probe: Probe) {
  if (needs.looksAt?.includes(probe) !== true)
    throw new Error(`${title} looks at a probe that it does not declare`);
  if (!executing.planned.has(probe)) return undefined;
  return exchangeOf(executing, probe).catch(() => undefined);
}

/** Sends a request right after a list with the key, on the same connection if that is possible. */
async function sendPaired(executing: Executing, item: Check, title: string, make: () => HttpRequest) {
  const { lane, judge, paired } = executing;
  const { requirement } = item;
  const common = { sentFor: requirement, priority: priorityOfPairs };
  const purpose = 'a list with the key, right before a request without it';
  const sent = await paired.send(item, {
    probe: (probe) => exchangeOf(executing, probe),
    control: (own) => lane.send({ ...common, purpose, own, make: plainList }),
    request: (own, isPaired) => lane.send({ ...common, purpose: title, own, isPaired, make }),
  });
  if (sent.connectionUse === 'split') judge.note(requirement, splitPairs);
  return sent;
}

function wantedFor(item: Check | Probe) {
  const { title, requirement, needs } = item;
  const creates = (needs.creates ?? 0) > 0;
  const inBurst = needs.inBurst === true;
  const other = needs.onNewConnection === true ? newConnection : undefined;
  const own = needs.onListConnection === true ? listConnection : other;
  const isOptional = needs.inNextWindow === 'optional';
  return {
    purpose: title,
    sentFor: requirement,
    priority: priorityOf(item),
    creates,
    inBurst,
    isOptional,
    own,
  };
}
