import { optionSettingsOf, type Settings } from '../config/settings.ts';
import type { Readings } from '../readings/readings.ts';
import { type AcceptedResults, applyAccepted } from '../report/accepted.ts';
import { boundReport } from '../report/json.ts';
import type { Configuration, Report, RequirementResult, Verdict } from '../report/model/report.ts';
import { outcomes, verdictNames } from '../report/model/verdicts.ts';
import { byCause } from '../report/order.ts';
import { redactReport } from '../report/record/redact-report.ts';
import { scopeOf } from '../report/scope.ts';
import { requirementsVersion } from '../spec/catalog.ts';
import { reason } from '../spec/reasons.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { dayOf } from '../text/layout.ts';
import { kit } from '../version.ts';
import { type FindingParts, findingsOf } from './findings.ts';
import { isFixed } from './fixed.ts';
import type { Judge } from './judge.ts';
import type { Catalogue, NotSelected } from './select.ts';
import { observationsOf } from './tally.ts';
import { runOutcomeOf, verdictOf, withDependencies } from './verdict.ts';
import { sentenceOf } from './verdict-words.ts';

/** What a run passes to the report when it ends. */
export interface EvaluationResults extends FindingParts {
  readonly settings: Settings;
  readonly judge: Judge;
  readonly readings: Readings;
  readonly notSelected: (requirement: Requirement) => NotSelected | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  /** Why the run could not start, or why it ended early. */
  readonly untestable?: string;
  /** A question to the user about the base URL, shown with the verdict. */
  readonly doubt?: string;
  readonly sent: Pick<Report['requests'], 'retried' | 'creates'>;
  readonly facts: Pick<Report, 'plan' | 'waits' | 'leftovers' | 'earlierLeftovers' | 'exchanges'>;
}

/** Builds, redacts and bounds the report. Everything that a run returns passes through here. */
export function buildReport(results: EvaluationResults): Report {
  return boundReport(redactReport(unredacted(results), results.recorder.redact));
}

/** Builds a report that may still contain secrets and long strings. */
function unredacted(results: EvaluationResults): Report {
  const { settings, catalogue, judge, recorder, readings } = results;
  const { checkFaults, kitFaults } = judge;
  const { plan, waits, ...facts } = results.facts;
  const sentBodies = readings.bodies.digests();
  const judged = acceptedResults(results);
  const { requirements, findings, accepted } = judged;
  return {
    format: 'petstore-conformance/report',
    formatVersion: 3,
    kit: { ...kit, node: process.version },
    requirementsVersion,
    startedAt: results.startedAt.toISOString(),
    finishedAt: results.finishedAt.toISOString(),
    durationMs: Math.round(results.durationMs),
    target: settings.baseUrl,
    configuration: configurationOf(settings, catalogue),
    runMark: recorder.runMark,
    ...definedOnly({ labels: settings.labels }),
    plan,
    requests: { ...readings.counts.counted(), ...results.sent },
    waits,
    timeline: readings.timeline.rows(),
    ...facts,
    verdict: runVerdictOf(results, judged),
    requirements,
    findings,
    observations: requirements
      .filter(({ verdict }) => verdict === 'observed')
      .flatMap(({ id }) =>
        observationsOf(judge.tally(id)).map((text) => ({
          requirement: id,
          text: results.recorder.redact.traffic(text),
        })),
      ),
    ...(sentBodies.length === 0 ? {} : { sentBodies }),
    sentForms: readings.sentForms.all(),
    ...(readings.lists.startedEmpty() ? { startedEmpty: true as const } : {}),
    ...(settings.accepted === undefined ? {} : { accepted }),
    kitFaults,
    ...(checkFaults.length === 0 ? {} : { checkFaults }),
    complete: !results.interrupted,
  };
}

/** Returns the verdict of a run: its outcome, and the sentence that says why. */
function runVerdictOf(results: EvaluationResults, judged: AcceptedResults): Report['verdict'] {
  const { settings, judge, readings, recorder } = results;
  const { requirements, findings, accepted } = judged;
  const decisive = {
    requirements,
    interrupted: results.interrupted,
    strict: settings.strict,
    kitFaults: judge.kitFaults.length,
    checkFaults: judge.checkFaults.length,
    failOnAdvisory: settings.failOn === 'advisory',
    // The reason may quote a Location or a body, so it is redacted before it becomes part of the kit's own words.
    ...definedOnly({
      untestable: results.untestable && recorder.redact.traffic(results.untestable),
    }),
  };
  const outcome = runOutcomeOf(decisive);
  const counts = countVerdicts(requirements);
  const sentences = [
    sentenceOf({
      ...decisive,
      outcome,
      counts,
      findings,
      accepted,
      ...definedOnly({ acceptedFrom: settings.acceptedFrom }),
    }),
    results.doubt,
    readings.recovery.isShared() ? sharedWords : undefined,
    settings.shortKey === true ? shortKeyWords : undefined,
  ];
  return {
    outcome,
    exitStatus: outcomes[outcome].exitStatus,
    sentence: sentences.filter((words) => words !== undefined).join(' '),
    counts,
    scope: scopeOf(requirements),
  };
}

