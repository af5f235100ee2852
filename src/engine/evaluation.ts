import type { Settings } from '../config/settings.ts';
import { type Exchange, hasResponse, isUnavailable } from '../exchange/exchange.ts';
import { causeOf, receivedOf, shortenBody } from '../exchange/response.ts';
import type { Stopped } from '../exchange/stopped.ts';
import { requirementOf } from '../readings/failures.ts';
import { possibleLeftovers } from '../readings/leftovers.ts';
import { createReadings, type Readings } from '../readings/readings.ts';
import { isAccepted } from '../report/accepted.ts';
import type { Listener } from '../report/model/events.ts';
import type { RecordedExchange, Report } from '../report/model/report.ts';
import { type Recorder, recordExchange } from '../report/record/record.ts';
import { type Reason, reason } from '../spec/reasons.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { dayOf } from '../text/layout.ts';
import { noUserCode, type UserCode } from './check-code.ts';
import { whyEndedEarly } from './ended-early.ts';
import { causeIn, shownByOf } from './findings.ts';
import { unavailableService } from './first-contact.ts';
import { createJudge, type Judge } from './judge.ts';
import { buildReport, type EvaluationResults } from './report.ts';
import type { Selection } from './select.ts';

/** What an evaluation needs from the run that sends the requests. */
export interface Source {
  readonly recorder: Recorder;
  readonly startedAt: Date;
  /** Returns why the limit is not proven, or undefined if it is proven or may still be proven. */
  readonly proofSkipped: () => Reason | undefined;
  readonly postLeftOut: () => Reason | undefined;
  /** Whether custom checks may ask for all exchanges. */
  readonly hasUserCode: boolean;
  readonly release?: UserCode['release'] | undefined;
  readonly listen?: Listener | undefined;
}

/** What the run knows when it ends. */
export interface EvaluationEnd
  extends Pick<EvaluationResults, 'finishedAt' | 'durationMs' | 'interrupted' | 'sent' | 'tries'> {
  readonly plan: Report['plan'];
  readonly waits: Report['waits'];
  /** What custom checks created and could not remove. */
  readonly leftovers?: Report['leftovers'];
  /** Why the run stopped early. */
  readonly stopped?: Stopped | undefined;
  readonly untestable?: string | undefined;
  readonly doubt?: string | undefined;
}

interface State {
  readonly settings: Settings;
  readonly selection: Pick<Selection, 'catalogue' | 'notSelected'>;
  readonly source: Source;
  readonly userCode: UserCode;
  readonly readings: Readings;
  readonly judge: Judge;
  readonly records: ReturnType<typeof createRecords>;
  /** Exchanges that are not judged yet; undefined once judging has begun. */
  unjudged: Exchange[] | undefined;
  /** Whether judging begins with the first response that is neither a 429 nor a 503. */
  waitsForService: boolean;
}

/**
 * Opens the evaluation of a run: its readings, its judge, and the records of its exchanges. The evaluation sends nothing. The
 * run shows each exchange to `readings` first, and then to `see`.
 */
export function openEvaluation(
  settings: Settings,
  selection: Pick<Selection, 'catalogue' | 'notSelected'>,
  source: Source,
) {
  const { catalogue } = selection;
  const userCode: UserCode = {
    ...noUserCode,
    fileOf: catalogue.fileOf,
    hasOperation: catalogue.hasOperation,
    idFor: catalogue.idFor,
    ...definedOnly({ release: source.release }),
  };
  const readings = readingsOf(settings, source);
  const state: State = {
    settings,
    selection,
    source,
    userCode,
    readings,
    judge: createJudge(catalogue.rules, readings, (id) => announce(state, id), userCode),
    records: createRecords(source.recorder),
    unjudged: [],
    waitsForService: false,
  };
  return {
    userCode,
    readings,
    judge: state.judge,
    /** Judges an exchange with all rules, or keeps it until judging begins. */
    see: (exchange: Exchange): void => see(state, exchange),
    /**
     * Judges the exchanges so far and all later ones; nothing is judged before this call. With `onceAvailable`, judging begins
     * with the first response other than 429 and 503.
     */
    startJudging({ onceAvailable = false }: { readonly onceAvailable?: boolean } = {}): void {
      state.waitsForService = onceAvailable;
      if (!onceAvailable) judgeAll(state);
    },
    /** Concludes the rules about the whole run, and builds the report. */
    close: (closing: EvaluationEnd): Report => close(state, closing),
  };
}

/** Creates readings that have no exchanges yet. */
function readingsOf(
  settings: Settings,
  { recorder, proofSkipped, postLeftOut, hasUserCode }: Source,
): Readings {
  const { redact, runMark, startedAt } = recorder;
  return createReadings({
    runMark,
    startedAt,
    proofSkipped,
    postLeftOut,
    keepsExchanges: hasUserCode,
    base: new URL(settings.baseUrl),
    holdsKey: redact.holdsKey,
    plan: settings.plan,
    description: settings.description?.document,
    listingDelayMs: settings.listDelaySeconds * 1_000,
  });
}

