import { firstCreation, firstList } from '../../suites/index.ts';
import type { Settings } from '../config/settings.ts';
import { credentials, type Exchange, type HttpRequest } from '../exchange/exchange.ts';
import { placeOf } from '../exchange/response.ts';
import { Stopped } from '../exchange/stopped.ts';
import { nameShape } from '../payloads/names.ts';
import type { Finding, Leftover, RecordedExchange, Report } from '../report/model/report.ts';
import { plainListsFor, traitsOf } from '../spec/catalog.ts';
import { namedOperations } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { whyUntestable } from './preflight.ts';
import { run } from './run.ts';
import { type Catalogue, catalogueOf } from './select.ts';
import { openSession, type RunContext, type Session } from './session.ts';

/** What became of a finding. */
export interface Replayed {
  /** `not reproduced`: the requirement passed, but the conditions of the finding did not occur again. */
  readonly outcome: 'fixed' | 'still there' | 'not reproduced' | 'could not tell';
  /** Why it was not reproduced, or could not be told. */
  readonly reason?: string;
  /** The finding as it is now, where it is still there. */
  readonly finding?: Finding;
  /** What was seen in its place, where it is fixed. */
  readonly now?: string;
  /** Requests that the replay took. */
  readonly requests: number;
  /** What it left behind on the target. */
  readonly leftovers: readonly Leftover[];
  /** The report of what was sent last. */
  readonly report: Report;
}

/** What is sent, the cheapest first: the request alone, a run of the requirement, and the reported run again. */
type Step = 'request' | 'requirement' | 'run';

/**
 * Looks for one finding of a report again, at the target of the settings, with as few requests as that takes: the request
 * alone where one response decides, a run of its requirement (with the proof of the limit for what shows in a 429), and only
 * where more than that may have caused it, the run that `settings` describe.
 *
 * @param oldMark What the names of the reported run begin with: its marks are replaced by new ones.
 */
export async function replay(
  finding: Finding,
  oldMark: string,
  settings: Settings,
  context: RunContext = {},
): Promise<Replayed> {
  const catalogue = catalogueOf(context.added);
  const steps = stepsFor(finding, catalogue);
  const recording = { ...settings, keepExchanges: true };
  const reports: Report[] = [];
  for (let at = 0; ; at++) {
    const step = steps[at] ?? 'requirement';
    const { report, now } =
      step === 'request'
        ? await replayRequest({ finding, oldMark, catalogue }, recording, context)
        : {
            report: await run(step === 'run' ? recording : onlyFor(finding, recording), context),
            now: undefined,
          };
    reports.push(report);
    const told = outcomeOf(finding, report, reports, now);
    const isFixed = told.outcome === 'fixed' && step === 'request' && !hangsOnMore(finding);
    const isLast = at + 1 >= steps.length;
    if (isLast || told.outcome === 'still there' || isFixed || !isTested(report))
      return {
        ...told,
        requests: reports.reduce((sum, { requests }) => sum + requests.total, 0),
        leftovers: reports.flatMap(({ leftovers }) => leftovers),
        report,
      };
  }
}

function stepsFor(finding: Finding, catalogue: Catalogue): Step[] {
  const { requirement, exchange } = finding;
  const { needs = [], invalidBodies } = traitsOf(requirement);
  if (needsLimited(finding) || needs.includes('proof')) return ['requirement'];
  const checks = catalogue.checks.filter((one) => one.requirement === requirement);
  const kinds = new Set(checks.map(({ kind }) => kind));
  const byResponse = kinds.has('everyResponse') || (invalidBodies && !needs.includes('known store'));
  const isResent =
    byResponse && !kinds.has('check') && exchange !== undefined && requestOf(exchange) !== undefined;
  const takesRun = kinds.has('conclusion') || kinds.has('wholeRun') || hangsOnMore(finding);
  const steps: Step[] = isResent ? ['request', 'requirement'] : ['requirement'];
  return takesRun ? [...steps, 'run'] : steps;
}

/** Whether it takes a used-up window to see the finding again: nothing else brings a 429 about for certain. */
export function needsLimited({ exchange }: Finding): boolean {
  return exchange?.response?.status === 429;
}

