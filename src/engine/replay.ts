import { firstCreation, firstList } from '../../suites/index.ts';
import type { Settings } from '../config/settings.ts';
import { placeOf } from '../exchange/answer.ts';
import { type Exchange, type HttpRequest, presentations } from '../exchange/exchange.ts';
import { Stopped } from '../exchange/stopped.ts';
import { nameShape } from '../payloads/names.ts';
import type { Finding, RecordedExchange, Report, Residue } from '../report/model/report.ts';
import { plainListsFor, traitsOf } from '../spec/ledger.ts';
import { namedOperations } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { whyUntestable } from './preflight.ts';
import { run } from './run.ts';
import { type Catalogue, catalogueOf } from './select.ts';
import { openSession, type RunContext, type Session } from './session.ts';

/** What became of a finding. */
export interface Replayed {
  /** `not reproduced`: the requirement passed, but the conditions of the finding did not occur again. */
  readonly outcome: 'mended' | 'still there' | 'not reproduced' | 'could not tell';
  /** Why it was not reproduced, or could not be told. */
  readonly reason?: string;
  /** The finding as it is now, where it is still there. */
  readonly finding?: Finding;
  /** What was seen in its place, where it is mended. */
  readonly now?: string;
  /** Requests that it took. */
  readonly requests: number;
  /** What it left behind on the target. */
  readonly residue: readonly Residue[];
  /** The report of what was sent last. */
  readonly report: Report;
}

type Told = Omit<Replayed, 'requests' | 'residue'>;

/** What is sent, the cheapest first: the request alone, a run of the requirement, and the reported run again. */
type Step = 'request' | 'requirement' | 'run';

/**
 * Looks for one finding of a report again, at the target of the settings, with as few requests as that takes: the
 * request alone where one answer decides, a run of its requirement (with the proof of the limit for what shows in a
 * 429), and only where more than that may have brought it about, the run that `settings` describe.
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
  const again = { finding, oldMark, catalogue };
  const lookFor = async (
    [step = 'requirement', ...further]: readonly Step[],
    earlier: readonly Report[],
  ): Promise<Replayed> => {
    const { report, now } = await take(step, again, { ...settings, keepExchanges: true }, context);
    const reports = [...earlier, report];
    const told = outcomeOf(finding, report, reports, now);
    const shown = told.outcome === 'mended' && step === 'request' && !hangsOnMore(finding);
    if (further.length > 0 && told.outcome !== 'still there' && !shown && isTested(report))
      return lookFor(further, reports);
    return {
      ...told,
      requests: reports.reduce((sum, { requests }) => sum + requests.total, 0),
      residue: reports.flatMap(({ residue }) => residue),
    };
  };
  return lookFor(stepsFor(finding, catalogue), []);
}

function stepsFor(finding: Finding, catalogue: Catalogue): Step[] {
  const { requirement, exchange } = finding;
  const { needs = [], invalidBodies } = traitsOf(requirement);
  if (needsLimited(finding) || needs.includes('proof')) return ['requirement'];
  const members = catalogue.members.filter((one) => one.requirement === requirement);
  const kinds = new Set(members.map(({ kind }) => kind));
  const byAnswer = kinds.has('everyResponse') || (invalidBodies && !needs.includes('known store'));
  const resent =
    byAnswer && !kinds.has('check') && exchange !== undefined && requestOf(exchange) !== undefined;
  return [
    ...(resent ? (['request'] as const) : []),
    'requirement',
    ...(kinds.has('conclusion') || kinds.has('wholeRun') || hangsOnMore(finding) ? (['run'] as const) : []),
  ];
}

/** Whether it takes a used-up window to see the finding again: nothing else brings a 429 about for certain. */
export function needsLimited({ exchange }: Finding): boolean {
  return exchange?.response?.status === 429;
}

/** Whether the reported run saw the same request, or the same place, right as well as wrong. */
function hangsOnMore({ places, kept = [], exchange }: Finding): boolean {
  if (places.some(({ place }) => kept.some((one) => one.place === place))) return true;
  const { method, again } = exchange?.request ?? {};
  if (method !== 'GET' || again?.presentation !== 'bearer') return false;
  return kept.some(({ place }) => place.startsWith(`${method} ${again.path} `));
}

