import { firstCreation, firstList } from '../../suites/index.ts';
import { type Exchange, type HttpRequest, presentations } from '../model/exchange.ts';
import type { Finding, RecordedExchange, Report } from '../model/report.ts';
import type { Settings } from '../model/settings.ts';
import { Stopped } from '../pacing/stopped.ts';
import { nameShape } from '../payloads/names.ts';
import { namedOperations } from '../spec/operations.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import { whyUntestable } from './preflight.ts';
import { run } from './run.ts';
import { openSession, type RunContext, type Session } from './session.ts';

/** What became of a finding. */
export interface Replayed {
  readonly outcome: 'mended' | 'still there' | 'could not tell';
  /** Why it could not be told. */
  readonly reason?: string;
  /** The finding as it is now, where it is still there. */
  readonly finding?: Finding;
  /** Requests that it took. */
  readonly requests: number;
  readonly report: Report;
}

/**
 * Sends one finding of a report again, to the target of the settings, with as few requests as it needs: the
 * first list, a valid creation where a body is to be refused (its twin), and the request itself. A finding that
 * no single answer decides is looked for in a run with `--only`.
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
  const request = finding.exchange === undefined ? undefined : requestOf(finding.exchange);
  const answers = request !== undefined && isDecidedByOneAnswer(finding.requirement, catalogue);
  const report = answers
    ? await replayRequest(
        { requirement: finding.requirement, request, oldMark, catalogue },
        settings,
        context,
      )
    : await run({ ...settings, only: finding.requirement }, context);
  return outcomeOf(finding.requirement, report);
}

/** Rows whose rules judge single answers, and those of the bodies to refuse. */
function isDecidedByOneAnswer(requirement: string, catalogue: Catalogue): boolean {
  const members = catalogue.members.filter((one) => one.requirement === requirement);
  const judged =
    members.some(({ kind }) => kind === 'everyResponse') || /^invalid\.(name|desc|body)/.test(requirement);
  return judged && !members.some(({ kind }) => kind === 'check');
}

/** One request of a report, and what it is judged by. */
interface Again {
  readonly requirement: string;
  readonly request: HttpRequest;
  readonly oldMark: string;
  readonly catalogue: Catalogue;
}

async function replayRequest(again: Again, settings: Settings, context: RunContext): Promise<Report> {
  const { requirement, catalogue } = again;
  const session = openSession({ ...settings, shrinkRequests: 0 }, context, {
    catalogue,
    members: [],
    wants: (row) => row === requirement,
    exhaust: 'a replay sends no more than it needs',
    notAsked: ({ id }) =>
      id === requirement ? undefined : { reason: 'not replayed', unlessExercised: false },
  });
  let untestable: string | undefined;
  try {
    const first = await session.executor.probe(firstList);
    untestable = whyUntestable(first, new URL(settings.baseUrl));
    if (untestable === undefined) await sendAgain(session, again);
  } catch (error) {
    if (error instanceof Stopped) untestable = `The request could not be sent again: ${error.message}.`;
    else session.judge.kitFault('the replay', error);
  }
  const { requests } = session.queue.counts;
  const plan = {
    checks: 1,
    withKey: requests,
    withoutKey: 0,
    creates: 0,
    refusedBodies: 0,
    atMost: requests,
  };
  return session.finish({ plan, tries: new Map(), ...(untestable === undefined ? {} : { untestable }) });
}

async function sendAgain(
  { executor, queue, names, startJudging }: Session,
  { requirement, request, oldMark }: Again,
): Promise<Exchange> {
  if (requirement.startsWith('invalid.')) await executor.probe(firstCreation);
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
  return {
    method: known.method,
    path,
    operation: known.id,
    presentation,
    ...(contentType === undefined ? {} : { contentType }),
    ...(bodyBase64 === undefined ? {} : { body: Buffer.from(bodyBase64, 'base64') }),
  };
}

function outcomeOf(requirement: string, report: Report): Replayed {
  const requests = report.requests.total;
  const finding = report.findings.find((one) => one.requirement === requirement);
  if (finding !== undefined) return { outcome: 'still there', finding, requests, report };
  const result = report.requirements.find(({ id }) => id === requirement);
  const passed = result?.verdict === 'pass' || result?.verdict === 'flaky';
  if (passed && report.complete && report.kitFaults.length === 0 && report.checkFaults === undefined)
    return { outcome: 'mended', requests, report };
  const reason =
    report.verdict.outcome === 'could not be tested' && !passed
      ? report.verdict.sentence
      : (result?.reason ?? 'it was not exercised');
  return { outcome: 'could not tell', reason, requests, report };
}
