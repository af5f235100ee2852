import { type Check, type Needs, type Probe, probesOf, type Tools, worthOf } from '../checks/built-in.ts';
import { NotExercised, Unmet } from '../checks/expectations.ts';
import { plainList } from '../checks/requests.ts';
import { isWithKey } from '../exchange/credentials.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import { Stopped } from '../exchange/stopped.ts';
import type { OwnConnection } from '../http/client.ts';
import type { Readings } from '../readings/readings.ts';
import { definedOnly } from '../text/defined-only.ts';
import { createPairedSending } from './behind-key.ts';
import type { Judge } from './judge.ts';
import type { Queue } from './pacing/queue.ts';

export interface ExecutorOptions {
  readonly queue: Queue;
  readonly judge: Judge;
  readonly readings: Readings;
  readonly name: () => string;
  /** Random numbers from 0 to 1 for what has this title: the same for the same seed, whatever else is sent before it. */
  readonly random: (title: string) => () => number;
  readonly monotonic: () => number;
  readonly signal?: AbortSignal;
}

/** Runs checks and probes: gives them what they work with, and tells the judge how they ended. */
export function createExecutor(options: ExecutorOptions) {
  const { queue, judge, readings, name, random } = options;
  const probes = new Map<Probe, Promise<Exchange>>();
  const paired = createPairedSending();

  return {
    run,
    probe,
    /** Says what will be sent, so that what goes behind the key finds a request with it; `spare` requests may come on top. */
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
    const { requirement, title, needs, make } = wanted;
    await before(needs);
    return queue.send({
      purpose: title,
      sentFor: requirement,
      worth: worthOf(wanted),
      creates: (needs.creates ?? 0) > 0,
      own: needs.alone === true ? paired.alone() : paired.carrierOf(wanted),
      make: () => make({ name, random: random(title) }),
    });
  }

  /** Waits for the answer that the requests are to come after; if it never comes, they may go. */
  async function before({ after }: Needs): Promise<void> {
    if (after !== undefined) await probe(after).catch(() => {});
  }

  /** Starts a member; resolves when it has ended, however it ended. */
  async function run(member: Check | Probe): Promise<void> {
    const { requirement, title } = member;
    let shown: Exchange | undefined;
    let instance: string | undefined;
    const evidence: Evidence = {
      // What the check sent is the evidence; a probe's answer only where it sent nothing itself.
      sent: (exchange) => {
        shown = exchange;
      },
      shared: (exchange) => {
        shown ??= exchange;
      },
      instance: (name) => {
        instance = name;
      },
    };
    try {
      if (member.kind === 'probe') {
        const isShared = member.unshared !== true || paired.carrierOf(member) !== undefined;
        await (isShared ? probe(member) : sendProbe(member));
        return;
      }
      await before(member.needs);
      await member.run(toolsFor(member, evidence));
      judge.met(requirement, shown);
    } catch (error) {
      if (error instanceof Unmet) {
        judge.unmet({
          requirement,
          ...error.mismatch,
          ...definedOnly({ exchange: shown, instance }),
        });
      } else if (error instanceof NotExercised || error instanceof Stopped)
        judge.notExercised(requirement, error.message);
      else judge.kitFault(`check ${requirement} (${title})`, error);
    }
  }

  function sendWithin(
    left: Budget,
    make: () => HttpRequest,
    wanted: Omit<Parameters<Queue['send']>[0], 'make'>,
  ): Promise<Exchange> {
    return queue.send({
      ...wanted,
      make: (attempt) => {
        const request = make();
        if (attempt === 1) spend(left, request);
        return request;
      },
    });
  }

  function toolsFor(member: Check, evidence: Evidence): Tools {
    const left = budgetOf(member.needs);
    return {
      name,
      random: random(member.title),
      facts: readings,
      readings,
      instance: evidence.instance,
      async send(make) {
        const exchange = await sendWithin(left, make, {
          purpose: member.title,
          sentFor: member.requirement,
          worth: worthOf(member),
          creates: (member.needs.creates ?? 0) > 0,
        });
        evidence.sent(exchange);
        return exchange;
      },
      control: (title, make) =>
        sendWithin(left, make, { purpose: title, sentFor: member.requirement, worth: worthOfControls }),
      async sendBehindKey(make) {
        const send = (purpose: string, request: () => HttpRequest, own: OwnConnection) =>
          queue.send({ purpose, sentFor: member.requirement, worth: rightAway, own, make: request });
        const sent = await paired.send(member, {
          probe,
          control: (own) => send('the key, right before a request without it', plainList, own),
          request: (own) => send(member.title, make, own),
        });
        evidence.sent(sent.exchange);
        if (sent.order === 'split') judge.note(member.requirement, splitPairs);
        return sent;
      },
      async probe(wanted) {
        if (!probesOf(member).includes(wanted))
          throw new Error(`${member.title} uses a probe that it does not name`);
        const exchange = await probe(wanted);
        evidence.shared(exchange);
        return exchange;
      },
      wait: (ms, reason) => queue.sleep(ms, reason),
      seen: (text) => judge.seen(member.requirement, text),
      monotonic: options.monotonic,
      ...definedOnly({ signal: options.signal }),
    };
  }
}

/** They go next. */
const worthOfControls = 2_000;
/** What goes behind another on its connection does not wait there. */
const rightAway = 999;
const splitPairs =
  'the target closes its connections: some requests could not be sent right behind one with the key';

/** What a finding of a check is shown by. */
interface Evidence {
  readonly sent: (exchange: Exchange) => void;
  readonly shared: (exchange: Exchange) => void;
  readonly instance: (name: string) => void;
}

interface Budget {
  withKey: number;
  withoutKey: number;
}

function budgetOf({ withKey = 1, controls = 0, withoutKey = 0 }: Needs): Budget {
  return { withKey: withKey + controls, withoutKey };
}

/** A check that sends more than it declared would break the plan: a fault of the kit. */
function spend(left: Budget, request: HttpRequest): void {
  const rest = isWithKey(request) ? --left.withKey : --left.withoutKey;
  if (rest < 0) throw new Error('the check sends more requests than it declares');
}
