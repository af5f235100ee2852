import { startReferenceServer } from '../reference-server/index.ts';
import type { Settings } from '../src/config/settings.ts';
import { replay } from '../src/engine/replay.ts';
import type { Finding, RecordedExchange, Report } from '../src/report/model/report.ts';
import { catalog } from '../src/spec/catalog.ts';
import type { Example, ShownExchange } from '../src/spec/examples.ts';
import type { Requirement } from '../src/spec/requirement.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import { defectRows } from './reference.ts';
import { createSharedClock } from './shared-clock.ts';
import { runTrial, trialKeys, trialSettings } from './trial.ts';

/** One request at a time, so that two runs send the same requests in the same order. */
const inOrder: Partial<Settings> = { keepExchanges: true, concurrency: 1 };

/** How many defects are tried per requirement to find one whose exchange is easy to read. */
const maxTried = 6;

/** Returns the report of a run against the reference server. Each kind of run is made only once. */
type ReferenceRun = (settings: Partial<Settings>) => Promise<Report>;

/**
 * Makes an example for each requirement that a run can check: the exchange that shows a defect, and the response of
 * the reference server to the same request.
 */
export async function makeExamples(wanted: readonly Requirement[] = catalog): Promise<Example[]> {
  const reports = new Map<string, Promise<Report>>();
  const reference: ReferenceRun = (settings) => {
    const name = JSON.stringify(settings);
    const report = reports.get(name) ?? runTrial({}, settings).then((trial) => trial.report);
    reports.set(name, report);
    return report;
  };
  const examples: Example[] = [];
  for (const row of wanted) {
    const example = await (row.level === 'observed' ? observation : contrast)(row, reference);
    if (example !== undefined) examples.push(example);
  }
  return examples;
}

/** Shows an exchange for an observed requirement, which nothing can violate. */
async function observation(
  { id, asked }: Requirement,
  reference: ReferenceRun,
): Promise<Example | undefined> {
  const isIt = observedIn[id];
  if (isIt === undefined) return undefined;
  const report = await reference(asked === 'thorough' ? { ...inOrder, profile: 'thorough' } : inOrder);
  const seen = report.exchanges?.recorded.find(isIt);
  return seen && { requirement: id, passing: shownExchange(seen, report, id) };
}

/** Shows the same request with a correct and a wrong response. */
async function contrast({ id }: Requirement, reference: ReferenceRun): Promise<Example | undefined> {
  const found = await findingOf(id);
  if (found === undefined) return undefined;
  const { defect, finding, report, settings } = found;
  const conforming = id.startsWith('invalid.') ? await sentToReference(found) : await reference(settings);
  const control = controlOf(finding, conforming.exchanges?.recorded ?? []);
  return {
    requirement: id,
    ...definedOnly({ passing: control && shownExchange(control, conforming, id) }),
    failing: {
      defect,
      expected: withoutMark(finding.expected, report),
      received: withoutMark(finding.received, report),
      ...definedOnly({ exchange: finding.exchange && shownExchange(finding.exchange, report, id) }),
    },
  };
}

interface Found {
  readonly defect: string;
  readonly finding: Finding;
  readonly report: Report;
  readonly settings: Partial<Settings>;
}

/** Finds a finding for a requirement, preferably with an exchange. Defects that violate nothing else come first. */
async function findingOf(id: string): Promise<Found | undefined> {
  const breaking = defectRows
    .filter(({ expect }) => expect.reports.includes(id))
    .sort((a, b) => a.expect.reports.length - b.expect.reports.length);
  let best: Found | undefined;
  for (const row of breaking.slice(0, maxTried)) {
    const settings = { ...row.settings, ...inOrder };
    const { report } = await runTrial({ change: row.change }, settings);
    const finding = report.findings.find(({ requirement }) => requirement === id);
    if (finding === undefined) continue;
    const found = { defect: row.id, finding, report, settings };
    if (isEasyToRead(finding.exchange)) return found;
    if (best?.finding.exchange === undefined) best = found;
  }
  return best;
}

/** Some payloads are mostly whitespace on purpose, and reports omit list elements that the run did not create. */
function isEasyToRead(exchange: RecordedExchange | undefined): boolean {
  if (exchange === undefined) return false;
  const { request, response } = exchange;
  return !/\s{2}|\n/.test(request.body ?? '') && !/did not create/.test(response?.body ?? '');
}

