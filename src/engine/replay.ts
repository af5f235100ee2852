import { firstCreation, firstList } from '../../suites/index.ts';
import type { Settings } from '../config/settings.ts';
import { credentials, type Exchange, type HttpRequest } from '../exchange/exchange.ts';
import { placeOf } from '../exchange/response.ts';
import { Stopped } from '../exchange/stopped.ts';
import { nameShape } from '../payloads/names.ts';
import { needsLimited } from '../report/conditions.ts';
import type { Finding, Leftover, RecordedExchange, Report } from '../report/model/report.ts';
import { plainListsFor, traitsOf } from '../spec/catalog.ts';
import { namedOperations } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { whyUntestable } from './first-contact.ts';
import { isTested, outcomeOf, type ReplayOutcome } from './replay-outcome.ts';
import { run } from './run.ts';
import { type Catalogue, catalogueOf } from './select.ts';
import { openSession, type RunContext, type Session } from './session.ts';

/** The result of a replay. */
export interface Replayed extends ReplayOutcome {
  /** Requests of the replay. */
  readonly requests: number;
  /** What the replay left on the target. */
  readonly leftovers: readonly Leftover[];
  /** The report of the last step. */
  readonly report: Report;
}

/** Steps, the cheapest first: the request alone, a run of the requirement, and the reported run. */
export type Step = 'request' | 'requirement' | 'run';

/**
 * Replays one finding of a report with as few requests as possible: the request alone if one response decides, then a run
 * of its requirement (with the proof of the limit if it needs a 429), and only if other requests may have caused it, the
 * run that `settings` describe.
 *
 * @param oldMark The prefix of names in the reported run; new marks replace them.
 * @param onStep Called before each step, with the result of the step before it.
 */
export async function replay(
  finding: Finding,
  oldMark: string,
  settings: Settings,
  context: RunContext = {},
  onStep: (step: Step, before: Replayed['outcome'] | undefined) => void = () => {},
): Promise<Replayed> {
  const catalogue = catalogueOf(context.added);
  // A replay selects little on purpose.
  const recording = { ...settings, keepExchanges: true, strict: false, strictSelection: false };
  const reports: Report[] = [];
  const take = async (step: Step, before?: Replayed['outcome']) => {
    onStep(step, before);
    const { report, now } =
      step === 'request'
        ? await replayRequest({ finding, oldMark, catalogue }, recording, context)
        : {
            report: await run(step === 'run' ? recording : onlyFor(finding, recording), context),
            now: undefined,
          };
    reports.push(report);
    const result = outcomeOf(finding, report, reports, now);
    const isFixed = result.outcome === 'fixed' && step === 'request' && !isIntermittent(finding);
    const isDecided = result.outcome === 'still failing' || isFixed || !isTested(report);
    return { result, report, isDecided };
  };
  const [first, ...others] = stepsFor(finding, catalogue);
  let last = await take(first);
  for (const step of others) if (!last.isDecided) last = await take(step, last.result.outcome);
  return {
    ...last.result,
    requests: reports.reduce((sum, { requests }) => sum + requests.total, 0),
    leftovers: reports.flatMap(({ leftovers }) => leftovers),
    report: last.report,
  };
}

/**
 * Replays several findings of a report in one run, so that one queue paces all requests: the requests of the findings, and
 * the checks of their requirements. Runs everything that was reported only if other requests may have caused a finding.
 */
export async function replayAll(
  findings: readonly Finding[],
  oldMark: string,
  settings: Settings,
  context: RunContext = {},
): Promise<{ readonly report: Report; readonly results: readonly Omit<Replayed, 'report'>[] }> {
  const catalogue = catalogueOf(context.added);
  const all = findings.map((finding) => {
    const steps = stepsFor(finding, catalogue);
    const isResent = steps[0] === 'request';
    return { finding, isResent, needsRun: steps.includes('run') && !(isResent && !isIntermittent(finding)) };
  });
  // Only the verdicts are shown, so smaller bodies are not searched for.
  const recording = { ...settings, keepExchanges: true, shrinkRequests: 0 };
  const only = [
    ...new Set(findings.map(({ requirement }) => requirement)),
    ...(findings.some(needsLimited) ? [plainListsFor.proof] : []),
  ].join(',');
  const places = new Map<Finding, string>();
  const sendMore = async (session: Session): Promise<void> => {
    for (const { finding, isResent } of all) {
      const exchange = isResent ? await sendAgain(session, { finding, oldMark, catalogue }) : undefined;
      if (exchange !== undefined) places.set(finding, placeOf(exchange));
    }
  };
  const report = await run(all.some(({ needsRun }) => needsRun) ? recording : { ...recording, only }, {
    ...context,
    sendMore,
  });
  const shared = { requests: report.requests.total, leftovers: report.leftovers };
  const results = all.map(({ finding, isResent }) => {
    const result = outcomeOf(finding, report, [report], places.get(finding));
    const isMissing = isResent && !places.has(finding) && result.outcome === 'fixed';
    const missing = { outcome: 'inconclusive', reason: 'its request could not be sent again' } as const;
    return { ...(isMissing ? missing : result), ...shared };
  });
  return { report, results };
}

