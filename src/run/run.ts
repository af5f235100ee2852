import { randomInt } from 'node:crypto';
import { feeds } from '../../suites/feeds.ts';
import { firstList, suites } from '../../suites/index.ts';
import { brokenRow } from '../../suites/refusing.ts';
import { createCreations } from '../created/creations.ts';
import { isList } from '../expect/picks.ts';
import { credentialOf } from '../http/authorization.ts';
import { createClient } from '../http/client.ts';
import { systemClock } from '../http/system-clock.ts';
import { createJudge, type Judge } from '../judge/judge.ts';
import type { Facts } from '../kit/facts.ts';
import { plainList } from '../kit/requests.ts';
import type { Check, Probe, Rule } from '../kit/suite.ts';
import { quotaOf, secondsToReset } from '../limiter/quota-headers.ts';
import { createUsage } from '../limiter/usage.ts';
import type { Clock } from '../model/clock.ts';
import type { Listener } from '../model/events.ts';
import { type Answer, type Exchange, isAnswer, isPassingFault, statusOf } from '../model/exchange.ts';
import type { Report } from '../model/report.ts';
import type { Settings } from '../model/settings.ts';
import { createQueue, type Queue } from '../pacing/queue.ts';
import { Stopped } from '../pacing/stopped.ts';
import { createNames } from '../payloads/names.ts';
import type { Recorder } from '../record/record.ts';
import { createRedactor } from '../record/redact.ts';
import { requirement } from '../spec/ledger.ts';
import { kit } from '../version.ts';
import { drawBodies } from './bodies.ts';
import { createExecutor, type Executor } from './execute.ts';
import { type KnownBefore, planRun } from './plan.ts';
import { whyUntestable } from './preflight.ts';
import { createRandom } from './random.ts';
import { buildReport } from './report.ts';
import { type Selection, select } from './select.ts';
import { failuresOf, shrinkFailures } from './shrink.ts';

export interface RunContext {
  readonly clock?: Clock;
  readonly listen?: Listener;
  /** Aborting it ends the run: no request is sent any more, and the report says what is known. */
  readonly signal?: AbortSignal;
}

/**
 * Tests one target and resolves with the report; it rejects for nothing that the target does. Settings are
 * taken as checked (`cli/settings.ts`): the key goes to `settings.baseUrl` and nowhere else.
 */
export async function run(settings: Settings, context: RunContext = {}): Promise<Report> {
  const { clock = systemClock, listen = () => {}, signal } = context;
  const startedAt = new Date(clock.now());
  const startedMono = clock.monotonic();
  const names = createNames(() => randomInt(2 ** 32) / 2 ** 32);
  const base = new URL(settings.baseUrl);
  const redact = createRedactor(settings.key);
  const userAgent = `${kit.name}/${kit.version} (run ${names.mark})`;
  const recorder: Recorder = {
    base,
    userAgent,
    extraHeaders: settings.headers,
    redact,
    runMark: names.mark,
    startedAt: startedMono,
  };
  const selection = select(suites, feeds, settings);
  const watch = createWatch(names.mark);
  const random = createRandom(settings.seed);
  /** The first exchanges wait here: where they show that there is no service to test, nothing is judged (reading 15). */
  let unjudged: Exchange[] | undefined = [];
  const client = createClient({
    base,
    key: settings.key,
    clock,
    timeoutMs: settings.timeoutSeconds * 1000,
    userAgent,
    extraHeaders: settings.headers,
    ...(settings.ca === undefined ? {} : { ca: settings.ca }),
    ...(signal === undefined ? {} : { signal }),
  });
  const queue = createQueue({
    client,
    clock,
    concurrency: settings.concurrency,
    maxRequests: settings.maxRequests,
    maxCreates: settings.maxCreates,
    createsKept: createsKeptFor(settings),
    maxWaitMs: settings.maxWaitSeconds * 1000,
    exhaust: selection.exhaust,
    reserve: settings.profile === 'gentle',
    random: createRandom(settings.seed + 1),
    onExchange: (exchange) => {
      watch.see(exchange);
      if (unjudged === undefined) judge.see(exchange);
      else unjudged.push(exchange);
    },
    listen,
    plainList,
    ...(signal === undefined ? {} : { signal }),
  });
  const facts: Facts = {
    base,
    ...(settings.plan === undefined ? {} : { plan: settings.plan }),
    holdsKey: redact.holdsKey,
    usage: watch.usage,
    enforcement: { decision: queue.enforcement },
    proofLeftOut: queue.proofLeftOut,
    creations: watch.creations,
  };
  const judge = createJudge(rulesOf(), facts, (id) => {
    if (requirement(id).level === 'required' && selection.notAsked(requirement(id)) === undefined)
      listen({ type: 'failure', requirement: id });
  });
  const executor = createExecutor({
    queue,
    judge,
    facts,
    name: names.next,
    random,
    lists: () => watch.lists,
    monotonic: () => clock.monotonic(),
  });

  let plan = planFor(selection, settings, {}).plan;
  listen({ type: 'plan', plan, definite: false });
  let untestable: string | undefined;
  let tries: ReadonlyMap<string, number> = new Map();
  try {
    const first = await executor.probe(firstList);
    untestable = whyUntestable(first);
    if (untestable === undefined) {
      for (const exchange of unjudged) judge.see(exchange);
      unjudged = undefined;
      const others = planFor(selection, settings, {}).plan.withKey;
      const bodies = await drawBodies(selection, settings, { others, ...knownAfter(first) });
      const planned = planFor({ ...selection, members: bodies.members }, settings, knownAfter(first));
      plan = planned.plan;
      listen({ type: 'plan', plan, definite: true });
      for (const member of planned.leftOut)
        judge.notExercised(member.requirement, `left out: the budget is ${settings.maxRequests} requests`);
      await testTarget(planned.members, { executor, queue, selection }, async () => {
        const failures = failuresOf(watch.drawn, bodies.drawn);
        if (failures.length === 0 || watch.creations.lastCreation() === undefined) return;
        queue.releaseCreates();
        tries = await shrinkFailures(failures, settings.shrinkRequests, {
          fc: bodies.fc,
          queue,
          name: names.next,
        });
      });
    }
  } catch (error) {
    if (!(error instanceof Stopped)) judge.kitFault('the runner', error);
  } finally {
    await client.close();
  }
  judge.end();
  markFlaky(judge, watch.flaky);
  const stopped = queue.stopped();
  untestable ??= stopped !== undefined ? whyCutShort(stopped) : undefined;
  const report = buildReport({
    settings,
    judge,
    recorder,
    notAsked: selection.notAsked,
    tries: (requirement, cause) => tries.get(`${requirement} ${cause}`) ?? 0,
    startedAt,
    finishedAt: new Date(clock.now()),
    durationMs: clock.monotonic() - startedMono,
    interrupted: stopped?.kind === 'interrupted',
    ...(untestable === undefined ? {} : { untestable }),
    facts: {
      runMark: names.mark,
      plan,
      requests: { ...watch.requests, repeated: queue.counts.repeated, creates: queue.counts.creates },
      waits: queue.waits,
      residue: watch.creations.residue().map((left) => ({ ...left, name: redact(left.name).slice(0, 200) })),
    },
  });
  listen({ type: 'finished', report });
  return report;
}

