import { startReferenceServer } from '../reference-server/index.ts';
import type { Settings } from '../src/config/settings.ts';
import { replay } from '../src/engine/replay.ts';
import type { Finding, RecordedExchange, Report } from '../src/report/model/report.ts';
import type { Example } from '../src/spec/examples.ts';
import { ledger } from '../src/spec/ledger.ts';
import type { Requirement } from '../src/spec/requirement.ts';
import { type Entry, entries, settingsFor } from './entry.ts';
import { createSharedClock } from './shared-clock.ts';
import { shownExchange, withoutMark } from './shown-exchange.ts';
import { runTrial, trialKey, trialSettings } from './trial.ts';

/** One at a time, so that two runs send the same requests in the same order. */
const inOrder: Partial<Settings> = { keepExchanges: true, concurrency: 1 };

/** How many defects of a row are tried for one whose exchange can be read at a glance. */
const mostTried = 6;

/**
 * An example of each requirement that a run can look at, from real runs in virtual time: the exchange that shows
 * a defect of it, and what the reference server answers to the same request.
 */
export async function makeExamples(wanted: readonly Requirement[] = ledger): Promise<Example[]> {
  const reports = new Map<string, Promise<Report>>();
  const reference: ReferenceRun = (settings) => {
    const name = JSON.stringify(settings);
    const report = reports.get(name) ?? runTrial({}, settings).then((trial) => trial.report);
    reports.set(name, report);
    return report;
  };
  const examples: Example[] = [];
  for (const row of wanted) {
    const example =
      row.level === 'observed' ? await observation(row, reference) : await contrast(row, reference);
    if (example !== undefined) examples.push(example);
  }
  return examples;
}

/** The report of a run against the reference server; each kind of run is made once. */
type ReferenceRun = (settings: Partial<Settings>) => Promise<Report>;

/** A row that nothing can break: an exchange in which it is seen. */
async function observation(
  { id, asked }: Requirement,
  reference: ReferenceRun,
): Promise<Example | undefined> {
  const isIt = observedIn[id];
  if (isIt === undefined) return undefined;
  const report = await reference(asked === 'thorough' ? { ...inOrder, profile: 'thorough' } : inOrder);
  const seen = keptOf(report).find(isIt);
  return seen && { requirement: id, passing: shownExchange(seen, report, id) };
}

/** A row that can be broken: the same request, answered as it should be and as it should not. */
async function contrast({ id }: Requirement, reference: ReferenceRun): Promise<Example | undefined> {
  const found = await findingOf(id);
  if (found === undefined) return undefined;
  const { defect, finding, report, settings } = found;
  const conforming = id.startsWith('invalid.') ? await sentToReference(found) : await reference(settings);
  const twin = twinOf(finding, keptOf(conforming));
  return {
    requirement: id,
    ...(twin === undefined ? {} : { passing: shownExchange(twin, conforming, id) }),
    failing: {
      defect,
      expected: withoutMark(finding.expected, report),
      received: withoutMark(finding.received, report),
      ...(finding.exchange === undefined ? {} : { exchange: shownExchange(finding.exchange, report, id) }),
    },
  };
}

interface Found {
  readonly defect: string;
  readonly finding: Finding;
  readonly report: Report;
  readonly settings: Partial<Settings>;
}

/** A finding at a requirement, best one that its exchange shows; defects that break nothing else come first. */
async function findingOf(id: string): Promise<Found | undefined> {
  const breaking = entries
    .filter((entry): entry is Entry & { kind: 'defect' } => entry.kind === 'defect')
    .filter(({ server }) => server.requirements.includes(id))
    .sort((a, b) => a.server.requirements.length - b.server.requirements.length);
  let best: Found | undefined;
  for (const entry of breaking.slice(0, mostTried)) {
    const settings = { ...settingsFor(entry), ...inOrder };
    const { report } = await runTrial({ change: entry.server.change }, settings);
    const finding = report.findings.find(({ requirement }) => requirement === id);
    if (finding === undefined) continue;
    const found = { defect: entry.server.id, finding, report, settings };
    if (isReadAtAGlance(finding.exchange)) return found;
    if (best?.finding.exchange === undefined) best = found;
  }
  return best;
}

/** Bodies with much white space are drawn on purpose, and of a list only what the run created is recorded. */
function isReadAtAGlance(exchange: RecordedExchange | undefined): boolean {
  if (exchange === undefined) return false;
  const { request, response } = exchange;
  return !/\s{2}|\n/.test(request.body ?? '') && !/did not create/.test(response?.body ?? '');
}

/** What the reference server says to the very request of a finding: bodies are drawn, and drawn smaller. */
async function sentToReference({ finding, report, settings }: Found): Promise<Report> {
  const clock = createSharedClock();
  const server = await startReferenceServer({ keys: [{ key: trialKey, plan: 'free' }], clock });
  try {
    const again = trialSettings(server.url, settings);
    return (await replay(finding, report.runMark, again, { clock })).report;
  } finally {
    await server.close();
  }
}

/** The exchange of a conforming run that is most like the one that shows a finding. */
function twinOf(
  { requirement, exchange }: Finding,
  kept: readonly RecordedExchange[],
): RecordedExchange | undefined {
  const limited = kept.findLastIndex(is429);
  // These two are about what comes at the limit and behind it, whatever was asked.
  if (requirement === 'limit.enforced') return kept[limited];
  if (requirement === 'limit.recovers') return kept[limited + 1];
  if (exchange === undefined) return kept.find(asked('listCategories'));
  const { again, body } = exchange.request;
  const likeness = (other: RecordedExchange): number =>
    [
      other.request.again.operation === again.operation,
      other.request.again.presentation === again.presentation,
      other.request.body?.length === body?.length,
      other.purpose === exchange.purpose,
      other.response?.status === exchange.response?.status,
    ].reduce((points, alike) => points * 2 + Number(alike), 0);
  return kept.reduce<RecordedExchange | undefined>(
    (best, other) => (best === undefined || likeness(other) > likeness(best) ? other : best),
    undefined,
  );
}

function is429({ response }: RecordedExchange): boolean {
  return response?.status === 429;
}

function asked(operation: string): (exchange: RecordedExchange) => boolean {
  return ({ request }) => request.again.operation === operation;
}

/** Where to see what is only observed. */
const observedIn: Readonly<Record<string, (exchange: RecordedExchange) => boolean>> = {
  'create.location': ({ response }) => response?.status === 201,
  'errors.codes': ({ response }) => response?.status === 401,
  'headers.reset-reached': asked('listCategories'),
  'limit.retry-after-agrees': is429,
  'limit.retry-after-unit': is429,
  'limit.body': is429,
  'invalid.null-description': ({ request }) => request.body?.includes('"description":null') === true,
  'invalid.unstated': ({ request }) => request.body?.includes('"name":""') === true,
  'versioning.sunset': asked('petById'),
  'pets.exists': asked('petById'),
  'orders.exists': asked('orders'),
};

function keptOf({ exchanges }: Report): readonly RecordedExchange[] {
  return exchanges?.kept ?? [];
}