/** Replays a finding against the reference server, because no other run sends the same, smallest payload. */
async function sentToReference({ finding, report, settings }: Found): Promise<Report> {
  const clock = createSharedClock();
  const server = await startReferenceServer({ keys: trialKeys, clock });
  try {
    return (await replay([finding], report.runMark, trialSettings(server.url, settings), { clock })).report;
  } finally {
    await server.close();
  }
}

/** Finds the exchange of a conforming run that is most like that of a finding. */
function controlOf(
  { requirement, exchange }: Finding,
  kept: readonly RecordedExchange[],
): RecordedExchange | undefined {
  const limited = kept.findLastIndex(is429);
  // These two concern what happens at the limit and after it, whatever the request.
  if (requirement === 'limit.enforced') return kept[limited];
  if (requirement === 'limit.recovers') return kept[limited + 1];
  if (exchange === undefined) return kept.find(isFor('listCategories'));
  const { again, body } = exchange.request;
  const likeness = (other: RecordedExchange): number =>
    [
      other.request.again.operation === again.operation,
      other.request.again.credential === again.credential,
      other.request.body?.length === body?.length,
      other.purpose === exchange.purpose,
      other.response?.status === exchange.response?.status,
    ].reduce((points, alike) => points * 2 + Number(alike), 0);
  // The sort is stable: among equals, the first exchange wins.
  return kept.toSorted((a, b) => likeness(b) - likeness(a))[0];
}

const is429 = ({ response }: RecordedExchange): boolean => response?.status === 429;

const isFor =
  (operation: string) =>
  ({ request }: RecordedExchange): boolean =>
    request.again.operation === operation;

const isServedFor =
  (operation: string) =>
  (exchange: RecordedExchange): boolean =>
    isFor(operation)(exchange) && exchange.response?.status === 200;

/** The exchanges that show each observed requirement. */
const observedIn: Readonly<Record<string, (exchange: RecordedExchange) => boolean>> = {
  'create.location': ({ response }) => response?.status === 201,
  'errors.codes': ({ response }) => response?.status === 401,
  'headers.reset-reached': isFor('listCategories'),
  'limit.retry-after-unit': is429,
  'limit.body': is429,
  'invalid.null-description': ({ purpose }) => purpose === 'description is null',
  'invalid.unstated': ({ request }) => request.body?.includes('"name":""') === true,
  'versioning.sunset': isServedFor('petById'),
};

/** The longest body in an example, in characters. */
const longestBody = 240;
const ordinaryHeaders =
  /^(date|connection|keep-alive|content-length|transfer-encoding|etag|server|vary|cache-control)$/i;
const limiterHeaders = /^((x-)?rate-?limit.*|retry-after)$/i;
/** Replaces the random letters at the start of each name. */
const exampleMark = 'kitqzabcde';

/** Reduces an exchange to the parts relevant to the requirement, without random ones. */
function shownExchange(
  { request, response, fault }: RecordedExchange,
  run: Pick<Report, 'runMark'>,
  requirement: string,
): ShownExchange {
  const text = (body: string): string => {
    const whole = withoutMark(body, run);
    return whole.length > longestBody ? `${whole.slice(0, longestBody)}…` : whole;
  };
  return {
    request: {
      method: request.method,
      path: withoutMark(request.again.path, run),
      headers: request.headers.filter(([name]) => /^(authorization|content-type)$/i.test(name)),
      ...definedOnly({ body: request.body === undefined ? undefined : text(request.body) }),
    },
    ...definedOnly({
      response: response && {
        status: response.status,
        reason: response.reason,
        headers: response.headers.filter(([name]) => isShown(name, requirement)),
        body: text(response.body),
      },
      fault,
    }),
  };
}

function withoutMark(text: string, { runMark }: Pick<Report, 'runMark'>): string {
  return text.replaceAll(runMark, exampleMark);
}

function isShown(name: string, requirement: string): boolean {
  if (limiterHeaders.test(name)) return /^(headers|limit)\./.test(requirement);
  if (/^www-authenticate$/i.test(name)) return requirement.startsWith('auth.');
  if (/^date$/i.test(name)) return /^(http\.date|headers\.reset|limit\.retry)/.test(requirement);
  return !ordinaryHeaders.test(name);
}