/** `now`: what the repeated request was answered, where it was one. */
async function take(
  step: Step,
  again: Again,
  settings: Settings,
  context: RunContext,
): Promise<{ readonly report: Report; readonly now?: string }> {
  const { finding } = again;
  if (step === 'request') {
    const { report, exchange } = await replayRequest(again, settings, context);
    return { report, ...definedOnly({ now: exchange && placeOf(exchange) }) };
  }
  const only = needsLimited(finding) ? `${finding.requirement},${plainListsFor.proof}` : finding.requirement;
  return { report: await run(step === 'run' ? settings : { ...settings, only }, context) };
}

/** A finding, and what it is looked for with. */
interface Again {
  readonly finding: Finding;
  readonly oldMark: string;
  readonly catalogue: Catalogue;
}

async function replayRequest(
  order: Again,
  settings: Settings,
  context: RunContext,
): Promise<{ readonly report: Report; readonly exchange?: Exchange }> {
  const { requirement } = order.finding;
  const { catalogue } = order;
  const session = openSession({ ...settings, shrinkRequests: 0 }, context, {
    catalogue,
    members: [],
    wants: (row) => row === requirement,
    exhaust: 'a replay sends no more than it needs',
    notAsked: ({ id }) =>
      id === requirement ? undefined : { reason: 'not replayed', unlessExercised: false },
  });
  let untestable: string | undefined;
  let exchange: Exchange | undefined;
  try {
    const first = await session.executor.probe(firstList);
    untestable = whyUntestable(first, new URL(settings.baseUrl));
    if (untestable === undefined) exchange = await sendAgain(session, order);
  } catch (error) {
    if (error instanceof Stopped) untestable = `The request could not be sent again: ${error.message}.`;
    else session.judge.kitFault('the replay', error);
  }
  const { requests } = session.queue.counts();
  const plan = {
    checks: 1,
    withKey: requests,
    withoutKey: 0,
    creates: 0,
    refusedBodies: 0,
    atMost: requests,
  };
  const report = await session.finish({
    ...{ plan, tries: new Map() },
    ...definedOnly({ untestable }),
  });
  return { report, ...definedOnly({ exchange }) };
}

async function sendAgain(
  { executor, queue, names, startJudging }: Session,
  { finding: { requirement, exchange }, oldMark }: Again,
): Promise<Exchange | undefined> {
  const request = exchange === undefined ? undefined : requestOf(exchange);
  if (request === undefined) return undefined;
  if (traitsOf(requirement).invalidBodies) await executor.probe(firstCreation);
  // Only what is sent from here on is judged anew; a twin that was accepted is seen all the same.
  startJudging();
  return queue.send({
    purpose: 'the request of the finding',
    sentFor: requirement,
    worth: 1,
    make: () => markedAnew(request, oldMark, names.next),
  });
}

/** The request as it was, with a mark of this run in the place of that of the reported one. */
function markedAnew(request: HttpRequest, oldMark: string, name: () => string): HttpRequest {
  if (request.body === undefined) return request;
  const text = Buffer.from(request.body).toString('latin1');
  const [old] = text.match(nameShape(oldMark).pattern) ?? [];
  if (old === undefined || oldMark === '') return request;
  const mark = name();
  return { ...request, mark, body: Buffer.from(text.replaceAll(old, mark), 'latin1') };
}

/** The request of a record, or undefined where the record holds none that the kit could have sent. */
function requestOf({ request }: RecordedExchange): HttpRequest | undefined {
  const { path, operation, contentType, bodyBase64 } = request.again;
  const presentation = presentations.find((one) => one === request.again.presentation);
  const known = namedOperations.find(({ id }) => id === operation);
  const { method } = request;
  if (known === undefined || known.path !== path || known.method !== method) return undefined;
  if (presentation === undefined) return undefined;
  // Its bytes held a secret, and the report does not have them.
  if (request.body !== undefined && bodyBase64 === undefined) return undefined;
  return {
    method: known.method,
    path,
    operation: known.id,
    presentation,
    ...definedOnly({
      contentType,
      body: bodyBase64 === undefined ? undefined : Buffer.from(bodyBase64, 'base64'),
    }),
  };
}

