import { type Check, type Needs, type Probe, priorityOf, probesOf, type Tools } from '../checks/built-in.ts';
import { NotTested, Unmet } from '../checks/expectations.ts';
import { plainList } from '../checks/requests.ts';
import { isWithKey } from '../exchange/credentials.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import { Stopped } from '../exchange/stopped.ts';
import type { OwnConnection } from '../http/client.ts';
import type { Readings } from '../readings/readings.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Judge } from './judge.ts';
import type { Queue } from './pacing/queue.ts';
import { createPairedSending } from './paired-sending.ts';

interface ExecutorOptions {
  readonly queue: Queue;
  readonly judge: Judge;
  readonly readings: Readings;
  readonly name: () => string;
  /** Random numbers from 0 to 1 for this title, which depend only on the seed. */
  readonly random: (title: string) => () => number;
  readonly monotonic: () => number;
  readonly signal?: AbortSignal;
}

/** Control requests are sent next. */
const priorityOfControls = 2_000;
/** The second request of a pair does not wait. */
const rightAway = 999;
const splitPairs =
  'the target closes its connections, so some requests could not directly follow one with the key';

const listConnection: OwnConnection = { id: 'lists' };

/** The evidence of a check: its own exchange, else the response of a probe. */
interface Evidence {
  sent?: Exchange;
  shared?: Exchange;
  instance?: string;
}

/** Runs checks and probes with their tools, and reports their results to the judge. */
export function createExecutor(options: ExecutorOptions) {
  const { queue, judge, readings, name, random, monotonic, signal } = options;
  const probes = new Map<Probe, Promise<Exchange>>();
  const paired = createPairedSending();

  return {
    run,
    probe,
    /** Announces what will be sent, so that pairs can form; up to `spare` requests may be added. */
    expect: (checks: readonly (Check | Probe)[], spare: number): void =>
      paired.assign(checks, spare, (one) => probes.has(one)),
  };

  function probe(wanted: Probe): Promise<Exchange> {
    const known = probes.get(wanted);
    if (known !== undefined) return known;
    const exchange = sendProbe(wanted);
    exchange.catch(() => {});
    probes.set(wanted, exchange);
    return exchange;
  }

  async function sendProbe(wanted: Probe): Promise<Exchange> {
    const { title, needs, make } = wanted;
    await before(needs);
    const kept = await paired.keptFor(wanted);
    const shared = wantedFor(wanted);
    return queue.send({
      ...shared,
      own: kept ?? (needs.alone === true ? paired.alone() : (shared.own ?? paired.carrierOf(wanted))),
      make: () => make({ name, random: random(title) }),
    });
  }

  /** Waits for the response that must come first, or until it is certain that it never comes. */
  async function before({ after }: Needs): Promise<void> {
    if (after !== undefined) await probe(after).catch(() => {});
  }

  /** Runs a check or a probe. Resolves when it ends, even if it fails. */
  async function run(item: Check | Probe): Promise<void> {
    const { requirement, title } = item;
    const evidence: Evidence = {};
    try {
      if (item.kind === 'probe') {
        const isShared = item.unshared !== true || paired.carrierOf(item) !== undefined;
        await (isShared ? probe(item) : sendProbe(item));
        return;
      }
      await before(item.needs);
      await item.run(toolsFor(item, evidence));
      judge.met(requirement, evidence.sent ?? evidence.shared);
    } catch (error) {
      const { sent, shared, instance } = evidence;
      if (error instanceof Unmet)
        judge.unmet({
          requirement,
          ...error.mismatch,
          ...definedOnly({ exchange: sent ?? shared, instance }),
        });
      else if (error instanceof NotTested || error instanceof Stopped)
        judge.notTested(requirement, error.message);
      else judge.kitFault(`check ${requirement} (${title})`, error);
    } finally {
      paired.over(item);
    }
  }

  function toolsFor(item: Check, evidence: Evidence): Tools {
    const { requirement, title, needs } = item;
    const left = { withKey: (needs.withKey ?? 1) + (needs.controls ?? 0), withoutKey: needs.withoutKey ?? 0 };
    /** Sends at most what the check declared: more would exceed the plan, and is a bug in the kit. */
    const sendWithin = (make: () => HttpRequest, wanted: Omit<Parameters<Queue['send']>[0], 'make'>) =>
      queue.send({
        ...wanted,
        make: (attempt) => {
          const request = make();
          const rest = attempt > 1 ? 0 : isWithKey(request) ? --left.withKey : --left.withoutKey;
          if (rest < 0) throw new Error('the check sends more requests than it declares');
          return request;
        },
      });
    return {
      ...{ name, readings, monotonic, facts: readings, random: random(title) },
      instance: (instance) => {
        evidence.instance = instance;
      },
      async send(make) {
        evidence.sent = await sendWithin(make, wantedFor(item));
        return evidence.sent;
      },
      control: (purpose, make) =>
        sendWithin(make, { purpose, sentFor: requirement, priority: priorityOfControls }),
      async sendAfterKeyedRequest(make) {
        const common = { sentFor: requirement, priority: rightAway };
        const purpose = 'a list with the key, right before a request without it';
        const sent = await paired.send(item, {
          probe,
          control: (own) => queue.send({ ...common, purpose, own, make: plainList }),
          request: (own) => queue.send({ ...common, purpose: title, own, make }),
        });
        evidence.sent = sent.exchange;
        if (sent.order === 'split') judge.note(requirement, splitPairs);
        return sent;
      },
      async probe(wanted) {
        if (!probesOf(item).includes(wanted))
          throw new Error(`${title} uses a probe that it does not declare`);
        const exchange = await probe(wanted);
        evidence.shared ??= exchange;
        return exchange;
      },
      wait: (ms, reason) => queue.sleep(ms, reason),
      seen: (text) => judge.seen(requirement, text),
      ...definedOnly({ signal }),
    };
  }
}

function wantedFor(item: Check | Probe) {
  const { title, requirement, needs } = item;
  const creates = (needs.creates ?? 0) > 0;
  const inBurst = needs.inBurst === true;
  const own = needs.onListConnection === true ? listConnection : undefined;
  return { purpose: title, sentFor: requirement, priority: priorityOf(item), creates, inBurst, own };
}
