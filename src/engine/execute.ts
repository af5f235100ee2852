import { type Check, type Needs, type Probe, priorityOf, probesOf, type Tools } from '../checks/built-in.ts';
import { NotTested, Unmet } from '../checks/expectations.ts';
import { plainList } from '../checks/requests.ts';
import { isWithKey } from '../exchange/credentials.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import { Stopped } from '../exchange/stopped.ts';
import type { Readings } from '../readings/readings.ts';
import { definedOnly } from '../text/defined-only.ts';
import { createPairedSending } from './behind-key.ts';
import type { Judge } from './judge.ts';
import type { Queue } from './pacing/queue.ts';

interface ExecutorOptions {
  readonly queue: Queue;
  readonly judge: Judge;
  readonly readings: Readings;
  readonly name: () => string;
  /** Random numbers from 0 to 1 for this title: the same for the same seed, whatever else is sent before it. */
  readonly random: (title: string) => () => number;
  readonly monotonic: () => number;
  readonly signal?: AbortSignal;
}

/** Priority of control requests: they go next. */
const priorityOfControls = 2_000;
/** What goes behind another on its connection does not wait there. */
const rightAway = 999;
const splitPairs =
  'the target closes its connections: some requests could not be sent right behind one with the key';

/** What shows a finding of a check: what it sent itself, or else the response of a probe. */
interface Evidence {
  sent?: Exchange;
  shared?: Exchange;
  instance?: string;
}

/** Runs checks and probes: gives them their tools, and reports to the judge how they ended. */
export function createExecutor(options: ExecutorOptions) {
  const { queue, judge, readings, name, random, monotonic, signal } = options;
  const probes = new Map<Probe, Promise<Exchange>>();
  const paired = createPairedSending();

  return {
    run,
    probe,
    /** Says what will be sent, so that what goes behind the key finds a request with it; `spare` requests may be added. */
    expect: paired.assign,
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
    return queue.send({
      ...wantedFor(wanted),
      own: needs.alone === true ? paired.alone() : paired.carrierOf(wanted),
      make: () => make({ name, random: random(title) }),
    });
  }

  /** Waits for the response that the requests are to come after; if it never comes, they may go. */
  async function before({ after }: Needs): Promise<void> {
    if (after !== undefined) await probe(after).catch(() => {});
  }

  /** Runs a check or a probe; resolves when it has ended, however it ended. */
  async function run(member: Check | Probe): Promise<void> {
    const { requirement, title } = member;
    const evidence: Evidence = {};
    try {
      if (member.kind === 'probe') {
        const isShared = member.unshared !== true || paired.carrierOf(member) !== undefined;
        await (isShared ? probe(member) : sendProbe(member));
        return;
      }
      await before(member.needs);
      await member.run(toolsFor(member, evidence));
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
    }
  }

  function toolsFor(member: Check, evidence: Evidence): Tools {
    const { requirement, title, needs } = member;
    const left = { withKey: (needs.withKey ?? 1) + (needs.controls ?? 0), withoutKey: needs.withoutKey ?? 0 };
    /** Sends what the check declared: more than that would break the plan, and is a fault of the kit. */
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
        evidence.sent = await sendWithin(make, wantedFor(member));
        return evidence.sent;
      },
      control: (purpose, make) =>
        sendWithin(make, { purpose, sentFor: requirement, priority: priorityOfControls }),
      async sendBehindKey(make) {
        const common = { sentFor: requirement, priority: rightAway };
        const purpose = 'the key, right before a request without it';
        const sent = await paired.send(member, {
          probe,
          control: (own) => queue.send({ ...common, purpose, own, make: plainList }),
          request: (own) => queue.send({ ...common, purpose: title, own, make }),
        });
        evidence.sent = sent.exchange;
        if (sent.order === 'split') judge.note(requirement, splitPairs);
        return sent;
      },
      async probe(wanted) {
        if (!probesOf(member).includes(wanted))
          throw new Error(`${title} uses a probe that it does not name`);
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

function wantedFor(member: Check | Probe) {
  const { title, requirement, needs } = member;
  const creates = (needs.creates ?? 0) > 0;
  return { purpose: title, sentFor: requirement, priority: priorityOf(member), creates };
}