/** Whether the target could be tested, and nothing but the target decided. */
function isTested({ complete, kitFaults, checkFaults, verdict, exchanges }: Report): boolean {
  const served = exchanges?.kept.some(({ response }) => response !== undefined && response.status < 300);
  const reached = verdict.outcome !== 'could not be tested' || served === true;
  return complete && kitFaults.length === 0 && checkFaults === undefined && reached;
}

/** What a report says of the finding; whether its conditions occurred, all reports of the replay tell together. */
function outcomeOf(finding: Finding, report: Report, all: readonly Report[], now?: string): Told {
  const { requirement } = finding;
  const stillThere = report.findings.find((one) => one.requirement === requirement);
  if (stillThere !== undefined) return { outcome: 'still there', finding: stillThere, report };
  const result = report.requirements.find(({ id }) => id === requirement);
  const passed = result?.verdict === 'pass' || result?.verdict === 'flaky';
  const missing = isTested(report) ? conditionMissing(finding, all) : undefined;
  if (missing !== undefined) {
    const proof = report.requirements.find(({ id }) => id === plainListsFor.proof);
    const why = passed ? (needsLimited(finding) ? proof?.reason : now) : result?.reason;
    const reason = `${missing}${why === undefined ? '' : ` (${why})`}.`;
    return { outcome: 'not reproduced', reason, report };
  }
  if (passed && isTested(report))
    return { outcome: 'mended', now: now ?? runWords(requirement, result.exercised), report };
  const { verdict, kitFaults, checkFaults = kitFaults } = report;
  const untold = verdict.outcome === 'could not be tested';
  const why = [verdict.sentence, ...checkFaults.slice(0, 1)].join(' ');
  const reason = untold ? why : (result?.reason ?? 'it was not exercised');
  return { outcome: 'could not tell', reason, report };
}

/** Why the finding could not have shown, or undefined where it could. */
function conditionMissing(finding: Finding, reports: readonly Report[]): string | undefined {
  const { requirement, exchange, kept = [] } = finding;
  const { anyStatus, emptyStore } = traitsOf(requirement);
  const status = exchange?.response?.status;
  if (exchange === undefined || status === undefined) return undefined;
  const { operation, path } = exchange.request.again;
  const sent = reports.flatMap(({ exchanges }) => exchanges?.kept ?? []);
  const met = sent.some(
    ({ request, response }) => request.again.operation === operation && response?.status === status,
  );
  if (needsLimited(finding) ? reports.every(({ requests }) => requests.answered429 === 0) : anyStatus && !met)
    return `The finding shows in a ${status} to ${exchange.request.method} ${path}, and none was returned this time`;
  const order = orderMissing(finding, sent);
  if (order !== undefined) return order;
  const store = sent[0]?.response?.body.trim();
  if (emptyStore && kept.length > 0 && store !== '[]')
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
  if (exchange.request.again.presentation === control.request.again.presentation) return undefined;
  const isLike = (one: RecordedExchange, other: RecordedExchange) =>
    one.request.again.presentation === other.request.again.presentation;
  const repeated = sent.some(
    (one) =>
      isLike(one, exchange) &&
      one.request.again.operation === exchange.request.again.operation &&
      one.connection !== undefined &&
      sent.some(
        (before) => before.connection === one.connection && before.id < one.id && isLike(before, control),
      ),
  );
  return repeated
    ? undefined
    : 'The finding shows only behind a request with the key on one connection, and no connection stayed open for that this time';
}

function runWords(requirement: string, exercised: number): string {
  const count = exercised === 1 ? '1 response or case' : `${exercised} responses or cases`;
  return `${requirement} passed in a run (${count})`;
}
