import type { Baseline, Settings } from '../config/settings.ts';
import { boundReport } from '../report/json.ts';
import {
  type Configuration,
  type Finding,
  isKnown,
  type Observation,
  type Report,
  type RequirementResult,
  type Verdict,
} from '../report/model/report.ts';
import { redactReport } from '../report/record/redact.ts';
import { applyWaivers, type Waived } from '../report/waivers.ts';
import { ledger, ledgerVersion } from '../spec/ledger.ts';
import type { Requirement } from '../spec/requirement.ts';
import { kit } from '../version.ts';
import type { Catalogue } from './catalogue.ts';
import { exitStatusOf, outcomeOf } from './exit-status.ts';
import { type FindingParts, findingsOf, sectionField, shortRow } from './findings.ts';
import type { Judge } from './judge.ts';
import { sayWhyMissed } from './missed-words.ts';
import { type NotAsked, verdictOf } from './verdict-of.ts';
import { sentenceOf } from './verdict-sentence.ts';

/** What a run knows when it ends. */
export interface Ended extends FindingParts {
  readonly settings: Settings;
  readonly judge: Judge;
  readonly notAsked: (requirement: Requirement) => NotAsked | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly untestable?: string;
  /** A question to the user that goes with the verdict: the first answer looks like that of a wrong address. */
  readonly doubt?: string;
  readonly facts: Pick<
    Report,
    'runMark' | 'plan' | 'requests' | 'waits' | 'timeline' | 'residue' | 'earlierLeftovers' | 'exchanges'
  >;
}

/** Puts the report together, and takes out of it what is secret: nothing leaves a run by another way, and nothing that is too large to be read. */
export function buildReport(ended: Ended): Report {
  return boundReport(redactReport(unredacted(ended), ended.recorder.redact));
}

/** Verdicts, findings, observations, and the outcome that follows from them. */
function unredacted(ended: Ended): Report {
  const { settings, catalogue, judge, recorder } = ended;
  const { checkFaults } = judge;
  const { requirements, findings, waivers } = judged(ended);
  const outcome = outcomeOf({
    interrupted: ended.interrupted,
    verdicts: requirements.map((row) => ({ ...row, known: isKnown(row.id, findings) })),
    waiversOutOfDate: waivers.some(({ state }) => state === 'expired' || state === 'stale'),
    ...(ended.untestable === undefined ? {} : { untestable: ended.untestable }),
    faults: judge.kitFaults.length + checkFaults.length,
    strict: settings.strict,
    failOnAdvisory: settings.failOn === 'advisory',
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
    configuration: configurationOf(settings, catalogue),
    ...ended.facts,
    timeline: {
      ...ended.facts.timeline,
      rows: ended.facts.timeline.rows.map((row) => shortRow(row, recorder.redact)),
    },
    verdict: {
      outcome,
      exitStatus: exitStatusOf(outcome),
      sentence: [
        sentenceOf({
          ...{ outcome, counts, requirements, findings, waivers },
          ...(ended.untestable === undefined ? {} : { untestable: ended.untestable }),
          kitFaults: judge.kitFaults.length,
          checkFaults: checkFaults.length,
          strict: settings.strict,
          ...(settings.baseline === undefined ? {} : { baseline: settings.baseline }),
        }),
        ...(ended.doubt === undefined ? [] : [ended.doubt]),
        ...(settings.shortKey === true ? [shortKeyWords] : []),
      ].join(' '),
      counts,
    },
    requirements,
    findings,
    observations: requirements.flatMap(observationOf),
    ...(settings.waivers === undefined ? {} : { waivers }),
    ...(settings.baseline === undefined ? {} : { baseline: baselineOf(settings.baseline) }),
    kitFaults: judge.kitFaults,
    ...(checkFaults.length === 0 ? {} : { checkFaults }),
    complete: !ended.interrupted,
  };
}

const shortKeyWords =
  'The key cannot be told from other text (--allow-short-key): it is redacted only in header values, curl lines and addresses.';

/** Verdicts and findings, with the waivers and the baseline of the settings applied. */
function judged(ended: Ended): Waived {
  const { settings, catalogue, judge, startedAt } = ended;
  const rows = sayWhyMissed(
    catalogue.requirements,
    catalogue.requirements.map((requirement) => resultOf(requirement, ended)),
  );
  const known = new Set(settings.baseline?.signatures);
  const found = rows
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .flatMap(({ id }) => findingsOf(id, judge.tally(id), ended))
    .map((finding): Finding => (known.has(finding.signature) ? { ...finding, known: true } : finding));
  const today = startedAt.toISOString().slice(0, 10);
  return applyWaivers({ requirements: rows, findings: found }, settings.waivers ?? [], today);
}

function baselineOf({ target, startedAt }: Baseline): NonNullable<Report['baseline']> {
  return { target, startedAt };
}

function resultOf(requirement: Requirement, ended: Ended): RequirementResult {
  const { judge, notAsked, catalogue } = ended;
  const { id, level, title, source } = requirement;
  const tally = judge.tally(id);
  const { verdict, reason } = verdictOf(requirement, tally, notAsked(requirement));
  const section = sectionField(id, catalogue);
  const result = { id, level, verdict, title, source, ...section, exercised: tally.exercised };
  return reason === undefined ? result : { ...result, reason };
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

function configurationOf(settings: Settings, { files }: Catalogue): Configuration {
  const { name, configFile } = settings.namedTarget ?? {};
  return {
    baseUrl: settings.baseUrl,
    ...(name === undefined ? {} : { targetName: name }),
    ...(configFile === undefined ? {} : { configFile }),
    ...(settings.plan === undefined ? {} : { plan: settings.plan }),
    ...(settings.description === undefined ? {} : { description: settings.description.from }),
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
    ...(files.length === 0 ? {} : { checks: files }),
    strict: settings.strict,
    failOnAdvisory: settings.failOn === 'advisory',
    headerNames: settings.headers.map(([name]) => name),
  };
}