function see(state: State, exchange: Exchange): void {
  if (state.settings.keepExchanges) state.records.see(exchange);
  if (state.unjudged === undefined) judgeOne(state, exchange);
  else state.unjudged.push(exchange);
  if (state.waitsForService && hasResponse(exchange) && !isUnavailable(exchange)) judgeAll(state);
}

function judgeOne({ judge }: State, exchange: Exchange): void {
  judge.see(exchange);
  // The body is shortened later, because the check that sent the request must get the whole response first.
  setImmediate(() => shortenBody(exchange));
}

function judgeAll(state: State): void {
  for (const exchange of state.unjudged ?? []) judgeOne(state, exchange);
  state.unjudged = undefined;
}

/** Announces that a requirement fails for a new cause, if the requirement is required and selected. */
function announce(state: State, id: string): void {
  const { catalogue, notSelected } = state.selection;
  const requirement = catalogue.requirements.find((one) => one.id === id);
  if (requirement?.level === 'required' && notSelected(requirement) === undefined)
    state.source.listen?.({
      type: 'failure',
      requirement: id,
      ...(isAcceptedSoFar(state, requirement) ? { accepted: true as const } : {}),
    });
}

/** Checks whether all failures of a requirement so far are accepted. */
function isAcceptedSoFar(
  { settings: { accepted = [] }, source, judge }: State,
  requirement: Requirement,
): boolean {
  const { recorder, startedAt } = source;
  const { id } = requirement;
  const tally = judge.tally(id);
  return [...tally.causes.values()].every((one) => {
    const shownBy = shownByOf(requirement, one, tally);
    const failure = {
      requirement: id,
      cause: causeIn(one.shown.mismatch, recorder),
      ...definedOnly({ shownBy }),
    };
    return isAccepted(failure, accepted, dayOf(startedAt));
  });
}

function close(state: State, closing: EvaluationEnd): Report {
  const { settings, selection, source, judge, readings, unjudged } = state;
  const { stopped, plan, waits, untestable, doubt, leftovers = [], ...known } = closing;
  judgeFailures(judge, readings);
  // Exchanges that were not judged prove nothing, so the readings of the run must not be judged either.
  judge.end(unjudged === undefined ? readings : readingsOf(settings, source));
  // Checks may already have judged some of these exchanges, so their results are dropped.
  if (unjudged !== undefined) judge.forget();
  const unavailable = unjudged && unavailableService(unjudged);
  for (const exchange of unavailable?.judged ?? []) judge.seeHeaderValues(exchange);
  const endedEarly = stopped && whyEndedEarly(stopped, judge, readings);
  const reasons = [state.waitsForService ? unavailable?.why : undefined, endedEarly].filter(
    (one) => one !== undefined,
  );
  const { creations, listHealth } = readings;
  const earlier = creations.leftByEarlierRuns();
  const earlierLeftovers = earlier.count > 0 ? earlier : undefined;
  const unread = readings.unread.why();
  const results: EvaluationResults = {
    ...known,
    ...selection,
    settings,
    judge,
    readings,
    recorder: source.recorder,
    startedAt: source.startedAt,
    ...definedOnly({ untestable: untestable ?? (reasons.join(' ') || unread), doubt }),
    facts: {
      plan,
      waits,
      leftovers: [...creations.leftovers(), ...possibleLeftovers(listHealth.broken()), ...leftovers],
      ...definedOnly({ earlierLeftovers }),
      ...(settings.keepExchanges ? { exchanges: state.records.all() } : {}),
    },
  };
  const report = buildReport(results);
  source.listen?.({ type: 'finished', report });
  // If the listener failed, the report must say so, too.
  return judge.kitFaults.length === report.kitFaults.length ? report : buildReport(results);
}

/**
 * Judges requests that failed but passed when they were sent again: those at a place where every request failed at first, and
 * all others if the run had too many failures.
 */
function judgeFailures(judge: Judge, { failures }: Readings): void {
  const { total, isUnsteady, passed } = failures.decision();
  for (const { first, place } of passed) {
    const requirement = requirementOf(first);
    if (place !== undefined)
      judge.unmet({
        requirement,
        exchange: first,
        context: `each ${place}`,
        expected: 'as elsewhere',
        received: receivedOf(first),
        cause: `${causeOf(first)}, each ${place}`,
      });
    else if (isUnsteady)
      judge.notTested(
        requirement,
        reason(
          'unsteady',
          `the service is too unsteady: ${passed.length} of ${total} requests failed, but passed when they were sent again`,
        ),
      );
  }
}

/** The maximum number of exchanges in a report: about 100 MB with the largest bodies. */
const maxRecords = 10_000;

/** Records each exchange as soon as it ends, so that secrets are not stored. */
function createRecords(recorder: Recorder) {
  const kept: RecordedExchange[] = [];
  let leftOut = 0;
  return {
    see(exchange: Exchange): void {
      if (kept.length < maxRecords) kept.push(recordExchange(exchange, recorder));
      else leftOut++;
    },
    all: () => ({ recorded: kept.sort((a, b) => a.id - b.id), leftOut }),
  };
}
