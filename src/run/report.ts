import type { Judge } from '../judge/judge.ts';
import type { Cause } from '../judge/tally.ts';
import type { Exchange } from '../model/exchange.ts';
import type {
  Configuration,
  Finding,
  Observation,
  Report,
  RequirementResult,
  TimelineRow,
} from '../model/report.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Baseline, Settings } from '../model/settings.ts';
import type { Verdict } from '../model/verdict.ts';
import { curlOf } from '../record/curl.ts';
import { type Recorder, recordBody, recordExchange } from '../record/record.ts';
import { ledger, ledgerVersion } from '../spec/ledger.ts';
import { exitStatusOf, outcomeOf } from '../verdict/exit-status.ts';
import { type NotAsked, verdictOf } from '../verdict/verdict-of.ts';
import { kit } from '../version.ts';
import { applyWaivers, type Waived } from '../waivers/apply.ts';
import { sayWhyMissed } from './missed-words.ts';
import { sentenceOf } from './verdict-sentence.ts';

/** As much of the rows of a list is kept as evidence, in characters. */
const mostOfListed = 2_000;

/** What a run knows when it ends. */
export interface Ended {
  readonly settings: Settings;
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly notAsked: (requirement: Requirement) => NotAsked | undefined;
  /** The answers that lead up to one, as the limiter showed itself in them. */
  readonly timelineUpTo: (exchange: Exchange) => readonly TimelineRow[];
  /** How many requests the search for a smaller body took, for a requirement and a cause. */
  readonly tries: (requirement: string, cause: string) => number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly untestable?: string;
  /** A question to the user that goes with the verdict: the first answer looks like that of a wrong address. */
  readonly doubt?: string;
  readonly facts: Pick<
    Report,
    'runMark' | 'plan' | 'requests' | 'waits' | 'timeline' | 'residue' | 'exchanges'
  >;
}

/** Puts the report together: verdicts, findings, observations, and the outcome that follows from them. */
export function buildReport(ended: Ended): Report {
  const { settings, judge, recorder } = ended;
  const { requirements, findings, waivers } = judged(ended);
  const outcome = outcomeOf({
    interrupted: ended.interrupted,
    verdicts: requirements.map((row) => ({ ...row, known: allKnown(row.id, findings) })),
    waiversOutOfDate: waivers.some(({ state }) => state === 'expired' || state === 'stale'),
    ...(ended.untestable === undefined ? {} : { untestable: ended.untestable }),
    kitFaults: judge.kitFaults.length,
    strict: settings.strict,
    failOnAdvisory: settings.failOnAdvisory,
  });
  const counts = countVerdicts(requirements);
  return {
    format: 'petstore-conformance/report',
    formatVersion: 1,
    kit: { ...kit, node: process.version },
    ledger: { version: ledgerVersion, requirements: ledger.length },
    startedAt: ended.startedAt.toISOString(),
    finishedAt: ended.finishedAt.toISOString(),
    durationMs: Math.round(ended.durationMs),
    target: settings.baseUrl,
    configuration: configurationOf(settings, recorder.redact),
    ...ended.facts,
    verdict: {
      outcome,
      exitStatus: exitStatusOf(outcome),
      sentence: [
        sentenceOf({
          ...{ outcome, counts, requirements, waivers },
          ...(ended.untestable === undefined ? {} : { untestable: ended.untestable }),
          kitFaults: judge.kitFaults.length,
          strict: settings.strict,
          ...(settings.baseline === undefined ? {} : { baseline: settings.baseline }),
        }),
        ...(ended.doubt === undefined ? [] : [ended.doubt]),
      ].join(' '),
      counts,
    },
    requirements,
    findings,
    observations: requirements.flatMap(observationOf),
    ...(settings.waivers === undefined ? {} : { waivers }),
    ...(settings.baseline === undefined ? {} : { baseline: baselineOf(settings.baseline) }),
    kitFaults: judge.kitFaults.map(recorder.redact),
    complete: !ended.interrupted,
  };
}

/** Verdicts and findings, with the waivers and the baseline of the settings applied. */
function judged(ended: Ended): Waived {
  const { settings, startedAt } = ended;
  const rows = sayWhyMissed(ledger.map((requirement) => resultOf(requirement, ended)));
  const known = new Set(settings.baseline?.signatures);
  const found = rows
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .flatMap(({ id }) => findingsOf(id, ended))
    .map((finding): Finding => (known.has(finding.signature) ? { ...finding, known: true } : finding));
  const today = startedAt.toISOString().slice(0, 10);
  return applyWaivers({ requirements: rows, findings: found }, settings.waivers ?? [], today);
}

/** Whether a requirement is broken in no other way than the baseline knows; waived findings are accounted for. */
function allKnown(id: string, findings: readonly Finding[]): boolean {
  const open = findings.filter(({ requirement, waived }) => requirement === id && waived === undefined);
  return open.length > 0 && open.every(({ known }) => known === true);
}

function baselineOf({ target, startedAt }: Baseline): NonNullable<Report['baseline']> {
  return { target, startedAt };
}