function stepsFor(finding: Finding, catalogue: Catalogue): readonly [Step, ...Step[]] {
  const { requirement, exchange } = finding;
  const { needs = [], invalidBodies } = traitsOf(requirement);
  if (needsLimited(finding) || needs.includes('proof')) return ['requirement'];
  const checks = catalogue.checks.filter((one) => one.requirement === requirement);
  const kinds = new Set(checks.map(({ kind }) => kind));
  const byResponse = kinds.has('everyResponse') || (invalidBodies && !needs.includes('known store'));
  const isResent =
    byResponse && !kinds.has('check') && exchange !== undefined && requestOf(exchange) !== undefined;
  const needsRun = kinds.has('conclusion') || isIntermittent(finding);
  const run: readonly Step[] = needsRun ? ['run'] : [];
  return isResent ? ['request', 'requirement', ...run] : ['requirement', ...run];
}

/** Checks whether the same request, or the same place, also passed in the reported run. */
function isIntermittent({ places, alsoCorrect = [], exchange }: Finding): boolean {
  if (places.some(({ place }) => alsoCorrect.some((one) => one.place === place))) return true;
  const { method, again } = exchange?.request ?? {};
  if (method !== 'GET' || again?.credential !== 'bearer') return false;
  return alsoCorrect.some(({ place }) => place.startsWith(`${method} ${again.path} `));
}

function onlyFor(finding: Finding, settings: Settings): Settings {
  const { requirement } = finding;
  return {
    ...settings,
    only: needsLimited(finding) ? `${requirement},${plainListsFor.proof}` : requirement,
  };
}

/** What the replay of a request needs. */
interface Again {
  readonly finding: Finding;
  readonly oldMark: string;
  readonly catalogue: Catalogue;
}

/** Sends the request of the finding again; `now` is what the target returned. */
async function replayRequest(
  again: Again,
  settings: Settings,
  context: RunContext,
): Promise<{ readonly report: Report; readonly now: string | undefined }> {
  const { catalogue, finding } = again;
  const session = openSession(settings, context, {
    catalogue,
    exhaust: 'a replay sends no more than it needs',
    notSelected: ({ id }) =>
      id === finding.requirement
        ? undefined
        : { because: 'run', reason: 'not replayed', unlessTested: false },
  });
  let untestable: string | undefined;
  let exchange: Exchange | undefined;
  try {
    const first = await session.executor.probe(firstList);
    untestable = await whyUntestable(first, settings, session.executor.probe);
    if (untestable === undefined) exchange = await sendAgain(session, again);
  } catch (error) {
    if (error instanceof Stopped) untestable = `The request could not be sent again: ${error.message}.`;
    else session.judge.kitFault('the replay', error);
  }
  const { requests } = session.queue.counts();
  const report = await session.finish({
    plan: {
      ...{ checks: 1, withKey: requests, withoutKey: 0 },
      ...{ creates: 0, invalidBodies: 0, atMost: requests },
    },
    tries: new Map(),
    ...definedOnly({ untestable }),
  });
  return { report, now: exchange && placeOf(exchange) };
}

async function sendAgain(
  { executor, queue, names, startJudging }: Session,
  { finding: { requirement, exchange }, oldMark }: Again,
): Promise<Exchange | undefined> {
  const request = exchange === undefined ? undefined : requestOf(exchange);
  if (request === undefined) return undefined;
  if (traitsOf(requirement).invalidBodies) await executor.probe(firstCreation);
  // Judges the earlier requests, too, so that an accepted control request counts.
  startJudging();
  return queue.send({
    purpose: 'the request of the finding',
    sentFor: requirement,
    priority: 1,
    make: () => withNewMark(request, oldMark, names.next),
  });
}

/** Replaces the mark of the reported run in a request with one of this run. */
function withNewMark(request: HttpRequest, oldMark: string, name: () => string): HttpRequest {
  if (request.body === undefined) return request;
  const text = Buffer.from(request.body).toString('latin1');
  const old = text.match(nameShape(oldMark).pattern)?.[0];
  if (old === undefined || oldMark === '') return request;
  const mark = name();
  return { ...request, mark, body: Buffer.from(text.replaceAll(old, mark), 'latin1') };
}

/** Restores the request of a record, or returns undefined if the kit cannot have sent it. */
function requestOf({ request }: RecordedExchange): HttpRequest | undefined {
  const { path, operation, variation, contentType, bodyBase64 } = request.again;
  const credential = credentials.find((one) => one === request.again.credential);
  const known = namedOperations.find(
    (one) => one.id === operation && one.path === path && one.method === request.method,
  );
  if (known === undefined || credential === undefined) return undefined;
  // The report omits a body that contained a secret.
  if (request.body !== undefined && bodyBase64 === undefined) return undefined;
  const body = bodyBase64 === undefined ? undefined : Buffer.from(bodyBase64, 'base64');
  return {
    ...{ method: known.method, path, operation: known.id, credential },
    ...definedOnly({ variation, contentType, body }),
  };
}