interface Session {
  readonly executor: Executor;
  readonly queue: Queue;
  readonly selection: Selection;
}

/** Everything after the first request: the checks side by side, smaller bodies, the proof of the limit, what closes the run. */
async function testTarget(
  members: readonly (Check | Probe)[],
  { executor, queue, selection }: Session,
  lookForSmaller: () => Promise<void>,
): Promise<void> {
  const isClosing = (member: Check | Probe) => member.kind === 'check' && member.phase === 'closing';
  await Promise.all(members.filter((member) => !isClosing(member)).map((member) => executor.run(member)));
  await queue.settled();
  await lookForSmaller();
  if (selection.exhaust === true) await queue.prove();
  // The list at the end is worth least and comes last, when all that is left has been created.
  for (const member of members.filter(isClosing)) await executor.run(member);
}

/** What the first answer tells the plan. */
function knownAfter(first: Exchange): KnownBefore {
  const roundTripMs = first.readAt - first.sentAt;
  const { limit, remaining, reset } = isAnswer(first) ? quotaOf(first) : {};
  return {
    roundTripMs,
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(reset === undefined || !isAnswer(first) ? {} : { secondsToReset: secondsToReset(first, reset) }),
  };
}

function planFor(selection: Selection, settings: Settings, known: KnownBefore) {
  const { exhaust, members } = selection;
  const withFirst = members.includes(firstList) ? members : [firstList, ...members];
  return planRun(withFirst, settings, { ...known, ...(exhaust === true ? {} : { leftOut: exhaust }) });
}

/** Some creates are kept for the search for smaller bodies, so that a server that accepts everything does not use them up. */
function createsKeptFor({ maxCreates, shrinkRequests }: Settings): number {
  return shrinkRequests === 0 ? 0 : Math.min(10, Math.floor(maxCreates / 4));
}

function rulesOf(): Rule[] {
  return suites
    .flatMap(({ members }) => members)
    .filter((member): member is Rule => member.kind === 'everyResponse' || member.kind === 'wholeRun');
}

/** Why a run that began well could not go on; a budget that is spent is no such reason. */
function whyCutShort({ kind, message }: Stopped): string | undefined {
  const cutShort = ['possible ban', 'target gone', 'still limited'].includes(kind);
  return cutShort ? `The run was cut short: ${message}.` : undefined;
}

interface Watch {
  see(exchange: Exchange): void;
  readonly lists: readonly Answer[];
  readonly usage: Facts['usage'];
  readonly creations: Facts['creations'];
  readonly requests: { total: number; withKey: number; withoutKey: number; answered429: number };
  /** Rows whose GET failed in passing and was answered when sent again. */
  readonly flaky: ReadonlySet<string>;
  /** The exchanges with drawn bodies that were not refused as they should be. */
  readonly drawn: readonly Exchange[];
}

const listsKept = 4;

/** What is told from the exchanges beside the verdicts: numbers, the newest lists, what was created. */
function createWatch(runMark: string): Watch {
  const lists: Answer[] = [];
  const requests = { total: 0, withKey: 0, withoutKey: 0, answered429: 0 };
  const usage = createUsage();
  const creations = createCreations(runMark);
  const flaky = new Set<string>();
  const drawn: Exchange[] = [];
  return {
    see(exchange) {
      requests.total++;
      if (credentialOf(exchange.request.presentation) === 'valid') requests.withKey++;
      else requests.withoutKey++;
      if (statusOf(exchange) === 429) requests.answered429++;
      usage.step(exchange);
      creations.step(exchange);
      if (exchange.request.drawn !== undefined && brokenRow(exchange) !== undefined) drawn.push(exchange);
      if (isList(exchange)) {
        lists.push(exchange);
        if (lists.length > listsKept) lists.shift();
      }
      if (exchange.attempt === 2 && exchange.request.method === 'GET' && !isPassingFault(exchange))
        flaky.add(exchange.sentFor);
    },
    lists,
    usage,
    creations,
    requests,
    flaky,
    drawn,
  };
}

function markFlaky(judge: Judge, rows: ReadonlySet<string>): void {
  for (const row of rows) judge.tally(row).flaky = true;
}