/** Whether the reported run saw the same request, or the same place, pass as well as fail. */
function hangsOnMore({ places, alsoCorrect = [], exchange }: Finding): boolean {
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

/** A finding, and what it is looked for with. */
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
  const session = openSession({ ...settings, shrinkRequests: 0 }, context, {
    catalogue,
    checks: [],
    wants: (id) => id === finding.requirement,
    exhaust: 'a replay sends no more than it needs',
    notSelected: ({ id }) =>
      id === finding.requirement ? undefined : { reason: 'not replayed', unlessTested: false },
  });
  let untestable: string | undefined;
  let exchange: Exchange | undefined;
  try {
    const first = await session.executor.probe(firstList);
    untestable = whyUntestable(first, new URL(settings.baseUrl));
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
  // What was sent before is judged, too: a control request that was accepted is seen.
  startJudging();
  return queue.send({
    purpose: 'the request of the finding',
    sentFor: requirement,
    priority: 1,
    make: () => markedAnew(request, oldMark, names.next),
  });
}

/** Replaces the mark of the reported run in a request by one of this run. */
function markedAnew(request: HttpRequest, oldMark: string, name: () => string): HttpRequest {
  if (request.body === undefined) return request;
  const text = Buffer.from(request.body).toString('latin1');
  const [old] = text.match(nameShape(oldMark).pattern) ?? [];
  if (old === undefined || oldMark === '') return request;
  const mark = name();
  return { ...request, mark, body: Buffer.from(text.replaceAll(old, mark), 'latin1') };
}

/** Restores the request of a record; undefined where the record holds none that the kit could have sent. */
function requestOf({ request }: RecordedExchange): HttpRequest | undefined {
  const { path, operation, contentType, bodyBase64 } = request.again;
  const credential = credentials.find((one) => one === request.again.credential);
  const known = namedOperations.find(
    (one) => one.id === operation && one.path === path && one.method === request.method,
  );
  if (known === undefined || credential === undefined) return undefined;
  // Its bytes held a secret, and the report does not have them.
  if (request.body !== undefined && bodyBase64 === undefined) return undefined;
  const body = bodyBase64 === undefined ? undefined : Buffer.from(bodyBase64, 'base64');
  return {
    ...{ method: known.method, path, operation: known.id, credential },
    ...definedOnly({ contentType, body }),
  };
}

/** Whether the target could be tested, and nothing but the target decided. */
function isTested({ complete, kitFaults, checkFaults, verdict, exchanges }: Report): boolean {
  const served = exchanges?.recorded.some(({ response }) => response !== undefined && response.status < 300);
  const reached = verdict.outcome !== 'could not be tested' || served === true;
  return complete && kitFaults.length === 0 && checkFaults === undefined && reached;
}

/** Decides what became of the finding; whether its conditions occurred, all reports of the replay tell together. */
function outcomeOf(
  finding: Finding,
  report: Report,
  all: readonly Report[],
  now: string | undefined,
): Pick<Replayed, 'outcome' | 'reason' | 'finding' | 'now'> {
  const { requirement } = finding;
  const stillThere = report.findings.find((one) => one.requirement === requirement);
  if (stillThere !== undefined) return { outcome: 'still there', finding: stillThere };
  const result = report.requirements.find(({ id }) => id === requirement);
  const passed = result?.verdict === 'pass' || result?.verdict === 'flaky';
  const missing = isTested(report) ? conditionMissing(finding, all) : undefined;
  if (missing !== undefined) {
    const proof = report.requirements.find(({ id }) => id === plainListsFor.proof);
    const why = passed ? (needsLimited(finding) ? proof?.reason : now) : result?.reason;
    const reason = `${missing}${why === undefined ? '' : ` (${why})`}.`;
    return { outcome: 'not reproduced', reason };
  }
  if (passed && isTested(report)) {
    const count = result.tested === 1 ? '1 response or case' : `${result.tested} responses or cases`;
    return { outcome: 'fixed', now: now ?? `${requirement} passed in a run (${count})` };
  }
  const { verdict, kitFaults, checkFaults = kitFaults } = report;
  const untold = verdict.outcome === 'could not be tested';
  const why = [verdict.sentence, ...checkFaults.slice(0, 1)].join(' ');
  const reason = untold ? why : (result?.reason ?? 'it was not exercised');
  return { outcome: 'could not tell', reason };
}

/** Why the finding could not have shown, or undefined where it could. */
function conditionMissing(finding: Finding, reports: readonly Report[]): string | undefined {
  const { requirement, exchange, alsoCorrect = [] } = finding;
  const { anyStatus, emptyStore } = traitsOf(requirement);
  const status = exchange?.response?.status;
  if (exchange === undefined || status === undefined) return undefined;
  const { operation, path } = exchange.request.again;
  const sent = reports.flatMap(({ exchanges }) => exchanges?.recorded ?? []);
  const met = sent.some(
    ({ request, response }) => request.again.operation === operation && response?.status === status,
  );
  if (needsLimited(finding) ? reports.every(({ requests }) => requests.rateLimited === 0) : anyStatus && !met)
    return `The finding shows in a ${status} to ${exchange.request.method} ${path}, and none was returned this time`;
  const order = orderMissing(finding, sent);
  if (order !== undefined) return order;
  const store = sent[0]?.response?.body.trim();
  if (emptyStore && alsoCorrect.length > 0 && store !== '[]')
    return 'In the reported run it failed at some times only, which may be while the service held nothing, and now it held something before the first request';
  return undefined;
}

/**
 * Why a finding that shows only right behind another request on its connection could not show among these exchanges;
 * undefined where it could, or where it depends on no such order (reading 18).
 */
function orderMissing(
  { exchange, comparedWith }: Finding,
  sent: readonly RecordedExchange[],
): string | undefined {
  const control = comparedWith?.exchange;
  if (exchange?.connection === undefined || control?.connection !== exchange.connection) return undefined;
  if (exchange.request.again.credential === control.request.again.credential) return undefined;
  const like = (shown: RecordedExchange) =>
    sent.filter(({ request }) => request.again.credential === shown.request.again.credential);
  const isRepeated = like(exchange).some(
    ({ id, connection, request }) =>
      connection !== undefined &&
      request.again.operation === exchange.request.again.operation &&
      like(control).some((before) => before.connection === connection && before.id < id),
  );
  return isRepeated
    ? undefined
    : 'The finding shows only behind a request with the key on one connection, and no connection stayed open for that this time';
}