const sharedWords =
  'Another client probably used the key during the run: Remaining fell by more than the number of requests that this run sent.';

const shortKeyWords =
  'The key resembles other text (--allow-short-key), so it is redacted only in header values, curl commands and URLs.';

/** Returns verdicts and findings, with the accepted failures of the settings applied. */
function acceptedResults(results: EvaluationResults): AcceptedResults {
  const { settings, judge, readings, startedAt, catalogue, interrupted, untestable } = results;
  const { requirements } = catalogue;
  const verdicts = requirements.map((requirement) => resultOf(requirement, results));
  const outside = new Set(requirements.filter((one) => isOutside(one, results)).map(({ id }) => id));
  const found = requirements
    .filter(({ id }, at) => ['fail', 'warn'].includes(verdicts[at]?.verdict ?? '') && !outside.has(id))
    .flatMap((requirement) => findingsOf(requirement, judge.tally(requirement.id), results));
  const judged = { requirements: verdicts, findings: byCause(found) };
  const today = dayOf(startedAt);
  const seen = {
    sentBodies: readings.bodies.digests(),
    startedEmpty: readings.lists.startedEmpty(),
  };
  const applied = applyAccepted(judged, settings.accepted ?? [], today, (one) => {
    const verdict = verdicts.find(({ id }) => id === one.requirement && !outside.has(id))?.verdict;
    const isWhole = !interrupted && untestable === undefined;
    return isWhole && isFixed(one, { ...seen, verdict, tally: judge.tally(one.requirement) });
  });
  const passedToo = new Set(
    requirements.map(({ id }) => id).filter((id) => judge.tally(id).alsoCorrect.size > 0),
  );
  const isOut = (id: string) => outside.has(id);
  const named = withDependencies(applied.requirements, { requirements, passedToo, isOutside: isOut });
  const selected = named.map((result): RequirementResult => {
    if (!outside.has(result.id)) return result;
    const { note: _, ...rest } = result;
    return { ...rest, verdict: 'not selected', reason: reason('outside-only') };
  });
  return { ...applied, requirements: selected };
}

/** Checks whether `--only` leaves a requirement out. Other requirements may still depend on it. */
function isOutside(
  requirement: Requirement,
  { notSelected }: Pick<EvaluationResults, 'notSelected'>,
): boolean {
  return notSelected(requirement)?.reason.code === 'outside-only';
}

function resultOf(requirement: Requirement, results: EvaluationResults): RequirementResult {
  const {
    judge,
    catalogue: { sectionOf },
    recorder: { redact },
  } = results;
  const { id, level, title, source } = requirement;
  const tally = judge.tally(id);
  const notSelected = isOutside(requirement, results) ? undefined : results.notSelected(requirement);
  const { verdict, reason: why, note } = verdictOf(requirement, tally, notSelected);
  const section = definedOnly({ section: sectionOf(id) });
  const { tested } = tally;
  // Reasons and notes may quote responses.
  const words = {
    reason: why && {
      code: why.code,
      class: why.class,
      text: verdict === 'not selected' ? why.text : redact.traffic(why.text),
    },
    note: note && (verdict === 'not testable' ? note : redact.traffic(note)),
  };
  return { id, level, verdict, title, source, ...section, tested, ...definedOnly(words) };
}

function countVerdicts(requirements: readonly RequirementResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdictNames.map((verdict) => [verdict, 0]));
  for (const { verdict } of requirements) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts as Record<Verdict, number>;
}

function configurationOf(settings: Settings, { files }: Catalogue): Configuration {
  const { baseUrl, description, headers, tlsFiles } = settings;
  return {
    baseUrl,
    ...tlsFiles,
    ...definedOnly({
      description: description?.from,
      accepted: settings.acceptedFrom,
      checks: files.length === 0 ? undefined : files,
    }),
    ...optionSettingsOf(settings),
    headerNames: headers.map(([name]) => name),
  };
}