function resultOf(requirement: Requirement, { judge, notAsked, recorder }: Ended): RequirementResult {
  const { id, level, title, source } = requirement;
  const tally = judge.tally(id);
  const { verdict, reason } = verdictOf(requirement, tally, notAsked(requirement));
  const result = { id, level, verdict, title, source, exercised: tally.exercised };
  return reason === undefined ? result : { ...result, reason: recorder.redact(reason) };
}

function findingsOf(id: string, ended: Ended): Finding[] {
  const requirement = ledger.find((row) => row.id === id);
  if (requirement === undefined) return [];
  const { causes, kept, exercised } = ended.judge.tally(id);
  return [...causes.values()].map((cause) => ({
    ...findingOf(requirement, cause, ended),
    exercised,
    ...(kept.size === 0 ? {} : { kept: countsOf(kept, ended.recorder) }),
  }));
}

function findingOf(
  requirement: Requirement,
  cause: Cause,
  { recorder, tries, timelineUpTo }: Ended,
): Finding {
  const { id, level, title, source, sentence, means, mend } = requirement;
  const { mismatch, exchange, firstFound, count, instances, places } = cause;
  const { comparedWith, listed } = mismatch;
  const { redact } = recorder;
  return {
    requirement: id,
    level,
    title,
    source,
    ...(sentence === undefined ? {} : { sentence }),
    signature: redact(`${id}: ${mismatch.cause}`),
    expected: redact(mismatch.expected),
    received: redact(mismatch.received),
    count,
    instances: [...instances].map(redact),
    places: countsOf(places, recorder),
    ...(exchange === undefined ? {} : evidenceOf(exchange, recorder)),
    ...(comparedWith === undefined ? {} : { comparedWith: evidenceOf(comparedWith, recorder) }),
    ...(listed === undefined ? {} : { listed: redact(listed).slice(0, mostOfListed) }),
    ...(exchange !== undefined && isOfLimiter(id) ? { timeline: timelineUpTo(exchange) } : {}),
    ...payloadOf(exchange, firstFound, id, tries(id, mismatch.cause)),
    means,
    mend,
  };
}

function countsOf(places: ReadonlyMap<string, number>, { redact }: Recorder): Finding['places'] {
  return [...places].map(([place, count]) => ({ place: redact(place), count }));
}

function evidenceOf(exchange: Exchange, recorder: Recorder): NonNullable<Finding['comparedWith']> {
  return { exchange: recordExchange(exchange, recorder), curl: curlOf(exchange.request, recorder) };
}

/** Rows that several answers prove together. */
function isOfLimiter(id: string): boolean {
  return id.startsWith('limit.') || id === 'headers.usage' || id === 'headers.limit-steady';
}

/** The drawn payload that shows a finding, as first found and at its smallest. */
function payloadOf(
  smallest: Exchange | undefined,
  firstFound: Exchange | undefined,
  id: string,
  tries: number,
): Pick<Finding, 'payload'> {
  const drawn = smallest?.request.drawn;
  if (smallest === undefined || drawn === undefined) return {};
  const { faultClass, seed, path } = drawn;
  const { id: name, fault, twin, accepted } = faultClass;
  return {
    payload: {
      class: name,
      ...{ fault, twin, accepted, seed, path, tries },
      found: recordBody((firstFound ?? smallest).request),
      smallest: recordBody(smallest.request),
      replay: `npx petstore-conformance replay report.json --finding ${id}`,
    },
  };
}

function observationOf({ id, verdict, reason }: RequirementResult): Observation[] {
  return verdict === 'observed' && reason !== undefined ? [{ requirement: id, text: reason }] : [];
}

function countVerdicts(requirements: readonly RequirementResult[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = {
    pass: 0,
    fail: 0,
    warn: 0,
    observed: 0,
    'not exercised': 0,
    'not asked': 0,
    waived: 0,
    flaky: 0,
    excluded: 0,
  };
  for (const { verdict } of requirements) counts[verdict]++;
  return counts;
}

function configurationOf(settings: Settings, redact: (text: string) => string): Configuration {
  return {
    baseUrl: settings.baseUrl,
    ...(settings.plan === undefined ? {} : { plan: settings.plan }),
    ...(settings.description === undefined ? {} : { description: redact(settings.description.from) }),
    profile: settings.profile,
    seed: settings.seed,
    concurrency: settings.concurrency,
    timeoutSeconds: settings.timeoutSeconds,
    maxRequests: settings.maxRequests,
    maxCreates: settings.maxCreates,
    payloads: settings.payloads,
    shrinkRequests: settings.shrinkRequests,
    maxWaitSeconds: settings.maxWaitSeconds,
    exhaust: settings.exhaust,
    nearMisses: settings.nearMisses,
    ...(settings.only === undefined ? {} : { only: settings.only }),
    strict: settings.strict,
    failOnAdvisory: settings.failOnAdvisory,
    headerNames: settings.headers.map(([name]) => name),
  };
}
